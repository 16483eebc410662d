import type { Hono, Context as HonoContext } from 'hono'
import { IMAGE_MAX_BYTES } from '#contract/constants.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { readPicture } from '../middleware/readPicture.ts'
import { failure } from '../middleware/respond.ts'
import { mayPutImage } from '../storage/imageLinks.ts'
import { isAsStored, storePictures } from '../storage/pictures.ts'
import { storedBytes } from '../storage/storage.ts'

/** PUT of a bank's picture to its presigned address; the same path without the query is what forms name. */
export function mountImages(app: Hono, ctx: Context): void {
  const turns = new Turns()
  app.put('/files/images/:name', async (c) => {
    try {
      ctx.pressure.admit('snapshots')
      const key = `images/${c.req.param('name')}`
      if (!mayPutImage(ctx, key, c.req.query()))
        throw new DomainError('forbidden', 'This address is not valid or has expired.')
      await turns.take(key, () => takeImage(ctx, c, key))
      return c.json({ data: { url: `/files/${key}` } })
    } catch (error) {
      return failure(ctx, c, error)
    }
  })
}

/** One upload of a key after the other: two at once must not both find nothing there. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(key: string, job: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).catch(() => {}).then(job)
    this.#last.set(key, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }
}

/**
 * An address holds one picture for good, since tests that run may show it: the same file again is the same answer,
 * another one is refused.
 */
async function takeImage(ctx: Context, c: HonoContext, key: string): Promise<void> {
  const given = await readPicture(
    c,
    IMAGE_MAX_BYTES,
    `A picture can be at most ${Math.floor(IMAGE_MAX_BYTES / 1_000_000)} MB.`,
  )
  // The decoder is loaded with the first picture: a server that takes none starts without it.
  const { reencode } = await import('../storage/reencode.ts')
  const { bytes } = await reencode(given)
  const stored = await storedBytes(ctx.storage, key)
  if (stored?.equals(bytes)) return
  // Nothing lies there, or the disk has altered what was put there: the same file mends it.
  if (!stored || (await isAsStored(ctx, key, bytes))) return storePictures(ctx, new Map([[key, bytes]]))
  throw new DomainError('conflict', 'There is already another picture at this address. Request a new one.')
}

import { listPictureKeys } from '#db/queries/staging.ts'
import type { StaffActor } from '../auth/actor.ts'
import { Buckets } from '../auth/limits.ts'
import type { Context } from '../context.ts'
import { DomainError, invalidAt } from '../kit/errors.ts'
import { imageUploadUrl, isOwnImageKey, newImageKey } from '../storage/imageLinks.ts'
import { pictureAddress, pictureKeysIn } from '../storage/textPictures.ts'

/** Pictures of problems, questions and options: where they are put, and which one an address names. */

const UPLOADS_PER_MINUTE = 60
const asked = new WeakMap<Context['db'], Buckets>()

/** @throws DomainError too_many_requests beyond 60 a minute of one user */
export function newImageAddress(ctx: Context, actor: StaffActor): { url: string } {
  let limits = asked.get(ctx.db)
  if (!limits) {
    limits = new Buckets(UPLOADS_PER_MINUTE, UPLOADS_PER_MINUTE, ctx.now)
    asked.set(ctx.db, limits)
  }
  const user = String(actor.userId)
  const wait = limits.wait(user)
  if (wait > 0)
    throw new DomainError(
      'too_many_requests',
      `At most ${UPLOADS_PER_MINUTE} pictures a minute. Wait a moment.`,
      {
        retryAfterSeconds: wait,
      },
    )
  limits.take(user)
  return { url: imageUploadUrl(ctx, newImageKey(ctx, actor.organizationId)) }
}

/** The key that an address of this server names, whatever its query; null where it is none. */
export function keyInAddress(ctx: Pick<Context, 'base' | 'config'>, address: string): string | null {
  const [bare = ''] = address.split(/[?#]/, 1)
  const base = [ctx.config.publicUrl, ctx.base].find((one) => one && bare.startsWith(`${one}/`))
  const path = base ? bare.slice(base.length) : bare
  return /^\/files\/(images\/[\w-]+(?:\/[\w-]+)*\.(?:png|jpg))$/.exec(path)?.[1] ?? null
}

const SENTENCE = 'You have no picture at this address. Upload it first.'
const noPicture = (): DomainError =>
  new DomainError('invalid', SENTENCE, { errors: { image_url: [SENTENCE] } })

/**
 * The key of a picture that was put under an address of this server; null for no address.
 * @param kept keys the item has already: those stay, wherever they lie
 * @throws DomainError invalid for an address under which no picture of this organization lies
 */
export async function imageKeyOf(
  ctx: Context,
  organizationId: number,
  address: string | null,
  kept: ReadonlySet<string> = new Set(),
): Promise<string | null> {
  if (address === null || address === '') return null
  const key = keyInAddress(ctx, address)
  if (key === null) throw noPicture()
  if (kept.has(key)) return key
  if (!isOwnImageKey(key, organizationId)) throw noPicture()
  const stream = await ctx.storage.get(key)
  if (!stream) throw noPicture()
  stream.destroy()
  return key
}

/**
 * Holds the pictures that a statement names within its text against those of the organization.
 * @param stored the statement that stands: pictures that it names may stay
 * @throws DomainError invalid at the description
 */
export async function requireTextPictures(
  ctx: Context,
  organizationId: number,
  text: string,
  stored = '',
): Promise<void> {
  const kept = new Set(pictureKeysIn(stored))
  const named = pictureKeysIn(text).filter((key) => !kept.has(key))
  if (named.length === 0) return
  const known = await listPictureKeys(ctx.db.read, organizationId, named)
  for (const key of named)
    if (!known.has(key) && !isOwnImageKey(key, organizationId))
      throw invalidAt('description', `You have no picture at ${pictureAddress(key)}.`)
}

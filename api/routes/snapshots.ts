import { createHash } from 'node:crypto'
import type { Hono, Context as HonoContext } from 'hono'
import { MAX_SNAPSHOTS, SNAPSHOT_MAX_BYTES } from '#contract/constants.ts'
import { findAttemptByPublicRef } from '#db/queries/attempts.ts'
import { noteRemovals } from '#db/queries/removals.ts'
import { countSnapshots, findSnapshot, storeSnapshot } from '#db/queries/snapshots.ts'
import { uploadUntil } from '#machines/attempt/verdict.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { readPicture } from '../middleware/readPicture.ts'
import { requestContext } from '../middleware/request.ts'
import { failure } from '../middleware/respond.ts'
import { carryOutRemovals, partsOf } from '../services/removing.ts'
import { jpegSize } from '../storage/jpeg.ts'
import { mayRead, readUploadLink, snapshotKey, uploadPath } from '../storage/links.ts'
import { pictureFormat } from '../storage/pictureFormat.ts'
import { soundPicture } from '../storage/pictures.ts'
import { storedBytes } from '../storage/storage.ts'
import { append } from './candidateWrites.ts'
import type { Handlers } from './handler.ts'
import { mountImages } from './images.ts'

/** Pixels on a side at most: the specification's picture is 500 × 500. */
const MAX_SIDE = 2_000

export const snapshotHandlers: Handlers<'postSnapshotUrl' | 'postSnapshot'> = {
  async postSnapshotUrl({ ctx, body, actor }) {
    const { attempt } = actor.found
    if (attempt.started_at === null) throw new DomainError('not_started', 'The test has not been started.')
    const path = uploadPath(ctx, attempt.ref, body.sha256 ?? ctx.random(16), body.sha256 ?? null)
    return { data: { url: path } }
  },

  /** A plain client puts the picture first; this appends its op with the hash the server computed. */
  async postSnapshot(call) {
    const { ctx, body, actor } = call
    const { attempt } = actor.found
    const address = parseAddress(body.presigned_url)
    const upload = address && readUploadLink(ctx, address, { late: true })
    if (!upload || upload.attemptRef !== attempt.ref) throw notFound('The snapshot')
    const sha256 = upload.sha256 ?? (await storedUnder(ctx, attempt.id, upload.upload))
    const row = sha256 === null ? undefined : await findSnapshot(ctx.db.read, attempt.id, sha256)
    if (!row?.stored_at || sha256 === null) throw notFound('The snapshot')
    if (row.logged_at === null) await append(call, 'snapshot_taken', '', { sha256, bytes: row.bytes })
    return { data: { snapshot: { created_at: new Date(row.taken_at).toISOString(), sha256 } } }
  },
}

function parseAddress(url: string) {
  try {
    const { pathname, searchParams } = new URL(url, 'http://here')
    const [, attemptRef, upload] = /^\/uploads\/snapshots\/([\w-]+)\/([\w-]+)$/.exec(pathname) ?? []
    if (!attemptRef || !upload) return null
    const read = (name: string) => searchParams.get(name) ?? undefined
    return { attemptRef, upload, e: read('e'), h: read('h'), s: read('s') }
  } catch {
    return null
  }
}

/** Which hash the server computed for an address that named none. */
async function storedUnder(ctx: Context, attemptId: number, upload: string): Promise<string | null> {
  const bytes = await storedBytes(ctx.storage, `uploads/${attemptId}/${upload}`)
  return bytes?.toString() ?? null
}

/** PUT of a picture to its presigned address, and the reading of stored pictures. */
export function mountFiles(app: Hono, ctx: Context): void {
  mountImages(app, ctx)
  app.put('/uploads/snapshots/:ref/:upload', async (c) => {
    try {
      ctx.pressure.admit('snapshots')
      return c.json({ data: { sha256: await takeSnapshot(requestContext(ctx, c), c) } })
    } catch (error) {
      return failure(ctx, c, error)
    }
  })
  app.get('/files/*', async (c) => {
    try {
      ctx.pressure.admit('reads')
      return await readFile(ctx, c)
    } catch (error) {
      return failure(ctx, c, error)
    }
  })
}

/** @returns the hash of what is stored now: only an answer that names it says that the picture is kept */
async function takeSnapshot(ctx: Context, c: HonoContext): Promise<string> {
  const { ref = '', upload: name = '' } = c.req.param() as Record<string, string>
  const query = c.req.query()
  const upload = readUploadLink(ctx, { attemptRef: ref, upload: name, e: query.e, h: query.h, s: query.s })
  if (!upload) throw new DomainError('forbidden', 'This address is not valid or has expired.')
  const attempt = await findAttemptByPublicRef(ctx.db.read, upload.attemptRef)
  if (!attempt || attempt.deadline_at === null) throw notFound('The attempt')
  if (ctx.now() > uploadUntil({ deadlineAt: attempt.deadline_at, downtime: ctx.downtime }))
    throw new DomainError('upload_window_closed', 'The time to send pictures of this test is over.')
  if ((await countSnapshots(ctx.db.read, attempt.id)) >= MAX_SNAPSHOTS)
    throw new DomainError('too_many_requests', 'No more pictures are taken for this test.')
  const bytes = await readPicture(
    c,
    SNAPSHOT_MAX_BYTES,
    `A snapshot may have ${Math.floor(SNAPSHOT_MAX_BYTES / 1000)} KB.`,
  )
  const size = jpegSize(bytes)
  if (!size) throw new DomainError('unsupported_media_type', 'A snapshot must be a whole jpeg.')
  if (size.width > MAX_SIDE || size.height > MAX_SIDE || size.width === 0 || size.height === 0)
    throw new DomainError('invalid', `A snapshot has at most ${MAX_SIDE} pixels a side.`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (upload.sha256 !== null && upload.sha256 !== sha256)
    throw new DomainError('invalid', 'This is not the picture the address was made for.')
  await ctx.storage.put(snapshotKey(ref, sha256), bytes)
  if (upload.sha256 === null) await ctx.storage.put(`uploads/${attempt.id}/${name}`, Buffer.from(sha256))
  const now = ctx.now()
  const orphaned = await ctx.db.write(async (tx) => {
    // Deleted with everything while the picture was on its way here: this one is to go as well.
    if (!(await findAttemptByPublicRef(tx, ref))) return noteRemovals(tx, partsOf({ id: attempt.id, ref }))
    const row = { attempt_id: attempt.id, sha256, bytes: bytes.length, stored_at: now, taken_at: now }
    await storeSnapshot(tx, row)
    return null
  })
  if (orphaned === null) return sha256
  await carryOutRemovals(ctx, orphaned)
  throw notFound('The attempt')
}

async function readFile(ctx: Context, c: HonoContext): Promise<Response> {
  const key = c.req.path.slice('/files/'.length)
  const { e, s } = c.req.query()
  if (!/^[\w-]+(\/[\w-]+)*(\.[a-z]+)?$/.test(key) || !mayRead(ctx, key, e, s ?? ''))
    throw notFound('The picture')
  const bytes = await soundPicture(ctx, key)
  if (bytes === null) throw notFound('The picture')
  return new Response(bytes, {
    headers: {
      // By what it is: an address is made before anybody knows which of the two will be put there.
      'content-type': pictureFormat(bytes) === 'png' ? 'image/png' : 'image/jpeg',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      // A picture of a person is on no computer of staff past the hour of its address; those of questions are kept for a
      // candidate whose line breaks.
      'cache-control': key.startsWith('snapshots/')
        ? 'private, no-store'
        : 'private, max-age=86400, immutable',
    },
  })
}

import type { Context } from '../context.ts'

/**
 * Addresses of the bank's pictures. One path for both ways: with an upload's signature it is put there, with a reading
 * signature it is read, and without its query it is what a form names.
 */

const UPLOAD_MS = 600_000
const OWN = /^images\/(\d+)-[\w-]+\.(?:jpg|png)$/

/** A key of this organization's own, which nobody can guess. */
export const newImageKey = (ctx: Pick<Context, 'random'>, organizationId: number): string =>
  `images/${organizationId}-${ctx.random(18)}.jpg`

/** Whether a key is of the form `newImageKey` makes for this organization. */
export const isOwnImageKey = (key: string, organizationId: number): boolean =>
  OWN.exec(key)?.[1] === String(organizationId)

/** An address to put one picture under, for ten minutes. */
export function imageUploadUrl(ctx: Pick<Context, 'keys' | 'now'>, key: string): string {
  const until = ctx.now() + UPLOAD_MS
  return `/files/${key}?e=${until}&s=${ctx.keys.signature('image', key, until)}`
}

/** Whether this server made the address for a picture, and its time is not over. */
export function mayPutImage(
  ctx: Pick<Context, 'keys' | 'now'>,
  key: string,
  given: { e?: string | undefined; s?: string | undefined },
): boolean {
  const until = Number(given.e)
  if (!OWN.test(key) || !Number.isSafeInteger(until) || until < ctx.now()) return false
  return ctx.keys.checkSignature(given.s ?? '', 'image', key, until)
}

import type { Keys } from '../kit/keys.ts'

/** Addresses of stored pictures. Signed, so that knowing a key is not enough; snapshots' run out after an hour. */

interface Signing {
  keys: Keys
  now: () => number
}

const HOUR = 3_600_000
const UPLOAD_MS = 600_000

export const imageUrl = (ctx: { keys: Keys }, key: string | null): string | null =>
  key === null ? null : `/files/${key}?s=${ctx.keys.signature('file', key, 0).slice(0, 32)}`

export function snapshotUrl(ctx: Signing, key: string): string {
  const until = Math.ceil(ctx.now() / HOUR + 1) * HOUR
  return `/files/${key}?e=${until}&s=${ctx.keys.signature('file', key, until).slice(0, 32)}`
}

/** Whether an address of this server may be read now. */
export function mayRead(ctx: Signing, key: string, expires: string | undefined, given: string): boolean {
  const until = expires === undefined ? 0 : Number(expires)
  if (!Number.isSafeInteger(until) || (until !== 0 && until < ctx.now())) return false
  return ctx.keys.signature('file', key, until).slice(0, 32) === given
}

export const snapshotKey = (attemptRef: string, sha256: string): string => `snapshots/${attemptRef}/${sha256}`

/** One address for one picture: bound to the attempt, ten minutes, and where the client told it to the picture's hash. */
export function uploadPath(ctx: Signing, attemptRef: string, upload: string, sha256: string | null): string {
  const until = ctx.now() + UPLOAD_MS
  const sig = ctx.keys.signature('upload', attemptRef, upload, sha256 ?? '', until)
  return `/uploads/snapshots/${attemptRef}/${upload}?e=${until}&h=${sha256 ?? ''}&s=${sig}`
}

export interface Upload {
  attemptRef: string
  upload: string
  sha256: string | null
}

/** The upload that an address stands for, or null if the address is not ours or its time is over. */
export function readUploadLink(
  ctx: Signing,
  given: {
    attemptRef: string
    upload: string
    e: string | undefined
    h: string | undefined
    s: string | undefined
  },
  options: { late?: boolean } = {},
): Upload | null {
  const until = Number(given.e)
  if (!Number.isSafeInteger(until) || (!options.late && until < ctx.now())) return null
  if (!ctx.keys.checkSignature(given.s ?? '', 'upload', given.attemptRef, given.upload, given.h ?? '', until))
    return null
  return { attemptRef: given.attemptRef, upload: given.upload, sha256: given.h || null }
}

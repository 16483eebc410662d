import { texts } from '#contract/texts.ts'
import { CallError, call } from '../../http/call.ts'
import { findAttempt } from '../db/attempts.ts'
import { dropBlob, findBlob, postponeBlob } from '../db/media.ts'
import type { BlobRecord, LocalDatabase } from '../db/schema.ts'
import { heldSeq } from '../pending.ts'

/** Pictures follow their ops: never ahead of them, spread over two minutes, and the first thing to go when storage is short. */

const SPREAD_MS = 120_000
const TIMEOUT_MS = 30_000
/** A picture that was refused by itself is tried again so much later; the others do not wait for it. */
const AGAIN_MS = 30_000

export const blobDelay = (random: () => number = Math.random): number => Math.floor(random() * SPREAD_MS)

/** A time that is further off than it was ever set to stems from a clock that was set back since. */
const isDue = (at: number, after: number, now: number): boolean => at <= now || at > now + after

/**
 * Sends one due picture whose op the server holds.
 * @param hurry the test is over: pictures need not be spread any more
 * @returns whether there may be more to do
 * @throws Error where the server is out of reach or takes none at all just now
 */
export async function sendOneBlob(db: LocalDatabase, attemptId: string, hurry: boolean): Promise<boolean> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return false
  const held = heldSeq(attempt)
  const now = Date.now()
  const due = await findBlob(
    db,
    attemptId,
    (blob) =>
      blob.seq <= held &&
      (hurry || isDue(blob.not_before, SPREAD_MS, now)) &&
      isDue(blob.again_at ?? 0, AGAIN_MS, now),
  )
  if (!due) return false
  const body = { drive_id: attempt.drive_id, candidate_id: attempt.candidate_id, sha256: due.sha256 }
  const outcome = await upload(due, { token: attempt.token, body }).catch((error: unknown) => {
    console.error(texts.imageUploadFailed, error)
    throw error
  })
  if (outcome !== 'done') console.error(texts.imageUploadFailed)
  if (outcome === 'again') await postponeBlob(db, due, now + AGAIN_MS)
  else await dropBlob(db, due, outcome === 'refused')
  return true
}

/**
 * done: the server has it.
 * refused: it will never take it; its hash then stays in the log and says that it is missing.
 * again: this picture was refused, which says nothing of the others.
 */
async function upload(
  due: BlobRecord,
  ask: { token: string; body: object },
): Promise<'done' | 'refused' | 'again'> {
  let url: string
  try {
    url = (await call('postSnapshotUrl', ask)).data.url
  } catch (error) {
    if (error instanceof CallError && error.kind === 'refused' && isOfThis(error.status)) return 'again'
    throw error
  }
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: due.body,
    signal: AbortSignal.timeout(TIMEOUT_MS + Math.ceil(due.body.size / 4096) * 1000),
    redirect: 'error',
    credentials: 'omit',
  })
  const said = await saidBy(answer)
  if (answer.ok && said?.data?.sha256 === due.sha256) return 'done'
  if (said?.code !== undefined) {
    if (final.has(answer.status)) return 'refused'
    if (isOfThis(answer.status)) return 'again'
  }
  throw new Error(`The picture was not taken (${answer.status})`)
}

/** Refusals that another try does not change. */
const final = new Set([400, 410, 413, 415, 422])

/** A refusal of the one thing that was asked for; the others are the line's, the link's, or the server's as a whole. */
const isOfThis = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 425 && status !== 429

interface Said {
  data?: { sha256?: string }
  code?: string
}

/** Our own server's word; null if somebody else answers in its place. */
async function saidBy(answer: Response): Promise<Said | null> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return null
  return answer.json().then(
    (said: unknown) => (typeof said === 'object' ? (said as Said | null) : null),
    () => null,
  )
}

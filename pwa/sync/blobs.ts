import { call } from '../http/call.ts'
import type { LocalDatabase } from '../local/database.ts'

/** Pictures follow their ops: never ahead of them, spread over two minutes, and the first thing to go when storage is short. */

const SPREAD_MS = 120_000
const TIMEOUT_MS = 30_000

export const blobDelay = (random: () => number = Math.random): number => Math.floor(random() * SPREAD_MS)

/**
 * Sends one due picture whose op the server holds.
 * @returns whether there may be more to do
 */
export async function sendOneBlob(db: LocalDatabase, attemptId: string, hurry: boolean): Promise<boolean> {
  const attempt = await db.attempts.get(attemptId)
  if (!attempt) return false
  const due = await db.blobs
    .where('attempt_id')
    .equals(attemptId)
    .and((blob) => blob.seq <= attempt.acked_seq && (hurry || blob.not_before <= Date.now()))
    .first()
  if (!due) return false
  const { data } = await call<{ url: string }>('postSnapshotUrl', {
    token: attempt.token,
    body: { drive_id: attempt.drive_id, candidate_id: attempt.candidate_id, sha256: due.sha256 },
  })
  const answer = await fetch(data.url, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: due.body,
    signal: AbortSignal.timeout(TIMEOUT_MS + Math.ceil(due.body.size / 4096) * 1000),
    redirect: 'error',
    credentials: 'omit',
  })
  const said = await saidBy(answer)
  const taken = answer.ok && said?.data?.sha256 === due.sha256
  // What our server refused will be refused again; its hash stays in the log and says that it is missing.
  const refused = final.has(answer.status) && said?.code !== undefined
  if (!taken && !refused) throw new Error(`The picture was not taken (${answer.status})`)
  await db.blobs.delete([attemptId, due.sha256])
  return true
}

/** Refusals that another try does not change. */
const final = new Set([400, 410, 413, 415, 422])

interface Said {
  data?: { sha256?: string }
  code?: string
}

/** What our own server says; null where somebody else answers in its place. */
async function saidBy(answer: Response): Promise<Said | null> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return null
  return answer.json().then(
    (said: unknown) => (typeof said === 'object' ? (said as Said | null) : null),
    () => null,
  )
}

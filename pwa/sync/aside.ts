import Dexie from 'dexie'
import { PROTO } from '#contract/constants.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { version } from '../../package.json'
import type { LocalDatabase, OpRecord } from '../local/database.ts'
import { randomText } from '../local/random.ts'
import { fitBatch } from './store.ts'
import { sendBatch } from './transport.ts'

/**
 * What a fork or a takeover put aside goes to the server's quarantine, where an admin can adopt it: nothing a candidate
 * wrote stays on the device alone. It goes under the lease it was written under, which the server answers with
 * lease_lost and how far it has kept the ops.
 */

const TIMEOUT_MS = 30_000
const BATCH_OPS = 50

/**
 * Sends one batch of what stands aside.
 * @returns whether there may be more to do
 * @throws Error where the server is out of reach or full: try again later
 */
export async function sendAside(db: LocalDatabase, attemptId: string): Promise<boolean> {
  const attempt = await db.attempts.get(attemptId)
  const run = await nextRun(db, attemptId)
  const first = run[0]
  if (!attempt || !first) return false
  const { ops } = fitBatch(run)
  const last = ops.at(-1) ?? first
  const request: SyncRequest = {
    proto: PROTO,
    build: version,
    lease_id: first.lease_id,
    lease_epoch: 1,
    server_epoch_seen: attempt.server_epoch,
    nonce: randomText(16),
    from_seq: first.seq,
    ops,
    tail_seq: last.seq,
    tail_hash: last.hash,
  }
  const answer = await sendBatch(attempt.token, request, TIMEOUT_MS, new AbortController().signal)
  const kept =
    answer.type === 'refused' &&
    answer.code === 'lease_lost' &&
    answer.details.nonce === request.nonce &&
    Number(answer.details.quarantined_seq) >= last.seq
  if (!kept) throw new Error('What stands aside was not taken')
  await db.transaction('rw', db.aside, async () => {
    for (const op of ops)
      await db.aside.update([attemptId, op.lease_id, op.seq], { quarantined_at: Date.now() })
  })
  return true
}

/** The next unbroken run of one lease's ops that only this device holds. */
async function nextRun(db: LocalDatabase, attemptId: string): Promise<OpRecord[]> {
  const waiting = await db.aside
    .where('[attempt_id+lease_id+seq]')
    .between([attemptId, Dexie.minKey, Dexie.minKey], [attemptId, Dexie.maxKey, Dexie.maxKey])
    .and((op) => op.acked_at === null && op.quarantined_at === undefined)
    .limit(BATCH_OPS)
    .toArray()
  const first = waiting[0]
  if (!first) return []
  const end = waiting.findIndex((op, i) => op.lease_id !== first.lease_id || op.seq !== first.seq + i)
  return end === -1 ? waiting : waiting.slice(0, end)
}

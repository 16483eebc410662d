import { BATCH_MAX_OPS, PROTO } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { version } from '../../../package.json'
import { changeAttempt, findAttempt } from '../db/attempts.ts'
import { nextRun, noteQuarantined, stripAside } from '../db/quarantine.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from '../db/schema.ts'
import { randomText } from '../random.ts'
import { fitBatch } from './batch.ts'
import { sendBatch } from './transport.ts'

/**
 * Ops that a fork or a takeover put aside go to the server's quarantine, where an admin can adopt them: nothing a
 * candidate wrote stays on the device alone. They go under the lease they were written under, which the server answers
 * with lease_lost and how far it has kept the ops.
 */

/** As the log's own batches: ten seconds, and one for every 4 KB. */
const TIMEOUT_MS = 10_000
const BYTES_PER_SECOND = 4_096
/** Small pieces: on a slow line the next save waits for the one that is under way. */
const PIECE_BYTES = 64_000

/** How many ops go at once: fewer after a piece that was too large for the line or the server, more after one that went. */
export interface Pace {
  most: number
}

export const fullPace = (): Pace => ({ most: BATCH_MAX_OPS })

/**
 * Sends one piece of what stands aside.
 * @returns whether there may be more to do
 * @throws Error where the server is out of reach or full: try again later
 */
export async function uploadQuarantine(
  db: LocalDatabase,
  attemptId: string,
  pace = fullPace(),
): Promise<boolean> {
  const attempt = await findAttempt(db, attemptId)
  const run = await nextRun(db, attemptId, pace.most)
  if (!attempt) return false
  if (run.length === 0) {
    if (attempt.aside_waiting) await changeAttempt(db, attemptId, { aside_waiting: 0 })
    return false
  }
  const piece = await offer(attempt, run)
  if (piece.isKept) {
    pace.most = Math.min(BATCH_MAX_OPS, pace.most * 2)
    await noteQuarantined(db, attemptId, piece.ops)
    return true
  }
  const [first] = run as [OpRecord]
  const { length } = piece.ops
  if (piece.isTooLarge && length === 1 && !first.stripped) {
    // As of the log: without its body it goes, and the body waits for the rescue file.
    await stripAside(db, first)
    return true
  }
  if (piece.isTooLarge || piece.isTooSlow) pace.most = Math.max(1, Math.floor(length / 2))
  if (piece.isTooLarge && length > 1) return true
  throw new Error('What stands aside was not taken')
}

/**
 * Offers ops of a lease that lost its right to the server's quarantine: as many of the run as fit into a piece.
 * @param run consecutive ops of one lease, at least one
 */
export async function offer(
  attempt: AttemptRecord,
  run: readonly OpRecord[],
  signal = new AbortController().signal,
): Promise<{ ops: Op[]; isKept: boolean; isTooLarge: boolean; isTooSlow: boolean }> {
  const { ops, bytes } = fitBatch(run, PIECE_BYTES)
  const [first] = run
  const last = ops.at(-1)
  if (!first || !last) throw new Error('Nothing is offered')
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
  const wait = TIMEOUT_MS + Math.ceil(bytes / BYTES_PER_SECOND) * 1_000
  const answer = await sendBatch(attempt.token, request, wait, signal)
  const isKept =
    answer.type === 'refused' &&
    answer.code === 'lease_lost' &&
    answer.details.nonce === request.nonce &&
    Number(answer.details.quarantined_seq) >= last.seq
  return {
    ops,
    isKept,
    isTooLarge:
      (answer.type === 'refused' && answer.status === 413) ||
      (answer.type === 'foreign' && answer.isTooLarge),
    isTooSlow: answer.type === 'failed' && answer.why === 'timeout',
  }
}

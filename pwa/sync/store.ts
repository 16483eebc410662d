import { BATCH_MAX_BYTES } from '#contract/constants.ts'
import type { Op, SnapshotBody } from '#contract/ops.ts'
import type { LeaseGrant, SavedSubmission, SyncAnswer } from '#contract/sync.ts'
import type { Storage } from '#machines/sync/state.ts'
import { anchorNow } from '../local/clock.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from '../local/database.ts'
import { appendEntries, type NewEntry } from '../local/log.ts'
import { fileOfAnswer } from '../local/receipt.ts'

/** The sender's reads and writes of the device's storage. */

export const storedState = (attempt: AttemptRecord): Storage => ({
  tail: { seq: attempt.tail_seq, hash: attempt.tail_hash },
  acked: { seq: attempt.acked_seq, hash: attempt.acked_hash },
  leaseLost: attempt.lease_lost,
  isForked: isGivingUp(attempt),
  quarantinedSeq: attempt.quarantined_seq,
  serverEpoch: attempt.server_epoch,
  waitingSince: attempt.tail_seq > attempt.acked_seq ? Date.now() : null,
})

/** Whether its lease was being given up for a new one when something broke off. */
export const isGivingUp = ({ lease_id, giving_up }: AttemptRecord): boolean => giving_up === lease_id

/** The next ops in order, as many as fit into a request; at least one. */
export async function cutBatch(
  db: LocalDatabase,
  attemptId: string,
  fromSeq: number,
  maxOps: number,
): Promise<{ ops: Op[]; bytes: number }> {
  if (maxOps === 0) return { ops: [], bytes: 0 }
  const records = await db.ops
    .where('[attempt_id+seq]')
    .between([attemptId, fromSeq], [attemptId, fromSeq + maxOps], true, false)
    .toArray()
  return fitBatch(records)
}

/** As many of the records, in order, as fit into a request of so many bytes; at least one. */
export function fitBatch(
  records: readonly OpRecord[],
  most = BATCH_MAX_BYTES - 2_000,
): { ops: Op[]; bytes: number } {
  const ops: Op[] = []
  let bytes = 0
  for (const record of records) {
    const op = wireForm(record)
    const size = new TextEncoder().encode(JSON.stringify(op)).length + 1
    if (ops.length > 0 && bytes + size > most) break
    ops.push(op)
    bytes += size
  }
  return { ops, bytes }
}

/** The op without what only this device keeps of it. */
export function wireForm(record: OpRecord): Op {
  const { result: _r, reason: _e, acked_at: _a, stripped, quarantined_at: _q, is_again: _i, ...op } = record
  return stripped ? { ...op, body: null } : op
}

/** This device's hash at a seq: an op's own, or what the lease was granted at. */
export async function ownHashAt(
  db: LocalDatabase,
  attempt: AttemptRecord,
  seq: number,
): Promise<string | null> {
  if (seq === attempt.granted_head_seq) return attempt.granted_head_hash
  // Agreed on before; its op may have gone with a deleted storage.
  if (seq === attempt.acked_seq) return attempt.acked_hash
  const op = await db.ops.get([attempt.attempt_id, seq])
  return op?.hash ?? null
}

/**
 * Writes what the server holds, before anything is shown as saved.
 * @param leaseId of the request that was answered: of a lease taken meanwhile it says nothing
 */
export async function recordAck(
  db: LocalDatabase,
  attemptId: string,
  answer: SyncAnswer,
  leaseId?: string,
): Promise<void> {
  const serverMs = Date.parse(answer.server_time)
  await db.transaction('rw', [db.attempts, db.ops, db.submissions], async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt || (leaseId !== undefined && attempt.lease_id !== leaseId)) return
    // Read and written together: after an outage there are a hundred of them in every answer.
    const ops = await db.ops.bulkGet(answer.results.map(({ seq }) => [attemptId, seq] as [string, number]))
    const acked: OpRecord[] = []
    let wasOver = attempt.finished_at !== null || attempt.state !== 'running'
    for (const [index, result] of answer.results.entries()) {
      const op = ops[index]
      const reason = result.result === 'rejected' ? result.reason : null
      if (op) acked.push({ ...op, result: result.result, reason, acked_at: serverMs })
      // The clock was not over: minutes were given that this device had not heard of. The test goes on.
      if (reason === 'not_over') {
        const isFinish = op?.type !== 'mcq_submit_all'
        wasOver &&= !isFinish
        await db.attempts.update(attemptId, isFinish ? { finished_at: null } : { mcqs_submitted: false })
      }
      if (result.result !== 'rejected' && result.submission_id !== undefined)
        await db.submissions.update([attemptId, result.op_id], { submission_id: result.submission_id })
    }
    await db.ops.bulkPut(acked)
    // The server has all that this device wrote, its end as well, and says that the test runs: it was opened again.
    const hasAll = answer.head_seq === attempt.tail_seq
    const goesOn = hasAll && answer.state === 'running'
    await db.attempts.update(attemptId, {
      ...(hasAll && { mcqs_submitted: answer.mcqs_submitted }),
      ...(goesOn && {
        finished_at: null,
        end_reached: false,
        ended_elsewhere: false,
        // Of an end that counts no more.
        finish_receipt: undefined,
        finish_file: undefined,
      }),
      // As the server does: what ended it before does not end it again at once.
      ...(goesOn && wasOver && { strikes: 0, strikes_seq: undefined, screen_exits: 0 }),
      acked_seq: answer.head_seq,
      acked_hash: answer.head_hash,
      acked_at: serverMs,
      server_epoch: answer.server_epoch,
      ...toldBy(attempt, answer),
      receipt: answer.receipt,
      receipt_file: fileOfAnswer(attempt, answer),
      ...(answer.state !== 'running' &&
        !attempt.ended_elsewhere &&
        attempt.finish_receipt === undefined && {
          finish_receipt: answer.receipt,
          finish_file: fileOfAnswer(attempt, answer),
        }),
    })
  })
}

/** What an answer says of the test, whatever it acknowledges: its time, its rules and its end. */
export const toldBy = (attempt: AttemptRecord, answer: SyncAnswer): Partial<AttemptRecord> => ({
  anchor: anchorNow(answer.anchor, Date.parse(answer.server_time)),
  deadline_at: Date.parse(answer.deadline_at),
  state: answer.state,
  end_reason: answer.end_reason,
  paused_at: timeOrNull(answer.paused_at),
  newest_notice: answer.newest_notice,
  ...(answer.rules && { view: { ...attempt.view, ...answer.rules } }),
})

const timeOrNull = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** Notes what the server said of a lease; of one that this device took meanwhile it says nothing. */
const noteOfLease = (
  db: LocalDatabase,
  { attempt_id, lease_id }: LeaseOf,
  change: Partial<AttemptRecord>,
): Promise<number> =>
  db.attempts
    .where('attempt_id')
    .equals(attempt_id)
    .and((attempt) => attempt.lease_id === lease_id)
    .modify(change)

export type LeaseOf = Pick<AttemptRecord, 'attempt_id' | 'lease_id'>

/** @param seq up to where the server keeps the lease's ops beside the log, where that is known */
export const markLost = (db: LocalDatabase, lease: LeaseOf, seq?: number) =>
  noteOfLease(db, lease, { lease_lost: true, ...(seq !== undefined && { quarantined_seq: seq }) })

export const markQuarantined = (db: LocalDatabase, lease: LeaseOf, seq: number) =>
  noteOfLease(db, lease, { quarantined_seq: seq })

export const markStripped = (db: LocalDatabase, { attempt_id, lease_id }: LeaseOf, seq: number) =>
  db.ops
    .where('[attempt_id+seq]')
    .equals([attempt_id, seq])
    .and((op) => op.lease_id === lease_id)
    .modify({ stripped: true })

/**
 * Goes on under a new lease: in one transaction the unacknowledged tail is put aside and what it says is appended
 * again, the newest value of each key and every op that stands for itself. Nothing is lost by a crash in between. A lease
 * that was taken in before, by an answer that came earlier, changes nothing.
 * @param submissions what the server holds of them: the answer that named them may have been lost
 * @returns the new end of the log, or null where there is no such attempt
 */
export async function adoptLease(
  db: LocalDatabase,
  attemptId: string,
  lease: LeaseGrant,
  submissions: readonly SavedSubmission[] = [],
): Promise<{ seq: number; hash: string } | null> {
  const tables = [db.attempts, db.ops, db.aside, db.answers, db.submissions, db.blobs]
  return db.transaction('rw', tables, async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt) return null
    if (attempt.lease_id === lease.lease_id) return { seq: attempt.tail_seq, hash: attempt.tail_hash }
    const held = await heldSeq(db, attempt, lease)
    const tail = await db.ops
      .where('[attempt_id+seq]')
      .between([attemptId, held], [attemptId, Number.MAX_SAFE_INTEGER], false, true)
      .toArray()
    // Not in the server's log, whatever was acknowledged before a restore: all of it is still to be sent aside.
    await db.aside.bulkPut(tail.map((op) => ({ ...op, acked_at: null, is_again: true as const })))
    await db.ops.bulkDelete(tail.map((op) => [attemptId, op.seq] as [string, number]))
    const arrived = new Set(submissions.map(({ op_id }) => op_id))
    const again = tail.filter(({ op_id }) => !arrived.has(op_id))
    for (const op of again) if (op.type === 'submit') await db.submissions.delete([attemptId, op.op_id])
    for (const { op_id, submission_id } of submissions)
      await db.submissions.update([attemptId, op_id], { submission_id })
    await db.attempts.update(attemptId, leaseFields(lease))
    const { ops: written } = await appendEntries(db, attemptId, rebased(again))
    // A picture follows the op that names it now.
    for (const op of written)
      if (op.type === 'snapshot_taken') await db.blobs.update([attemptId, sha256Of(op)], { seq: op.seq })
    const last = written.at(-1)
    return last ? { seq: last.seq, hash: last.hash } : { seq: lease.head_seq, hash: lease.head_hash }
  })
}

const sha256Of = (op: OpRecord): string => (JSON.parse(op.body ?? '{}') as Partial<SnapshotBody>).sha256 ?? ''

/**
 * Up to where the server holds what this device wrote: its head where that is ours, although the answer may have been
 * lost; otherwise no further than both sides agreed. A server that came back from a backup holds less than it did.
 */
async function heldSeq(db: LocalDatabase, attempt: AttemptRecord, lease: LeaseGrant): Promise<number> {
  const own = await ownHashAt(db, attempt, lease.head_seq)
  return own === lease.head_hash ? lease.head_seq : Math.min(attempt.acked_seq, lease.head_seq)
}

/** Values of a key replace each other; everything else happened by itself and stays. */
const replacing = new Set(['draft', 'mcq_save', 'mcq_select'])

/** What a tail comes to: of each key its newest values, and all that stands for itself. */
export function newestOf(tail: readonly OpRecord[]): OpRecord[] {
  const newest = new Map(tail.map((op) => [`${op.type} ${op.key}`, op.seq]))
  return tail.filter((op) => !replacing.has(op.type) || newest.get(`${op.type} ${op.key}`) === op.seq)
}

const rebased = (tail: readonly OpRecord[]): NewEntry[] =>
  newestOf(tail).map((op) => ({
    type: op.type,
    key: op.key,
    body: JSON.parse(op.body ?? '{}') as unknown,
    madeAt: op.est_server_ms,
  }))

/** The part of an attempt's record that a lease sets. */
export function leaseFields(
  lease: LeaseGrant,
): Omit<
  AttemptRecord,
  | 'token'
  | 'invitation_token'
  | 'drive_id'
  | 'candidate_id'
  | 'view'
  | 'mcqs_submitted'
  | 'finished_at'
  | 'ended_elsewhere'
  | 'acked_at'
> {
  return {
    attempt_id: lease.attempt_id,
    lease_id: lease.lease_id,
    lease_epoch: lease.lease_epoch,
    nonce: lease.nonce,
    granted_head_seq: lease.granted_head_seq,
    granted_head_hash: lease.granted_head_hash,
    order_seed: lease.order_seed,
    server_epoch: lease.server_epoch,
    strikes: lease.strikes,
    strikes_seq: undefined,
    screen_exits: lease.screen_exits,
    tail_seq: lease.head_seq,
    tail_hash: lease.head_hash,
    acked_seq: lease.head_seq,
    acked_hash: lease.head_hash,
    anchor: anchorNow(lease.anchor, Date.parse(lease.server_time)),
    started_at: Date.parse(lease.started_at),
    deadline_at: Date.parse(lease.deadline_at),
    state: lease.state,
    end_reason: lease.end_reason,
    paused_at: timeOrNull(lease.paused_at),
    newest_notice: lease.newest_notice,
    receipt: lease.receipt,
    receipt_file: fileOfAnswer(lease, lease),
    start_receipt: lease.receipt,
    lease_lost: false,
    quarantined_seq: 0,
  }
}

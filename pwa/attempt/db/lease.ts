import type { SnapshotBody } from '#contract/ops.ts'
import type { LeaseGrant, SavedAnswers, SavedSubmission } from '#contract/sync.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { anchorNow } from '../clock.ts'
import { heldSeq } from '../pending.ts'
import { fileOfAnswer } from '../receipt.ts'
import { answersIn, newestLanguages, submissionsIn } from '../savedAnswers.ts'
import { timeOrNull } from './ack.ts'
import { appendEntries, type NewEntry } from './append.ts'
import { finishedRecord } from './finished.ts'
import { deleteOps, listOpsAfter, ownHashAt } from './ops.ts'
import { languagesNameOf } from './prefs.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from './schema.ts'

/** The right to write a test: what this device does with its log when it gets one, or another. */

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
  submissions: readonly Pick<SavedSubmission, 'op_id' | 'submission_id'>[] = [],
): Promise<{ seq: number; hash: string } | null> {
  const tables = [db.attempts, db.ops, db.aside, db.answers, db.submissions, db.blobs]
  return db.transaction('rw', tables, async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt) return null
    if (attempt.lease_id === lease.lease_id) return { seq: attempt.tail_seq, hash: attempt.tail_hash }
    const held = await heldBy(lease, db, attempt)
    const tail = await listOpsAfter(db, attemptId, held)
    // Not in the server's log, whatever was acknowledged before a restore: all of it is still to be sent aside.
    await db.aside.bulkPut(tail.map((op) => ({ ...op, acked_at: null, is_again: true as const })))
    await deleteOps(db, attemptId, tail)
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
async function heldBy(lease: LeaseGrant, db: LocalDatabase, attempt: AttemptRecord): Promise<number> {
  const own = await ownHashAt(db, attempt, lease.head_seq)
  return own === lease.head_hash ? lease.head_seq : Math.min(attempt.acked_seq, lease.head_seq)
}

/** Values of a key replace each other; everything else happened by itself and stays. */
const replacing = new Set(['draft', 'mcq_save', 'mcq_select'])

/** The ops of a tail that still say something: the newest values of each key, and all that stands for itself. */
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
    anchor_id: op.anchor_id,
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

/**
 * Keeps a test that this device comes to with a lease, in the place of what it had of it before: what the server lacks of
 * that is put aside.
 */
export async function keepAttempt(
  db: LocalDatabase,
  view: DriveView,
  lease: LeaseGrant,
  saved: SavedAnswers,
  invitation: string | null,
): Promise<AttemptRecord> {
  const record: AttemptRecord = {
    ...leaseFields(lease),
    token: lease.auth_token,
    invitation_token: invitation,
    drive_id: view.drive.id,
    candidate_id: view.candidate_id,
    view,
    mcqs_submitted: saved.mcqs_submitted,
    ...endOf(lease),
    acked_at: null,
  }
  const id = lease.attempt_id
  const tables = [db.attempts, db.ops, db.answers, db.submissions, db.aside, db.settings, db.blobs]
  await db.transaction('rw', tables, async () => {
    // Notices that were read here once are not shown again just because the test went on somewhere in between.
    const before = await db.attempts.get(id)
    const { notices_read } = before ?? (await finishedRecord(db, id)) ?? {}
    const older = await listOpsAfter(db, id, -1)
    const held = before ? heldSeq(before) : 0
    await db.aside.bulkPut(
      older.map((op) =>
        op.seq <= held && op.acked_at === null ? { ...op, quarantined_at: Date.now() } : op,
      ),
    )
    const alone = older.filter(({ seq, quarantined_at }) => seq > held && quarantined_at === undefined).length
    // A picture waits for an op of this log no longer: its own goes to the quarantine.
    await db.blobs.where('attempt_id').equals(id).modify({ seq: 0 })
    await deleteOps(db, id, older)
    await db.answers.where('attempt_id').equals(id).delete()
    await db.answers.bulkPut(answersIn(id, lease.head_seq, saved))
    await db.submissions.where('attempt_id').equals(id).delete()
    await db.submissions.bulkPut(submissionsIn(id, lease.head_seq, saved))
    await db.settings.put({ name: languagesNameOf(id), value: newestLanguages(saved) })
    await db.attempts.put({
      ...record,
      aside_waiting: (before?.aside_waiting ?? 0) + alone,
      ...(notices_read !== undefined && { notices_read }),
    })
  })
  return record
}

/** A test that had ended before this device came to it: its own time, and no receipt of this device's. */
function endOf(lease: LeaseGrant): Pick<AttemptRecord, 'finished_at' | 'ended_elsewhere'> {
  if (lease.state === 'running') return { finished_at: null }
  return { finished_at: Date.parse(lease.finished_at ?? lease.deadline_at), ended_elsewhere: true }
}

import type { SnapshotBody } from '#contract/ops.ts'
import type { LeaseGrant, SavedSubmission } from '#contract/sync.ts'
import { anchorNow } from '../clock.ts'
import { timeOrNull } from './ack.ts'
import { answerEntries } from './answerEntries.ts'
import { appendEntries, type NewEntry } from './append.ts'
import { leaseFields } from './lease.ts'
import { deleteOps, listOpsAfter, ownHashAt } from './ops.ts'
import { askAgain } from './quarantine.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from './schema.ts'

/** The way from one lease of a test to the next, and to a server that holds less than it did. */

/**
 * Goes on under a new lease: in one transaction the unacknowledged tail is put aside and what it says is appended
 * again, the newest value of each key and every op that stands for itself. Nothing is lost by a crash in between. The lease
 * that this device has changes nothing, unless a server that came back from a backup gives it again: then what that lacks
 * is sent to it as it is.
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
    if (isRestored(lease, attempt)) {
      await askAgain(db, attemptId)
      await nameAnew(db, attemptId, submissions)
    }
    if (attempt.lease_id === lease.lease_id) {
      if (isRestored(lease, attempt)) await db.attempts.update(attemptId, resumedFields(attempt, lease))
      return { seq: attempt.tail_seq, hash: attempt.tail_hash }
    }
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
    const beyond = await answersBeyond(db, attempt, lease.head_seq, tail)
    await db.attempts.update(attemptId, { ...leaseFields(lease), ...noticesWithin(attempt, lease) })
    const { ops: written } = await appendEntries(db, attemptId, [...beyond, ...rebased(again)])
    // A picture follows the op that names it now.
    for (const op of written)
      if (op.type === 'snapshot_taken') await db.blobs.update([attemptId, sha256Of(op)], { seq: op.seq })
    const last = written.at(-1)
    return last ? { seq: last.seq, hash: last.hash } : { seq: lease.head_seq, hash: lease.head_hash }
  })
}

/** The submissions have other numbers on a server that came back from a backup, or none. */
async function nameAnew(
  db: LocalDatabase,
  attemptId: string,
  submissions: readonly Pick<SavedSubmission, 'op_id' | 'submission_id'>[],
): Promise<void> {
  const ids = new Map(submissions.map(({ op_id, submission_id }) => [op_id, submission_id]))
  await db.submissions
    .where('attempt_id')
    .equals(attemptId)
    .modify((row) => {
      row.submission_id = ids.get(row.op_id) ?? null
    })
}

/** The change to the record by a lease that goes on, on a server that holds less than it had acknowledged. */
const resumedFields = (attempt: AttemptRecord, lease: LeaseGrant): Partial<AttemptRecord> => ({
  lease_epoch: lease.lease_epoch,
  server_epoch: lease.server_epoch,
  acked_seq: lease.head_seq,
  acked_hash: lease.head_hash,
  anchor: anchorNow(lease.anchor, Date.parse(lease.server_time)),
  deadline_at: Date.parse(lease.deadline_at),
  paused_at: timeOrNull(lease.paused_at),
  newest_notice: lease.newest_notice,
  lease_lost: false,
  quarantined_seq: 0,
  giving_up: undefined,
  ...noticesWithin(attempt, lease),
})

/** Notices that a backup lacks have their numbers given to others, which are still to be read. */
const noticesWithin = (
  { notices_read, adopted_notice }: AttemptRecord,
  { newest_notice }: Pick<LeaseGrant, 'newest_notice'>,
): Partial<AttemptRecord> => ({
  ...(notices_read !== undefined && { notices_read: Math.min(notices_read, newest_notice) }),
  ...(adopted_notice !== undefined && { adopted_notice: Math.min(adopted_notice, newest_notice) }),
})

/**
 * The answers that this device came to the test with and a server that came back from a backup lacks: they stand in
 * another device's log, and nothing of this one's takes their place. Whatever did not count gains nothing by it. The server's
 * time at which this device came proves that they are older.
 */
async function answersBeyond(
  db: LocalDatabase,
  { attempt_id, granted_anchor: anchor_id }: AttemptRecord,
  head: number,
  tail: readonly OpRecord[],
): Promise<NewEntry[]> {
  const own = new Set(tail.map(({ seq }) => seq))
  const answers = await db.answers.where('attempt_id').equals(attempt_id).toArray()
  return answers
    .filter(({ seq, is_uncounted }) => seq > head && !own.has(seq) && !is_uncounted)
    .flatMap((answer) => {
      const madeAt = answer.made_at ?? answer.saved_at
      const made = { ...(madeAt !== undefined && { madeAt }), ...(anchor_id !== undefined && { anchor_id }) }
      return answerEntries(answer).map((entry) => ({ ...entry, ...made }))
    })
}

const sha256Of = (op: OpRecord): string => (JSON.parse(op.body ?? '{}') as Partial<SnapshotBody>).sha256 ?? ''

/**
 * Up to where the server holds what this device wrote: its head where that is ours, although the answer may have been
 * lost; otherwise no further than both sides agreed. A server that came back from a backup, and has gone on without this
 * device, may hold nothing of its lease.
 */
async function heldBy(lease: LeaseGrant, db: LocalDatabase, attempt: AttemptRecord): Promise<number> {
  const own = await ownHashAt(db, attempt, lease.head_seq)
  if (own === lease.head_hash) return lease.head_seq
  const agreed = isRestored(lease, attempt) ? attempt.granted_head_seq : attempt.acked_seq
  return Math.min(agreed, lease.head_seq)
}

/**
 * Another device has the test, by a server that came back from a backup: it is offered again what it held of this one, in the
 * log and beside it. It keeps nothing twice.
 * @param details of its refusal; a server that is older than the page does not say its epoch
 */
export async function hearOfRestore(
  db: LocalDatabase,
  attemptId: string,
  { server_epoch }: Record<string, unknown>,
): Promise<void> {
  if (typeof server_epoch !== 'number') return
  await db.transaction('rw', [db.ops, db.aside, db.attempts], async () => {
    const attempt = await db.attempts.get(attemptId)
    if (!attempt || attempt.server_epoch === server_epoch) return
    const held = await listOpsAfter(db, attemptId, -1, attempt.acked_seq)
    await db.aside.bulkPut(held.map((op) => ({ ...op, acked_at: null })))
    await askAgain(db, attemptId)
    await db.attempts.update(attemptId, { server_epoch })
  })
}

/** The server came back from a backup since this device heard of it last. */
const isRestored = (lease: LeaseGrant, attempt: AttemptRecord): boolean =>
  lease.server_epoch !== attempt.server_epoch

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

import type { ReceiptFile } from '#contract/receipt.ts'
import type { LeaseGrant, SavedAnswers } from '#contract/sync.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { anchorNow } from '../clock.ts'
import { heldSeq } from '../pending.ts'
import { fileOfAnswer } from '../receipt.ts'
import { answersIn, newestLanguages, submissionsIn } from '../savedAnswers.ts'
import { timeOrNull } from './ack.ts'
import { finishedRecord } from './finished.ts'
import { deleteOps, listOpsAfter, ownHashAt } from './ops.ts'
import { languagesNameOf } from './prefs.ts'
import type { AttemptRecord, LocalDatabase, OpRecord } from './schema.ts'

/** The right to write a test, as this device keeps it. */

/** The receipt of the change that a lease was granted on. */
function grantedFile(lease: LeaseGrant): ReceiptFile | undefined {
  const { granted_head_seq: head_seq, granted_head_hash: head_hash, granted_receipt, granted_at } = lease
  if (granted_receipt === undefined) return undefined
  return fileOfAnswer(lease, {
    ...lease,
    head_seq,
    head_hash,
    receipt: granted_receipt,
    receipt_at: granted_at,
  })
}

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
    start_file: grantedFile(lease),
    start_proof: lease.start_proof,
    granted_anchor: lease.anchor,
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
    const isRestored = before !== undefined && before.server_epoch !== lease.server_epoch
    // The server keeps no op twice.
    const isOurs = isRestored && (await ownHashAt(db, before, lease.head_seq)) === lease.head_hash
    const most = isRestored ? (isOurs ? lease.head_seq : 0) : Infinity
    const held = before ? Math.min(heldSeq(before), most) : 0
    await db.aside.bulkPut(older.map((op) => putAside(op, held)))
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

/** The server keeps what it holds beside the log; whatever it had acknowledged before a restore, the rest is still to be sent. */
function putAside(op: OpRecord, held: number): OpRecord {
  if (op.seq > held) return { ...op, acked_at: null }
  return op.acked_at === null ? { ...op, quarantined_at: Date.now() } : op
}

/** A test that had ended before this device came to it: its own time, and no receipt of this device's. */
function endOf(lease: LeaseGrant): Pick<AttemptRecord, 'finished_at' | 'ended_elsewhere'> {
  if (lease.state === 'running') return { finished_at: null }
  return { finished_at: Date.parse(lease.finished_at ?? lease.deadline_at), ended_elsewhere: true }
}

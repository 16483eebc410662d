import type { Queries } from '../connect.ts'
import { toldSql } from '../sealedRows.ts'
import type { HeldLease } from './leases.ts'

/** The hot path's reads and writes, in prepared SQL: one attempt's head, its ops and its answers. */

export interface HeadRow {
  id: number
  ref: string
  drive_id: number
  candidate_id: number
  started_at: number | null
  deadline_at: number | null
  finished_at: number | null
  finish_seq: number | null
  sealed_at: number | null
  end_reason: string | null
  mcqs_submitted_at: number | null
  feedback_at: number | null
  is_fraud: number
  profile_completed_at: number | null
  head_seq: number
  head_hash: string
  head_seal: string
  log_bytes: number
  lease_id: string | null
  lease_epoch: number
  last_contact_at: number | null
  reads_from: number | null
  reads_before: number | null
  read_at: number | null
  /** JSON: see the schema. */
  announced: string | null
  paused_at: number | null
  paused_ms: number
  unused_ms: number
  newest_notice: number
  content_version: number
  paper_id: number | null
  max_offline_minutes: number
  late_policy: 'accept' | 'hold' | 'reject'
  /** JSON; null where nothing was ever lifted. */
  lifted_rules: string | null
  leave_policy: 'end' | 'warn' | 'log'
  leave_warnings: number
  webcam: 0 | 1
  /** A snapshot is named in the log whose bytes have not come. */
  awaits_pictures: 0 | 1
}

const headSql = `SELECT a.id, a.ref, a.drive_id, a.candidate_id, a.started_at, a.deadline_at, a.finished_at, a.finish_seq, a.sealed_at,
  a.end_reason, a.mcqs_submitted_at, a.feedback_at, a.is_fraud, a.profile_completed_at, a.head_seq, a.head_hash, a.head_seal, a.log_bytes,
  a.lease_id, a.lease_epoch, a.last_contact_at, a.reads_from, a.reads_before, a.read_at, a.announced, a.paused_at, a.paused_ms, a.unused_ms, a.newest_notice,
  d.content_version, a.paper_id, d.max_offline_minutes, d.late_policy, a.lifted_rules, d.leave_policy, d.leave_warnings, d.webcam,
  CASE WHEN EXISTS (SELECT 1 FROM snapshots s WHERE s.attempt_id = a.id AND s.stored_at IS NULL) THEN 1 ELSE 0 END AS awaits_pictures`
const headFrom = ' FROM attempts a JOIN drives d ON d.id = a.drive_id'
// Joined once: a text put together anew would be hashed anew to find its statement.
const headByTokenSql = `${headSql}${headFrom} WHERE d.deleted_at IS NULL AND a.token_hash = ?`
const headByIdSql = `${headSql}${headFrom} WHERE d.deleted_at IS NULL AND a.id = ?`
const headAndLeaseSql = `${headSql}, l.lease_id AS asked_lease, l.epoch AS asked_epoch, l.nonce AS asked_nonce,
  l.granted_head_seq AS asked_head_seq, l.granted_head_hash AS asked_head_hash, l.granted_at AS asked_granted_at, l.frozen_at AS asked_frozen_at${headFrom}
  LEFT JOIN leases l ON l.lease_id = ? AND l.attempt_id = a.id WHERE d.deleted_at IS NULL AND a.token_hash = ?`

/** The head of the attempt a token belongs to. */
export const findHeadByToken = (q: Queries, tokenHash: string) =>
  q.raw.get<HeadRow>(headByTokenSql, tokenHash)

export const findHead = (q: Queries, attemptId: number) => q.raw.get<HeadRow>(headByIdSql, attemptId)

interface HeadAndLeaseRow extends HeadRow {
  asked_lease: string | null
  asked_epoch: number
  asked_nonce: string
  asked_head_seq: number
  asked_head_hash: string
  asked_granted_at: number
  asked_frozen_at: number | null
}

/** Both that a sync needs, in one statement. `lease`: null where the attempt never had it. */
export async function findHeadAndLease(
  q: Queries,
  tokenHash: string,
  leaseId: string,
): Promise<{ head: HeadRow; lease: HeldLease | null } | undefined> {
  const row = await q.raw.get<HeadAndLeaseRow>(headAndLeaseSql, leaseId, tokenHash)
  if (!row) return undefined
  const lease =
    row.asked_lease === null
      ? null
      : {
          lease_id: row.asked_lease,
          epoch: row.asked_epoch,
          nonce: row.asked_nonce,
          granted_head_seq: row.asked_head_seq,
          granted_head_hash: row.asked_head_hash,
          granted_at: row.asked_granted_at,
          frozen_at: row.asked_frozen_at,
        }
  return { head: row, lease }
}

/** The fields that a repeated op must match and is answered with. */
export interface StoredOp {
  seq: number
  op_id: string
  body_hash: string
  hash: string
  result: 'applied' | 'applied_late' | 'rejected'
  reason: string | null
  verdict: 'on_time' | 'on_time_claimed' | 'late'
  received_at: number
}
const storedColumns = 'seq, op_id, body_hash, hash, result, reason, verdict, received_at'

/** Those of these seqs that are stored, however far apart they lie. */
export const listStoredOpsAt = (q: Queries, attemptId: number, seqs: readonly number[]) =>
  q.raw.all<StoredOp>(
    `SELECT ${storedColumns} FROM ops WHERE attempt_id = ? AND seq IN (SELECT value FROM json_each(?))`,
    attemptId,
    JSON.stringify(seqs),
  )

export const listStoredOps = (q: Queries, attemptId: number, from: number, to: number) =>
  q.raw.all<StoredOp>(
    `SELECT ${storedColumns} FROM ops WHERE attempt_id = ? AND seq BETWEEN ? AND ? ORDER BY seq`,
    attemptId,
    from,
    to,
  )

export const findStoredOpById = (q: Queries, attemptId: number, opId: string) =>
  q.raw.get<StoredOp>(`SELECT ${storedColumns} FROM ops WHERE attempt_id = ? AND op_id = ?`, attemptId, opId)

export interface NewOp {
  attempt_id: number
  seq: number
  op_id: string
  lease_id: string
  type: string
  key: string
  body: Buffer | null
  body_deflated: 0 | 1
  body_hash: string
  prev_hash: string
  hash: string
  boot_id: string
  mono_ms: number
  wall_ms: number
  anchor_id: string
  est_server_ms: number
  made_at: number
  received_at: number
  announced_at: number
  result: string
  reason: string | null
  verdict: string
}

const tellUnreadSql = `${toldSql('ops', 'o')} WHERE o.attempt_id = ? AND o.seq = ?`

/** Answers 0 where another op of the attempt has this op_id. */
export async function insertOp(q: Queries, op: NewOp): Promise<number> {
  const inserted = await q.raw.run(
    `INSERT INTO ops (attempt_id, seq, op_id, lease_id, type, key, body, body_deflated, body_hash, prev_hash, hash,
     boot_id, mono_ms, wall_ms, anchor_id, est_server_ms, made_at, received_at, announced_at, result, reason, verdict)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (attempt_id, op_id) DO NOTHING`,
    op.attempt_id,
    op.seq,
    op.op_id,
    op.lease_id,
    op.type,
    op.key,
    op.body,
    op.body_deflated,
    op.body_hash,
    op.prev_hash,
    op.hash,
    op.boot_id,
    op.mono_ms,
    op.wall_ms,
    op.anchor_id,
    op.est_server_ms,
    op.made_at,
    op.received_at,
    op.announced_at,
    op.result,
    op.reason,
    op.verdict,
  )
  if (inserted > 0 && op.reason === 'bad_body') await q.raw.get(tellUnreadSql, op.attempt_id, op.seq)
  return inserted
}

/** SQL: an op `o` that sets its key for good, in the words of the index `ops_saves`. */
export const IS_SAVE = `o.type IN ('draft', 'submit', 'mcq_save')
  AND (o.result <> 'rejected' OR o.reason = 'no_submissions_left')`

export interface SavedValue {
  attempt_id: number
  key: string
  saved: string
  seq: number
  at: number
  made_at: number
  verdict: string
  /** The op beside the log it comes from; null for one of the log. */
  from: string | null
}

/**
 * A newer value of a key. The value that stood there is kept as `verified` while the new one still needs a decision;
 * one that comes too late does not take the place of one that waits for a decision.
 */
export const upsertSaved = (q: Queries, v: SavedValue) =>
  q.raw.run(
    `INSERT INTO answers (attempt_id, key, saved, saved_seq, saved_at, made_at, verdict, saved_from)
     VALUES (?,?,?,?,?,?,?,?)
     ON CONFLICT (attempt_id, key) DO UPDATE SET
       verified = CASE WHEN excluded.verdict = 'on_time' THEN NULL
                       WHEN answers.selected_at IS NOT NULL THEN answers.selected
                       WHEN answers.verdict = 'on_time' THEN answers.saved ELSE answers.verified END,
       verified_at = CASE WHEN excluded.verdict = 'on_time' THEN NULL
                          WHEN answers.selected_at IS NOT NULL THEN answers.selected_at
                          WHEN answers.verdict = 'on_time' THEN answers.made_at ELSE answers.verified_at END,
       verified_click = CASE WHEN excluded.verdict = 'on_time' THEN NULL
                             WHEN answers.selected_at IS NOT NULL THEN 1
                             WHEN answers.verdict = 'on_time' AND answers.saved IS NOT NULL THEN 0
                             WHEN answers.verdict = 'on_time' THEN NULL ELSE answers.verified_click END,
       verified_from = CASE WHEN excluded.verdict = 'on_time' THEN NULL
                            WHEN answers.selected_at IS NOT NULL THEN answers.selected_from
                            WHEN answers.verdict = 'on_time' THEN answers.saved_from ELSE answers.verified_from END,
       saved = excluded.saved, saved_seq = excluded.saved_seq, saved_at = excluded.saved_at,
       selected = NULL, selected_at = NULL, made_at = excluded.made_at, verdict = excluded.verdict,
       saved_from = excluded.saved_from, selected_from = NULL
     WHERE NOT (excluded.verdict = 'late' AND answers.verdict = 'on_time_claimed')`,
    v.attempt_id,
    v.key,
    v.saved,
    v.seq,
    v.at,
    v.made_at,
    v.verdict,
    v.from,
  )

/** A choice not yet saved. */
export const upsertSelected = (q: Queries, v: SavedValue) =>
  q.raw.run(
    `INSERT INTO answers (attempt_id, key, selected, selected_at, made_at, verdict, selected_from)
     VALUES (?,?,?,?,?,?,?)
     ON CONFLICT (attempt_id, key) DO UPDATE SET selected = excluded.selected, selected_at = excluded.selected_at,
       selected_from = excluded.selected_from`,
    v.attempt_id,
    v.key,
    v.saved,
    v.at,
    v.made_at,
    v.verdict,
    v.from,
  )

export interface HeadUpdate {
  id: number
  head_seq: number
  head_hash: string
  head_seal: string
  last_contact_at: number | null
  announced: string | null
  /** Added to what the log holds. */
  bytes: number
}

export const updateHead = (q: Queries, u: HeadUpdate) =>
  q.raw.run(
    `UPDATE attempts SET head_seq = ?, head_hash = ?, head_seal = ?,
     sealed_from = CASE WHEN sealed_from IS NULL AND ? > head_seq THEN head_seq + 1 ELSE sealed_from END, last_contact_at = ?,
     announced = ?, log_bytes = log_bytes + ? WHERE id = ?`,
    u.head_seq,
    u.head_hash,
    u.head_seal,
    u.head_seq,
    u.last_contact_at,
    u.announced,
    u.bytes,
    u.id,
  )

/** The device was heard at that time. */
export const setHeard = (q: Queries, attemptId: number, at: number) =>
  q.raw.run(
    'UPDATE attempts SET last_contact_at = max(coalesce(last_contact_at, 0), ?) WHERE id = ?',
    at,
    attemptId,
  )

/** @param announced JSON: see the schema */
export const setAnnounced = (q: Queries, attemptId: number, announced: string | null) =>
  q.raw.run('UPDATE attempts SET announced = ? WHERE id = ?', announced, attemptId)

/** The server answered a call of the attempt's client that was no sync. */
export const setReads = (q: Queries, attemptId: number, from: number, at: number, before: number | null) =>
  q.raw.run(
    'UPDATE attempts SET reads_from = ?, read_at = ?, reads_before = ? WHERE id = ?',
    from,
    at,
    before,
    attemptId,
  )

/** Whether the newest work of the log is its finish; what may follow one does not take the test up again. */
export const endsWithFinish = async (q: Queries, attemptId: number): Promise<boolean> =>
  (
    await q.raw.get<{ type: string }>(
      `SELECT type FROM ops WHERE attempt_id = ? AND result <> 'rejected'
       AND type NOT IN ('feedback', 'fraud_report', 'snapshot_taken') ORDER BY seq DESC LIMIT 1`,
      attemptId,
    )
  )?.type === 'finish'

/** Notes where a later lease wrote to a key first. */
export const insertFirstWriting = (
  q: Queries,
  at: { attempt_id: number; key: string; epoch: number; seq: number },
) =>
  q.raw.run(
    'INSERT INTO first_writings (attempt_id, key, epoch, seq) VALUES (?,?,?,?) ON CONFLICT DO NOTHING',
    at.attempt_id,
    at.key,
    at.epoch,
    at.seq,
  )

/** A late submission is not spent. */
export const countSubmissions = (q: Queries, attemptId: number) =>
  q.raw.all<{ problem_id: number; used: number; late: number }>(
    `SELECT problem_id, sum(verdict <> 'late') AS used, sum(verdict = 'late') AS late FROM submissions
     WHERE attempt_id = ? AND kind = 'submit' GROUP BY problem_id`,
    attemptId,
  )

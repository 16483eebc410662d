import type { Queries } from '../connect.ts'

/** What a check of all evidence walks beside the logs: rows in their order, in parts. */

export interface AuditRow {
  id: number
  organization_id: number | null
  user_id: number | null
  action: string
  subject: string
  before: string | null
  after: string | null
  created_at: number
  prev_hash: string
  hash: string
}

export const listAuditRows = (q: Queries, after: number, limit: number) =>
  q.raw.all<AuditRow>(
    `SELECT id, organization_id, user_id, action, subject, before, after, created_at, prev_hash, hash
     FROM audit_log WHERE id > ? ORDER BY id LIMIT ?`,
    after,
    limit,
  )

/** Webcam pictures that storage should hold. */
export const listStoredPictures = (q: Queries, attemptId: number) =>
  q.raw.all<{ sha256: string }>(
    'SELECT sha256 FROM snapshots WHERE attempt_id = ? AND stored_at IS NOT NULL AND swept_at IS NULL ORDER BY id',
    attemptId,
  )

/** What stands beside the log, as its device hashed it. */
export const listAsideOps = (q: Queries, attemptId: number) =>
  q.raw.all<{ op: string; hash: string }>(
    'SELECT op, hash FROM quarantine WHERE attempt_id = ? ORDER BY lease_id, seq',
    attemptId,
  )

/** Answers and submissions beside the op of the log they were made from; `body` null where the log does not have it. */
export const listMadeFromLog = (q: Queries, attemptId: number) =>
  q.raw.all<{ key: string; value: string; body: Buffer | null; body_deflated: number | null }>(
    `SELECT n.key, n.saved AS value, o.body, o.body_deflated FROM answers n
       LEFT JOIN ops o ON o.attempt_id = n.attempt_id AND o.seq = n.saved_seq AND o.key = n.key
     WHERE n.attempt_id = @attemptId AND n.saved IS NOT NULL AND n.saved_from IS NULL
     UNION ALL
     SELECT 'submission ' || s.id, s.source, o.body, o.body_deflated FROM submissions s
       LEFT JOIN ops o ON o.attempt_id = s.attempt_id AND o.op_id = s.op_id AND o.type = 'submit'
     WHERE s.attempt_id = @attemptId AND s.kind = 'submit'
       AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.attempt_id = s.attempt_id AND q.op_id = s.op_id)`,
    { attemptId },
  )

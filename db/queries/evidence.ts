import type { Queries } from '../connect.ts'
import { rowsOf, SEALED_TABLES, sealedForm } from '../sealedRows.ts'
import { nextTurn } from '../turn.ts'

/** The rows beside the logs that a check of all evidence walks: in their order, in parts. */

export interface AuditEvidence {
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
  q.raw.all<AuditEvidence>(
    `SELECT id, organization_id, user_id, action, subject, before, after, created_at, prev_hash, hash
     FROM audit_log WHERE id > ? ORDER BY id LIMIT ?`,
    after,
    limit,
  )

/** Texts of up to 64 KB each are read so many at once. */
const ROWS_AT_ONCE = 20

/** An attempt's rows beside its log, each as it is sealed. */
export async function* listSealedRows(q: Queries, attemptId: number): AsyncGenerator<string> {
  for (const table of SEALED_TABLES) {
    const ids = await q.raw.all<{ place: number }>(rowsOf(table), attemptId)
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      const part = JSON.stringify(ids.slice(from, from + ROWS_AT_ONCE).map(({ place }) => place))
      const rows = await q.raw.all<{ row: string }>(
        `SELECT ${sealedForm(table, 't')} AS row FROM ${table.name} t WHERE rowid IN (SELECT value FROM json_each(?))`,
        part,
      )
      for (const { row } of rows) yield row
      if (from > 0) await nextTurn()
    }
  }
}

/** Webcam pictures that storage should hold. */
export const listStoredPictures = (q: Queries, attemptId: number) =>
  q.raw.all<{ sha256: string }>(
    'SELECT sha256 FROM snapshots WHERE attempt_id = ? AND stored_at IS NOT NULL AND swept_at IS NULL ORDER BY id',
    attemptId,
  )

/** A row beside the log, as its device hashed it. */
export interface AsideRow {
  lease_id: string
  seq: number
  hash: string
  op_id: string
  type: string
  key: string
  /** JSON */
  op: string
  received_at: number
  adopted_at: number | null
}

/** Ops beside the log behind a place, in parts: one may be large. */
export const listAsideOps = (q: Queries, attemptId: number, after: AsideRow | undefined) =>
  q.raw.all<AsideRow>(
    `SELECT lease_id, seq, hash, op_id, type, key, op, received_at, adopted_at FROM quarantine
     WHERE attempt_id = ? AND (lease_id, seq, hash) > (?, ?, ?) ORDER BY lease_id, seq, hash LIMIT ${ROWS_AT_ONCE}`,
    attemptId,
    after?.lease_id ?? '',
    after?.seq ?? 0,
    after?.hash ?? '',
  )

/** The attempts of a drive that have begun, in the order of their invitation. */
export const listBegunIds = async (q: Queries, driveId: number): Promise<number[]> =>
  (
    await q.raw.all<{ id: number }>(
      'SELECT id FROM attempts WHERE drive_id = ? AND started_at IS NOT NULL ORDER BY id',
      driveId,
    )
  ).map(({ id }) => id)

/** The server's own notes on an op of the log. */
export interface OpStamps {
  seq: number
  hash: string
  made_at: number
  announced_at: number
  received_at: number
  result: string
  reason: string | null
  verdict: string
}

export const listStamps = (q: Queries, attemptId: number, after: number, limit: number) =>
  q.raw.all<OpStamps>(
    `SELECT seq, hash, made_at, announced_at, received_at, result, reason, verdict
     FROM ops WHERE attempt_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    attemptId,
    after,
    limit,
  )

/** Submissions and how each was made. */
export interface MadeSubmission {
  id: number
  op_id: string
  kind: 'submit' | 'final'
  problem_id: number
  language_id: number
  source: string
  made_at: number
  verdict: string
}

export const listMadeSubmissions = (q: Queries, attemptId: number) =>
  q.raw.all<MadeSubmission>(
    `SELECT id, op_id, kind, problem_id, language_id, source, made_at, verdict FROM submissions
     WHERE attempt_id = ? ORDER BY id`,
    attemptId,
  )

/** The decisions of staff, by op. */
export const listDecisions = (q: Queries, attemptId: number) =>
  q.raw.all<{ op_id: string; decision: 'accepted' | 'rejected' }>(
    'SELECT op_id, decision FROM late_decisions WHERE attempt_id = ?',
    attemptId,
  )

export const listPictureNames = (q: Queries, attemptId: number) =>
  q.raw.all<{ sha256: string; logged_at: number | null }>(
    'SELECT sha256, logged_at FROM snapshots WHERE attempt_id = ?',
    attemptId,
  )

/** How an attempt ended, as its row says. */
export const findEnd = (q: Queries, attemptId: number) =>
  q.raw.get<{
    finish_seq: number | null
    finish_kind: string | null
    finished_at: number | null
    sealed_at: number | null
  }>('SELECT finish_seq, finish_kind, finished_at, sealed_at FROM attempts WHERE id = ?', attemptId)

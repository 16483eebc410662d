import type { LateDecision } from '#contract/views/lateWork.ts'
import type { Queries } from '../connect.ts'

/** The decisions of staff about late work: the last one of each piece. */

export interface DecisionRow {
  attempt_id: number
  op_id: string
  decision: LateDecision
  note: string
  decided_by: number
  decided_at: number
}

/** The last decision of staff about a piece of late work; nothing if there is none. */
export const findLateDecision = (q: Queries, attemptId: number, opId: string) =>
  q.raw.get<{ decision: LateDecision }>(
    'SELECT decision FROM late_decisions WHERE attempt_id = ? AND op_id = ?',
    attemptId,
    opId,
  )

export const upsertLateDecision = (q: Queries, row: DecisionRow) =>
  q.raw.run(
    `INSERT INTO late_decisions (attempt_id, op_id, decision, note, decided_by, decided_at) VALUES (?,?,?,?,?,?)
     ON CONFLICT (attempt_id, op_id) DO UPDATE SET decision = excluded.decision, note = excluded.note,
       decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
    row.attempt_id,
    row.op_id,
    row.decision,
    row.note,
    row.decided_by,
    row.decided_at,
  )

/** All of an attempt, oldest first. */
export const listWholeDecisions = (q: Queries, attemptId: number) =>
  q.raw.all<Omit<DecisionRow, 'attempt_id'>>(
    `SELECT op_id, decision, note, decided_by, decided_at FROM late_decisions
     WHERE attempt_id = ? ORDER BY decided_at, op_id`,
    attemptId,
  )

import type { Queries } from '../connect.ts'

/** The parts of a log that another installation wrote. */

export interface MovedLogRow {
  id: number
  attempt_id: number
  head_seq: number
  moved_at: number
  receipt_key: string
  /** JSON: see the schema. */
  numbers: string
}

/** In the order in which the log came from one to the next. */
export const listMovedLogs = (q: Queries, attemptId: number) =>
  q.raw.all<MovedLogRow>(
    'SELECT id, attempt_id, head_seq, moved_at, receipt_key, numbers FROM moved_logs WHERE attempt_id = ? ORDER BY id',
    attemptId,
  )

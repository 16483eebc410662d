import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/** A second connection to a running server's database: looks, and moves an attempt's deadline as an admin would. */
export function openServerDatabase(dataDirectory: string): Sqlite.Database {
  return new Sqlite(join(dataDirectory, 'holdfast.db'), { timeout: 5_000 })
}

export interface StoredAttempt {
  id: number
  ref: string
  head_seq: number
  head_hash: string
  end_reason: string | null
  started_at: number | null
  finished_at: number | null
  deadline_at: number | null
  strikes: number
}

/** The one attempt that was begun last. */
export function newestAttempt(db: Sqlite.Database): StoredAttempt {
  const row = db
    .prepare('SELECT * FROM attempts WHERE started_at IS NOT NULL ORDER BY started_at DESC LIMIT 1')
    .get()
  if (!row) throw new Error('No attempt was begun')
  return row as StoredAttempt
}

export function setDeadline(db: Sqlite.Database, attemptId: number, at: number): void {
  db.prepare('UPDATE attempts SET deadline_at = ? WHERE id = ?').run(at, attemptId)
}

export function draftsOf(db: Sqlite.Database, attemptId: number): string[] {
  return db
    .prepare("SELECT saved FROM answers WHERE attempt_id = ? AND key LIKE 'code:%' ORDER BY saved_at DESC")
    .pluck()
    .all(attemptId) as string[]
}

export function opsOf(
  db: Sqlite.Database,
  attemptId: number,
): { seq: number; type: string; result: string; verdict: string }[] {
  return db
    .prepare('SELECT seq, type, result, verdict FROM ops WHERE attempt_id = ? ORDER BY seq')
    .all(attemptId) as {
    seq: number
    type: string
    result: string
    verdict: string
  }[]
}

/** The bodies of what stands beside the log. */
export function quarantinedOf(db: Sqlite.Database, attemptId: number): string[] {
  return db
    .prepare("SELECT json_extract(op, '$.body') FROM quarantine WHERE attempt_id = ? ORDER BY seq")
    .pluck()
    .all(attemptId) as string[]
}

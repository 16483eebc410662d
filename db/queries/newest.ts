import type { Queries } from '../connect.ts'
import { readMeta } from './meta.ts'

/** Rows of each table that are looked at: a clock that went back left them behind newer ones with earlier times. */
const ROWS = 500
const TABLES = [
  ['ops', 'received_at'],
  ['events', 'created_at'],
  ['mails', 'created_at'],
  ['jobs', 'created_at'],
  ['audit_log', 'created_at'],
] as const

/**
 * The latest time, in milliseconds, among the rows written last.
 * @param notes names of facts of the installation that are times
 * @returns null where nothing was written yet
 */
export async function findNewestTime(q: Queries, notes: readonly string[]): Promise<number | null> {
  const times: number[] = []
  for (const [table, column] of TABLES) {
    const row = await q.raw.get<{ at: number | null }>(
      `SELECT max(at) AS at FROM (SELECT ${column} AS at FROM ${table} ORDER BY rowid DESC LIMIT ${ROWS})`,
    )
    if (row?.at != null) times.push(row.at)
  }
  for (const name of notes) {
    const noted = await readMeta(q, name)
    if (noted !== null) times.push(Number(noted))
  }
  return times.length > 0 ? Math.max(...times) : null
}

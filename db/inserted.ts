import { getTableColumns, type Table } from 'drizzle-orm'

/** Inserts of what staff author. Each answers the new row's id. */

/** The id of the one row that was inserted. @throws Error where none was */
export const insertedId = (rows: { id: number }[]): number => {
  const [row] = rows
  if (!row) throw new Error('An insert answered no row')
  return row.id
}

/** Rows of one insert get rising ids in their order; answers may come in another. */
export const risingIds = (rows: { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b)

/** SQLite takes 32,766 values in one statement. */
const MOST_VALUES = 32_000

/** Rows in parts that one statement can insert; none for no row. */
export function insertParts<T>(table: Table, rows: readonly T[]): T[][] {
  const most = Math.floor(MOST_VALUES / Object.keys(getTableColumns(table)).length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, i) => rows.slice(i * most, (i + 1) * most))
}

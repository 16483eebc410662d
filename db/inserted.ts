import { getTableColumns, type Table } from 'drizzle-orm'

/** The rows that an insert answers. */

/** The one row that was inserted. @throws Error where none was */
export function insertedRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('An insert answered no row')
  return row
}

export const insertedId = (rows: readonly { id: number }[]): number => insertedRow(rows).id

/** Rows of one insert get rising ids in their order; answers may come in another. */
export const risingIds = (rows: { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b)

/** SQLite takes 32,766 values in one statement. */
const MAX_VALUES = 32_000

/** Inserts any number of rows, so many at a time as one statement takes. */
export async function insertInParts<T>(
  table: Table,
  rows: readonly T[],
  insert: (part: T[]) => PromiseLike<unknown>,
): Promise<void> {
  const most = Math.floor(MAX_VALUES / Object.keys(getTableColumns(table)).length)
  for (let from = 0; from < rows.length; from += most) await insert(rows.slice(from, from + most))
}

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Whether a column is one of the values, however many: they travel as one, and a statement takes only so many. */
export const isAmong = (column: SQLWrapper, values: readonly (number | string)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`

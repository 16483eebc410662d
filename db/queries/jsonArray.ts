import { type SQL, sql } from 'drizzle-orm'

/**
 * The values that a group or a query gathers as JSON, as one list in a column: one row instead of as many as it has
 * values.
 */
export const jsonArray = <T>(json: SQL): SQL<T[]> =>
  sql`(${json})`.mapWith((list: string) => JSON.parse(list) as T[])

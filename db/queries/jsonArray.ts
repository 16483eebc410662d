import { type SQL, sql } from 'drizzle-orm'

/** The values that a group or a query gathers as JSON, as a list in one column: one row instead of one for each. */
export const jsonArray = <T>(json: SQL): SQL<T[]> =>
  sql`(${json})`.mapWith((list: string) => JSON.parse(list) as T[])

import { type Column, type SQL, sql } from 'drizzle-orm'

/** The values of a column in a group of rows, as one list in the order of another: one row instead of as many. */
export const gathered = <T>(column: Column, order: Column): SQL<T[]> =>
  sql`json_group_array(${column} ORDER BY ${order})`.mapWith((list: string) => JSON.parse(list) as T[])

/** The same, each value once and in any order. */
export const gatheredOnce = <T>(column: Column): SQL<T[]> =>
  sql`json_group_array(DISTINCT ${column})`.mapWith((list: string) => JSON.parse(list) as T[])

import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as s from '../schema/index.ts'

const given = (name: 'first_name' | 'last_name' | 'mobile_number'): SQL<string | null> =>
  sql<string | null>`coalesce(${s.attempts[name]}, ${s.candidates[name]})`

/**
 * A candidate beside an attempt: as they named themselves in it, whatever they said in a later one. Who has not said
 * anything in it yet is named as elsewhere.
 */
export const candidateOf = {
  ...getTableColumns(s.candidates),
  first_name: given('first_name'),
  last_name: given('last_name'),
  mobile_number: given('mobile_number'),
}

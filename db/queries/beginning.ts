import { type Column, type SQL, sql } from 'drizzle-orm'
import { STATEMENT_MAX_CHARACTERS } from '#contract/constants.ts'

/**
 * A statement as lists show it: a whole bank of long ones would be hundreds of megabytes. One that was typed is whole.
 */
export const beginningOf = (column: Column): SQL<string> =>
  sql<string>`iif(length(${column}) > ${STATEMENT_MAX_CHARACTERS}, substr(${column}, 1, ${STATEMENT_MAX_CHARACTERS}) || '…', ${column})`

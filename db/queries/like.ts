import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { foldedName } from '#contract/names.ts'

/** A pattern for LIKE … ESCAPE '\' that finds the text as it is: LIKE's own signs are searched for, not obeyed. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The longest part of a text that is ASCII, whose case LIKE goes over by itself. */
const asciiPart = (text: string): string =>
  text.split(/[^ -~]+/).reduce((longest, part) => (part.length > longest.length ? part : longest))

/**
 * Whether one of these texts holds what was typed, in either case of any alphabet. Folding each text takes ten times as
 * long as LIKE: it is done only where ASCII does not tell, and of texts that hold the ASCII part.
 */
export function containsText(search: string, ...columns: readonly SQLWrapper[]): SQL | undefined {
  if (search === '') return undefined
  const typed = foldedName(search)
  const ascii = asciiPart(typed)
  const pattern = likePattern(ascii)
  return or(
    ...columns.map((column) =>
      and(
        sql`${column} LIKE ${pattern} ESCAPE '\\'`,
        ascii === typed ? undefined : sql`instr(folded(${column}), ${typed}) > 0`,
      ),
    ),
  )
}

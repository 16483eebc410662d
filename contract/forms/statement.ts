import { consoleTexts as t } from '../consoleTexts.ts'
import { STATEMENT_MAX_BYTES, STATEMENT_MAX_CHARACTERS } from '../constants.ts'
import { words } from './fields.ts'

/**
 * How long a problem's statement may be. One that is typed keeps the specification's length. One that came with a package
 * or a file is its author's, as long as those are, and stays editable at that length (decision 0061).
 */

const required = t.problemDescriptionRequired
const min = [10, t.problemDescriptionTooShort] as const
const TOO_LARGE = `Problem Description must be at most ${STATEMENT_MAX_BYTES / 1_024} KB`

const bytesOf = (s: string): number => new TextEncoder().encode(s).length

export const typedStatement = words({
  required,
  min,
  max: [STATEMENT_MAX_CHARACTERS, t.problemDescriptionTooLong],
})

export const longStatement = words({ required, min, max: [STATEMENT_MAX_BYTES, TOO_LARGE] }).refine(
  (s) => bytesOf(s) <= STATEMENT_MAX_BYTES,
  TOO_LARGE,
)

/** Whether a stored statement is one that only a package or a file can have brought. */
export const isLongStatement = (stored: string): boolean => [...stored].length > STATEMENT_MAX_CHARACTERS

/** The rule for a statement that takes the place of a stored one; '' for a new problem. */
export const statementOver = (stored: string) => (isLongStatement(stored) ? longStatement : typedStatement)

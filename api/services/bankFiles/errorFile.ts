import { stringify } from 'csv-stringify/sync'
import type { ImportError } from '#contract/views/bank.ts'
import { csvOptions, csvText } from '../csv.ts'

/** So many lines: whoever has more to mend sees by them what is wrong, and is told that there are more. */
export const MAX_LINES = 5_000

/** The errors of a file, as a file: it quotes what it was given, so nothing in it runs as a formula. */
export const errorFileOf = (errors: readonly ImportError[]): string =>
  stringify(
    errors.slice(0, MAX_LINES).map(({ row, column, value, reason }) => ({
      Row: row,
      Column: column,
      Value: csvText(value),
      Reason: reason,
    })),
    { ...csvOptions, columns: ['Row', 'Column', 'Value', 'Reason'] },
  )

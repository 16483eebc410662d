import { z } from 'zod'
import { CSV_MAX_COLUMNS } from '../constants.ts'
import { upTo } from '../primitives.ts'

/** Which column of a file is read as which of ours, where the names in it do not say so. */
export const importMapping = z.strictObject({
  /** The first row holds names and is no item. */
  has_header: z.boolean(),
  /** By our names the places in the file, from 0; a column that nothing names is not read. */
  columns: z.record(
    upTo(40),
    z
      .number()
      .int()
      .min(0)
      .max(CSV_MAX_COLUMNS - 1),
  ),
})
export type ImportMapping = z.infer<typeof importMapping>

/** As a field beside a file carries it: JSON. */
export const importMappingField = upTo(10_000)
  .transform((text, issues): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      issues.addIssue({ code: 'custom', message: 'This is not JSON' })
      return z.NEVER
    }
  })
  .pipe(importMapping)

import type { z } from 'zod'

/** One column of a bank's file. */
export interface FileColumn {
  name: string
  /** A file without it is refused. */
  isRequired?: true
  /** The names that other systems give it; only for a guess that somebody sees. */
  aliases?: readonly string[]
}

/** A cell's text by its column's name; '' where the row has none. */
export type Cells = (column: string) => string

/** One thing wrong with a row, by its column. */
export interface RowError {
  column: string
  reason: string
}

/** The content of one row, as the form's schema takes it. */
export interface ReadRow {
  input: unknown
  /** The errors that no schema sees, such as a letter that names no option. */
  errors: RowError[]
  /** The places of the columns that hold the entries this row adds to the item's list (options, tests). */
  places: readonly number[]
}

/** A kind of file: its columns, and how a row becomes what a form would send. */
export interface FileKind<S extends z.ZodType = z.ZodType> {
  columns: readonly FileColumn[]
  schema: S
  read: (cells: Cells) => ReadRow
  /** The field of the item that is a list, its entries in columns of their own. */
  list: string
  /** The column that a schema's complaint is about; of an entry of the list, with the place of its columns. */
  columnOf: (path: readonly PropertyKey[], reason: string, place: number) => string
  /** Whether a row goes on with the item above it; `more` adds what it holds. */
  goesOn?: (cells: Cells) => boolean
  more?: (input: unknown, cells: Cells) => ReadRow
}

/** YES, no, TRUE, 1, …; null for anything else. */
export function yesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (['yes', 'y', 'true', '1', 'x'].includes(word)) return true
  return ['', 'no', 'n', 'false', '0'].includes(word) ? false : null
}

import Papa from 'papaparse'
import { CSV_MAX_COLUMNS, CSV_MAX_ROWS } from '#contract/constants.ts'
import { FileError } from './fileError.ts'
import { withOneLineEnd } from './lineEnds.ts'

/** A file's text as rows of cells, whatever stands between them. */

export interface TableRow {
  /** As a spreadsheet counts: blank rows too, lines within a cell not. */
  row: number
  cells: string[]
  error: string | null
}

export const columnName = (cell: string): string => cell.trim().toLowerCase()
const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** More than any header has. */
const HEAD = 65_536
const NEWLINE = '\n'

const firstRow = (text: string, delimiter: string): string[] =>
  Papa.parse<string[]>(withOneLineEnd(text.slice(0, HEAD), delimiter), {
    delimiter,
    newline: NEWLINE,
    preview: 1,
  }).data[0] ?? []

/** The line by which spreadsheets are told what separates the cells; they do not show it as a row. */
const SEPARATOR = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i

/** The sign by which most columns are known; where none is, the one that makes most cells. */
function delimiterOf(text: string, known: ReadonlySet<string>): string {
  const scores = [',', ';', '\t'].map((delimiter) => {
    const cells = firstRow(text, delimiter)
    const named = cells.filter((cell) => known.has(columnName(cell))).length
    return { delimiter, score: named * CSV_MAX_COLUMNS + Math.min(cells.length, CSV_MAX_COLUMNS - 1) }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

/** Signs that no text has: NUL and its like, and what stands for bytes that are no sign. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd]/

/**
 * A picture, a PDF or a spreadsheet under another name has no column that is known. A file that has one is read with
 * whatever signs its cells hold.
 * @throws FileError
 */
function refuseBinary(text: string, header: readonly string[], known: ReadonlySet<string>): void {
  if (header.some((cell) => known.has(columnName(cell))) || !NO_TEXT.test(text)) return
  throw new FileError(
    'This is not a CSV file: it contains characters that no text file has. Save the table as CSV and import that file.',
  )
}

/**
 * The first row and those below it, without blank ones.
 * @param known the names that columns may have, in small letters
 * @throws FileError where a row has too many cells, the file too many rows or none, or it is no text
 */
export function readTable(text: string, known: ReadonlySet<string>): { header: TableRow; rows: TableRow[] } {
  const said = SEPARATOR.exec(text)
  const body = text.slice(said?.[0].length ?? 0)
  const delimiter = said?.[1] ?? delimiterOf(body, known)
  refuseBinary(body, firstRow(body, delimiter), known)
  const [header, ...rows] = parse(withOneLineEnd(body, delimiter), delimiter)
  if (!header) throw new FileError('The file is empty.')
  return { header, rows }
}

/** @throws FileError where a row has too many cells, or the file too many rows */
function parse(text: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = []
  let row = 0
  let refused: string | null = null
  Papa.parse<string[]>(text, {
    delimiter,
    newline: NEWLINE,
    step: ({ data, errors }, parser) => {
      row += 1
      if (isBlank(data)) return
      if (data.length > CSV_MAX_COLUMNS)
        refused = `Row ${row} has ${data.length} cells; at most ${CSV_MAX_COLUMNS} columns are allowed.`
      else if (rows.length > CSV_MAX_ROWS)
        refused = `The file has more than ${CSV_MAX_ROWS.toLocaleString('en')} rows. Import it in parts.`
      else {
        const broken = errors.some(({ type }) => type === 'Quotes')
        rows.push({ row, cells: data, error: broken ? 'A quotation mark is not closed' : null })
        return
      }
      parser.abort()
    },
  })
  if (refused !== null) throw new FileError(refused)
  return rows
}

import Papa from 'papaparse'
import type { z } from 'zod'
import { CSV_MAX_COLUMNS, CSV_MAX_ROWS } from '#contract/constants.ts'
import type { ImportFault } from '#contract/views/bank.ts'
import { GUARDED, guardedIn, unguarded } from './cell.ts'
import type { Cells, FileKind, RowFault } from './columns.ts'
import { FileFault } from './fileFault.ts'
import { quoted } from './quoted.ts'

/** Reads a file's text by its columns' names and holds every row against the form's own schema. */

export interface ReadFile<T> {
  /** What is right. */
  items: ReadItem<T>[]
  faults: ImportFault[]
  /** Items in the file, right or wrong. */
  total: number
  /** The columns are wrong: no row was looked at. */
  isHeaderWrong: boolean
}

/** The sign that separates the cells: the one by which most columns are known. */
function delimiterOf(text: string, known: ReadonlySet<string>): string {
  const scores = [',', ';', '\t'].map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1 })
    return { delimiter, score: (data[0] ?? []).filter((cell) => known.has(nameOf(cell))).length }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

const nameOf = (cell: string): string => cell.trim().toLowerCase()
const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** @throws FileFault where a row has too many cells, or the file too many rows */
function parse(text: string, delimiter: string): { row: number; cells: string[]; fault: string | null }[] {
  const rows: { row: number; cells: string[]; fault: string | null }[] = []
  let row = 0
  let refused: string | null = null
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors }, parser) => {
      row += 1
      if (isBlank(data)) return
      if (data.length > CSV_MAX_COLUMNS)
        refused = `Row ${row} has ${data.length} cells; at most ${CSV_MAX_COLUMNS} columns are taken.`
      else if (rows.length > CSV_MAX_ROWS)
        refused = `The file has more than ${CSV_MAX_ROWS.toLocaleString('en')} rows. Import it in parts.`
      else {
        const broken = errors.some(({ type }) => type === 'Quotes')
        rows.push({ row, cells: data, fault: broken ? 'A quotation mark is not closed' : null })
        return
      }
      parser.abort()
    },
  })
  if (refused !== null) throw new FileFault(refused)
  return rows
}

/** Signs that no text has: NUL and its like, and what stands for bytes that are no sign. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NO_TEXT = /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffd]/

/**
 * A picture, a PDF or a spreadsheet under another name has no column that is known. A file that has one is read with
 * whatever signs its cells hold.
 * @throws FileFault
 */
function refuseBinary(text: string, header: readonly string[], known: ReadonlySet<string>): void {
  if (header.some((cell) => known.has(nameOf(cell))) || !NO_TEXT.test(text)) return
  throw new FileFault(
    'This is not a CSV file: it holds signs that no text has. Save the table as CSV, and import that file.',
  )
}

/** Every column that a file may have. */
const namesOf = (kind: FileKind): string[] => [...kind.columns.map(({ name }) => name), GUARDED]

/** What is wrong with the columns. */
function headerFaults(header: readonly string[], kind: FileKind): ImportFault[] {
  const known = namesOf(kind)
  const names = header.map(nameOf)
  const fault = (column: string, value: string, reason: string): ImportFault => ({
    row: 1,
    column: quoted(column),
    value: quoted(value),
    reason,
  })
  const given = names.flatMap((name, i) => {
    const value = header[i] ?? ''
    if (name === '') return i < names.length - 1 ? [fault('', value, 'This column has no name')] : []
    if (!known.includes(name))
      return [fault(name, value, 'This column is not known. Compare the sample file')]
    return names.indexOf(name) === i ? [] : [fault(name, value, 'This column is there twice')]
  })
  const missing = kind.columns
    .filter(({ name, isRequired }) => isRequired && !names.includes(name))
    .map(({ name }) => fault(name, '', 'This column is missing'))
  return [...given, ...missing]
}

/** One item of a file, with the row it begins in. */
export interface ReadItem<T> {
  row: number
  item: T
  /** Of a kind whose items may go on in rows below. */
  entries: { row: number; place: number }[]
}

/** Of an item that is not taken: the rows that continue it and have no fault of their own. */
export function rowsLeftOut(
  { row, entries }: Pick<ReadItem<unknown>, 'row' | 'entries'>,
  faults: readonly ImportFault[],
): ImportFault[] {
  const more = new Set(entries.map((entry) => entry.row))
  for (const told of [row, ...faults.map((fault) => fault.row)]) more.delete(told)
  return [...more].map((one) => ({
    row: one,
    column: '',
    value: '',
    reason: `It continues row ${row}, which is not taken`,
  }))
}

interface Item {
  row: number
  cells: Cells
  input: unknown
  faults: ImportFault[]
  /** Where each entry of its list stands. */
  entries: { row: number; cells: Cells; place: number }[]
}

/**
 * @returns what is right and what is wrong; row 1 is the header
 * @throws FileFault: too many rows or columns, or no row at all
 */
export function readRows<S extends z.ZodType>(text: string, kind: FileKind<S>): ReadFile<z.output<S>> {
  const known = new Set(namesOf(kind))
  const delimiter = delimiterOf(text, known)
  refuseBinary(text, Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0] ?? [], known)
  const [header, ...rows] = parse(text, delimiter)
  if (!header) throw new FileFault('The file is empty.')
  const wrong = headerFaults(header.cells, kind)
  if (wrong.length > 0) return { items: [], faults: wrong, total: 0, isHeaderWrong: true }
  if (rows.length === 0) throw new FileFault('There is no row below the header.')
  const columns = new Map(header.cells.map((cell, i) => [nameOf(cell), i]))

  const items: Item[] = []
  for (const { row, cells: values, fault: broken } of rows) {
    const cell: Cells = (column) => values[columns.get(column) ?? -1] ?? ''
    const guarded = guardedIn(cell(GUARDED))
    const cells: Cells = (column) => (guarded.has(column) ? unguarded(cell(column)) : cell(column))
    const told = ({ column, reason }: RowFault): ImportFault => ({
      row,
      column,
      value: quoted(cells(column)),
      reason,
    })
    const above = kind.goesOn?.(cells) ? items.at(-1) : undefined
    const { input, faults, places } = above && kind.more ? kind.more(above.input, cells) : kind.read(cells)
    const entries = places.map((place) => ({ row, cells, place }))
    const all = faults.map(told)
    const extra = values.slice(header.cells.length).find((cell) => cell.trim() !== '')
    if (broken) all.push(told({ column: '', reason: broken }))
    if (extra !== undefined)
      all.push({
        row,
        column: '',
        value: quoted(extra),
        reason: 'This row has more cells than there are columns',
      })
    if (above) {
      above.input = input
      above.faults.push(...all)
      above.entries.push(...entries)
    } else items.push({ row, cells, input, faults: all, entries })
  }

  const right: ReadItem<z.output<S>>[] = []
  const faults: ImportFault[] = []
  for (const item of items) {
    const parsed = kind.schema.safeParse(item.input)
    const found = parsed.success ? [] : schemaFaults(parsed.error, item, kind)
    // One sentence a cell: what was said already is not said again in the schema's words.
    const own = item.faults
    const all = [
      ...own,
      ...found.filter((one) => !own.some(({ row, column }) => row === one.row && column === one.column)),
    ]
    if (all.length === 0 && parsed.success) {
      const entries = kind.goesOn ? item.entries.map(({ row, place }) => ({ row, place })) : []
      right.push({ row: item.row, item: parsed.data, entries })
    } else faults.push(...all, ...rowsLeftOut(item, all))
  }
  return { items: right, faults, total: items.length, isHeaderWrong: false }
}

/** One sentence a cell, from the form's own schema. */
function schemaFaults(error: z.ZodError, item: Item, kind: FileKind): ImportFault[] {
  const byCell = new Map<string, ImportFault>()
  for (const issue of error.issues) {
    const [field, index] = issue.path
    const entry = field === kind.list && typeof index === 'number' ? item.entries[index] : undefined
    const { row, cells } = entry ?? item
    const column = kind.columnOf(issue.path, issue.message, entry?.place ?? 0)
    const cell = `${row} ${column}`
    if (byCell.has(cell)) continue
    byCell.set(cell, { row, column, value: quoted(cells(column)), reason: issue.message })
  }
  return [...byCell.values()]
}

import type { z } from 'zod'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { ImportError } from '#contract/views/bank.ts'
import { GUARDED, guardedIn, unguarded } from './cell.ts'
import type { Cells, FileKind, RowError } from './columns.ts'
import { FileError } from './fileError.ts'
import { columnsAsMapped, columnsByName, headerNames } from './header.ts'
import { quoted } from './quoted.ts'
import { readTable } from './table.ts'

/** Reads a file's text by its columns' names and holds every row against the form's own schema. */

export interface ReadFile<T> {
  /** The items that are right. */
  items: ReadItem<T>[]
  errors: ImportError[]
  /** Items in the file, right or wrong. */
  total: number
  /** The columns are wrong: no row was looked at. */
  isHeaderWrong: boolean
}

/** One item of a file, with the row it begins in. */
export interface ReadItem<T> {
  row: number
  item: T
  /** The rows that continue it, for a kind whose items may go on in rows below. */
  entries: { row: number; place: number }[]
}

/** The rows that continue an item that is not taken, and that have no error of their own. */
export function rowsLeftOut(
  { row, entries }: Pick<ReadItem<unknown>, 'row' | 'entries'>,
  errors: readonly ImportError[],
): ImportError[] {
  const more = new Set(entries.map((entry) => entry.row))
  for (const told of [row, ...errors.map((error) => error.row)]) more.delete(told)
  return [...more].map((one) => ({
    row: one,
    column: '',
    value: '',
    reason: `It continues row ${row}, which is not imported`,
  }))
}

interface Item {
  row: number
  cells: Cells
  input: unknown
  errors: ImportError[]
  /** The place of each entry of its list. */
  entries: { row: number; cells: Cells; place: number }[]
}

/**
 * @param mapping which column is which, where somebody said so
 * @returns what is right and what is wrong; row 1 is the header
 * @throws FileError: too many rows or columns, or no row at all
 */
export function readRows<S extends z.ZodType>(
  text: string,
  kind: FileKind<S>,
  mapping?: ImportMapping,
): ReadFile<z.output<S>> {
  const { header, rows: below } = readTable(text, new Set(headerNames(kind)))
  const { places, errors: wrong } = mapping
    ? columnsAsMapped(header.cells, kind, mapping)
    : columnsByName(header.cells, kind)
  if (wrong.length > 0) return { items: [], errors: wrong, total: 0, isHeaderWrong: true }
  const rows = mapping?.has_header === false ? [header, ...below] : below
  if (rows.length === 0) throw new FileError('There are no rows below the header.')

  const items: Item[] = []
  for (const { row, cells: values, error: broken } of rows) {
    const cell: Cells = (column) => values[places.get(column) ?? -1] ?? ''
    const guarded = guardedIn(cell(GUARDED))
    const cells: Cells = (column) => (guarded.has(column) ? unguarded(cell(column)) : cell(column))
    const told = ({ column, reason }: RowError): ImportError => ({
      row,
      column,
      value: quoted(cells(column)),
      reason,
    })
    const above = kind.goesOn?.(cells) ? items.at(-1) : undefined
    const read = above && kind.more ? kind.more(above.input, cells) : kind.read(cells)
    const { input, errors } = read
    const entries = read.places.map((place) => ({ row, cells, place }))
    const all = errors.map(told)
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
      above.errors.push(...all)
      above.entries.push(...entries)
    } else items.push({ row, cells, input, errors: all, entries })
  }

  const right: ReadItem<z.output<S>>[] = []
  const errors: ImportError[] = []
  for (const item of items) {
    const parsed = kind.schema.safeParse(item.input)
    const found = parsed.success ? [] : schemaErrors(parsed.error, item, kind)
    // One sentence a cell: what was said already is not said again in the schema's words.
    const own = item.errors
    const all = [
      ...own,
      ...found.filter((one) => !own.some(({ row, column }) => row === one.row && column === one.column)),
    ]
    if (all.length === 0 && parsed.success) {
      const entries = kind.goesOn ? item.entries.map(({ row, place }) => ({ row, place })) : []
      right.push({ row: item.row, item: parsed.data, entries })
    } else errors.push(...all, ...rowsLeftOut(item, all))
  }
  return { items: right, errors, total: items.length, isHeaderWrong: false }
}

/** One sentence a cell, from the form's own schema. */
function schemaErrors(error: z.ZodError, item: Item, kind: FileKind): ImportError[] {
  const byCell = new Map<string, ImportError>()
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

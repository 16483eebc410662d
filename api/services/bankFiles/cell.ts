/**
 * Cells that no spreadsheet runs as a formula, and that read back as they were. An apostrophe is put before what begins
 * like a formula, and the row names the cells this was done to in a column of its own. Reading takes away what was put
 * there and nothing else: a row that somebody typed names no cell and means what it says.
 */

/** The column that names the row's guarded cells. */
export const GUARDED = 'guarded'

const begins = /^[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/
const guarded = /^'[=+\-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20]/

/** A row's cells in the order of the columns, and behind them the names of those that are guarded. */
export function toRow(columns: readonly string[], cells: Readonly<Record<string, string>>): string[] {
  const risky = columns.filter((name) => begins.test(cells[name] ?? ''))
  return [
    ...columns.map((name) => (risky.includes(name) ? `'${cells[name]}` : (cells[name] ?? ''))),
    risky.join(','),
  ]
}

/** The columns that a row's last cell names. */
export const guardedIn = (cell: string): ReadonlySet<string> =>
  new Set(cell.split(',').map((name) => name.trim().toLowerCase()))

/** A cell that was guarded as it was; one that was changed since, as it stands. */
export const unguarded = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/**
 * Cells that no spreadsheet runs as a formula, and that read back as they were. An apostrophe is put before what begins
 * like a formula, and before an apostrophe; reading takes it away again before just these. So what somebody typed
 * without it is read as it stands, and what was written by `toCell` is read as it was.
 */
const RISKY = "'=+\\-@\\t\\r\\n\\0\\uFF1D\\uFF0B\\uFF0D\\uFF20"
const begins = new RegExp(`^[${RISKY}]`)
const guarded = new RegExp(`^'[${RISKY}]`)

export const toCell = (text: string): string => (begins.test(text) ? `'${text}` : text)
export const fromCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** Names in one cell, separated by commas; a comma of a name itself stands behind a backslash. */
export const joinNames = (names: readonly string[]): string =>
  names.map((name) => name.replace(/[\\,]/g, (sign) => `\\${sign}`)).join(', ')

/** The names of a cell as `joinNames` wrote it, or as somebody typed it. */
export function splitNames(cell: string): string[] {
  const parts = cell.match(/(?:\\[\\,]|[^,])+/g) ?? []
  return parts.map((part) => part.trim().replace(/\\([\\,])/g, '$1')).filter((name) => name !== '')
}

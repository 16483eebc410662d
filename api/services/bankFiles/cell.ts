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

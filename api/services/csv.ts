/**
 * How files are written that spreadsheets open: with a byte order mark, everything quoted, and nothing that one would
 * run as a formula (an apostrophe stands before what begins like one).
 */
export const csvOptions = {
  header: true,
  bom: true,
  quoted: true,
  quoted_empty: true,
  escape_formulas: true,
  record_delimiter: '\r\n',
} as const

/** A text without the sign that no file of text can hold. */
export const csvText = (text: string | null): string => (text ?? '').replaceAll('\0', '')

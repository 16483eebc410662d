/** The pieces that make a mail's body. Text and HTML are both made from these, so they always say the same. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** Rows of a label and its value. */
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link'; label: string; url: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  /** Said at the end, in small. */
  | { kind: 'note'; text: string }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const note = (text: string): Block => ({ kind: 'note', text })
export const link = (label: string, url: string): Block => ({ kind: 'link', label, url })
export const facts = (...rows: (readonly [string, string] | null)[]): Block => ({
  kind: 'facts',
  facts: rows.filter((row) => row !== null),
})

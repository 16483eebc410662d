const signs: Record<string, string> = {
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  times: '×',
  cdot: '·',
  ldots: '…',
  dots: '…',
}
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const up = (digits: string): string => [...digits].map((digit) => raised[Number(digit)]).join('')

/** A formula as one reads it in a line of text; what has no such form stays as it was typed. */
const plainFormula = (formula: string): string =>
  formula
    .replace(/\\([a-z]+)/g, (whole, name: string) => signs[name] ?? whole)
    .replace(/\^(?:\{(\d+)\}|(\d))/g, (_, group?: string, digit?: string) => up(group ?? digit ?? ''))

/** A line without what makes it a heading, a quotation, a point of a list or a row of a table. */
function plainLine(line: string): string {
  const text = line.trim()
  if (text.includes('---') && /^[\s|:-]*$/.test(text)) return ''
  if (text.startsWith('|') && text.endsWith('|')) return text.replaceAll('|', ' ')
  return text.replace(/^(?:#{1,6}\s|>|[-*+]\s|\d{1,3}[.)]\s)/, '')
}

/** Signs behind a backslash mean themselves: meanwhile each stands as one that no author types. */
const ASIDE = 0xe000
const setAside = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => String.fromCharCode(ASIDE + sign.charCodeAt(0)))
const putBack = (text: string): string =>
  text.replace(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - ASIDE))

/** A statement as one runs over it in a list: its words without the signs that format them. */
export const plainText = (markdown: string): string =>
  putBack(
    setAside(markdown)
      .replace(/^```.*$/gm, ' ')
      .split('\n')
      .map(plainLine)
      .join('\n')
      .replace(/\$\$?([^$]+)\$\$?/g, (_, formula: string) => plainFormula(formula))
      .replace(/!\[[^\][]*\]\([^)\s[]*\)/g, ' ')
      .replace(/\[([^\][]*)\]\([^)\s[]*\)/g, '$1')
      .replace(/<(https?:[^\s<>]*)>/g, '$1')
      // A single sign goes only where it encloses words: '3 * 4 * 5' and 'a_b_c' stay as they are.
      .replace(/(?<![\w*])\*(?=\S)([^*\n]*[^\s*])\*(?![\w*])/g, '$1')
      .replace(/(?<!\w)_(?=[^\s_])([^_\n]*[^\s_])_(?!\w)/g, '$1')
      .replace(/\*\*|__|`|\$/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/** The beginning of a statement in plain words, ended behind a whole one. */
export function excerpt(markdown: string, most: number): string {
  const words = plainText(markdown)
  if (words.length <= most) return words
  const cut = words.slice(0, most + 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : words.slice(0, most)).replace(/[,;:]$/, '')}…`
}

/** Pieces of Markdown as the conversion puts them together. */

/** Signs that Markdown would take for its own. */
const special = /[\\*_`<[\]$|~#]/g
export const escaped = (text: string): string => text.replace(special, (sign) => `\\${sign}`)

/** A program or output, fenced so that nothing in it ends it. */
export function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}\n${text.replace(/^\n/, '').replace(/\n$/, '')}\n${fence}\n\n`
}

/** A word of a program within a line. */
export function inlineCode(text: string): string {
  const bare = text.replaceAll('\n', ' ')
  if (bare.trim() === '') return bare
  const longest = (bare.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${bare}${fence}` : `${fence} ${bare} ${fence}`
}

/** Words between signs that emphasize them: blanks at the ends stay outside, or the signs would mean nothing. */
export function emphasized(text: string, mark: '*' | '**'): string {
  const core = text.trim()
  if (core === '' || core.includes('\n\n')) return text
  const from = text.indexOf(core)
  return `${text.slice(0, from)}${mark}${core}${mark}${text.slice(from + core.length)}`
}

/** Blocks of an item stand under its first line. */
function item(marker: string, text: string): string {
  const lines = tidy(text).split('\n')
  const margin = ' '.repeat(marker.length)
  return lines.map((line, i) => (i === 0 ? marker + line : line === '' ? '' : margin + line)).join('\n')
}

export const list = (items: readonly string[], isOrdered: boolean): string =>
  `\n\n${items.map((text, i) => item(isOrdered ? `${i + 1}. ` : '- ', text)).join('\n')}\n\n`

export const quote = (text: string): string =>
  `\n\n${tidy(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')}\n\n`

/** A bar parts cells, within a formula too, unless a backslash stands before it. */
const inCell = (text: string): string =>
  tidy(text)
    .trim()
    .replaceAll(/\n[ \t]*/g, ' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')

/** Rows of equal length under a first one. */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  if (columns === 0) return ''
  const lines = rows.map(
    (row) => `| ${Array.from({ length: columns }, (_, i) => inCell(row[i] ?? '')).join(' | ')} |`,
  )
  lines.splice(1, 0, `|${' --- |'.repeat(columns)}`)
  return `\n\n${lines.join('\n')}\n\n`
}

/** No blank at the end of a line, no more than one empty line, none at the ends. */
export const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

/** A formula between the signs by which it is known here; labels name nothing on a page. */
export function math(formula: string, isDisplay: boolean): string {
  const text = formula
    .replaceAll(/\\(?:label|nonumber|notag)(?:\{[^{}]*\})?/g, '')
    .replaceAll(/\\\$/g, '\\textdollar ')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
  if (text === '') return ''
  return isDisplay
    ? `\n\n$$${text.includes('\n') ? `\n${text}\n` : text}$$\n\n`
    : `$${text.replaceAll('\n', ' ')}$`
}

/** A path as Markdown's addresses have it. */
const addressOf = (file: string): string =>
  encodeURI(file.replaceAll(/\p{Cs}/gu, ''))
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')

/** A picture, which is called by its file's name for those who do not see it. */
export function picture(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.[a-zA-Z]{1,5}$/, '')
  return `![${name.replaceAll(/[[\]\\]/g, '')}](${addressOf(file)})`
}

/** An address to be read: as one, its signs mean nothing else. */
export const webAddress = (address: string): string =>
  /^[a-z]{2,10}:[^\s<>]{1,500}$/i.test(address) ? `<${address.replaceAll('\\', '')}>` : escaped(address)

import { escaped, fenced, list, math, quote, table } from './markdown.ts'
import type { LatexReader } from './reader.ts'
import { displays, frames, verbatims } from './signs.ts'

/** The content between `\\begin{…}` and `\\end{…}`. */

export interface Converting {
  reader: LatexReader
  unknown: Set<string>
  run(to: number, environment?: string | null, stops?: readonly string[]): string
  deeper(work: () => string): string
}

/** @param c stands behind `\\begin` */
export function environment(c: Converting, to: number): string {
  const { reader } = c
  const name = reader.raw(to) ?? ''
  if (verbatims.has(name)) return verbatim(c, name, to)
  if (name in displays) return display(c, name, to)
  reader.options(to)
  return c.deeper(() => {
    const made = contentOf(c, name, to)
    if (reader.startsWith('\\end')) {
      reader.at += '\\end'.length
      reader.raw(to)
    }
    return made
  })
}

function contentOf(c: Converting, name: string, to: number): string {
  if (['itemize', 'enumerate', 'description', 'compactitem'].includes(name)) return listIn(c, name, to)
  if (/^tabular[x*]?$|^longtable$|^array$/.test(name)) return tableIn(c, name, to)
  if (['quote', 'quotation', 'verse'].includes(name)) return quote(c.run(to, name))
  if (name in frames) for (let n = frames[name] ?? 0; n > 0; n--) c.reader.raw(to)
  else c.unknown.add(`\\begin{${name.slice(0, 50)}}`)
  return `\n\n${c.run(to, name)}\n\n`
}

const ITEM = '\\item'

function listIn(c: Converting, name: string, to: number): string {
  const { reader } = c
  const items: string[] = []
  // Nothing stands before the first item but blanks.
  c.run(to, name, [ITEM])
  while (reader.at < to && reader.startsWith(ITEM)) {
    reader.at += ITEM.length
    const label = reader.options(to)
    const text = c.run(to, name, [ITEM]).trimStart()
    items.push(label === null ? text : `**${escaped(label)}** ${text}`)
  }
  return items.length === 0 ? '' : list(items, name === 'enumerate')
}

/** The ends of a cell, and whether each ends its row. */
const ENDS = [
  ['&', false],
  ['\\\\', true],
  ['\\tabularnewline', true],
] as const
const stops = ENDS.map(([mark]) => mark)

function tableIn(c: Converting, name: string, to: number): string {
  const { reader } = c
  if (name === 'tabularx' || name === 'tabular*') reader.raw(to)
  reader.raw(to)
  const rows: string[][] = [[]]
  for (;;) {
    // A cell over several columns leaves those behind it empty.
    rows.at(-1)?.push(...c.run(to, name, stops).split('\u0000'))
    const end = ENDS.find(([mark]) => reader.at < to && reader.startsWith(mark))
    if (!end) break
    reader.at += end[0].length
    reader.options(to)
    if (end[1]) rows.push([])
  }
  return table(rows.filter((row) => row.some((cell) => cell.trim() !== '')))
}

function verbatim({ reader }: Converting, name: string, to: number): string {
  reader.options(to)
  if (name === 'minted') reader.raw(to)
  return fenced(reader.upTo(`\\end{${name}}`, to))
}

function display({ reader }: Converting, name: string, to: number): string {
  if (name === 'alignat') reader.raw(to)
  const content = reader.upTo(`\\end{${name}}`, to).trim()
  const inner = displays[name]
  if (name === 'math') return math(content, false)
  // Three columns of eqnarray are two of aligned.
  const columns = name.startsWith('eqnarray')
    ? content.replaceAll(/&[ \n]?([^&\\]{1,20})&/g, '& $1')
    : content
  return math(inner ? `\\begin{${inner}}\n${columns}\n\\end{${inner}}` : columns, true)
}

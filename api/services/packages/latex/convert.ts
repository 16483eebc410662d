import { environment } from './environments.ts'
import { emphasized, escaped, inlineCode, math, picture, tidy, webAddress } from './markdown.ts'
import { LatexReader } from './reader.ts'
import { accents, signs, silent, transparent } from './signs.ts'

/**
 * The LaTeX of problem statements, as problemtools takes it, to the Markdown that is shown here. Mathematics stays as it is,
 * for the renderer. A command that nobody knows here keeps what stands in its braces, and is told by name.
 */

export interface ConvertedLatex {
  markdown: string
  /** As `\problemname` has it. */
  title: string | null
  /** Commands and environments without a form here, by their names, each once. */
  unknown: string[]
}

export function convertLatex(written: string): ConvertedLatex {
  const conversion = new Conversion(new LatexReader(written))
  const markdown = tidy(conversion.run(conversion.reader.text.length))
  return { markdown, title: conversion.title, unknown: [...conversion.unknown].toSorted() }
}

/** Deeper than any statement; each level is a call. */
const MAX_DEPTH = 100
const headings: Readonly<Record<string, string>> = {
  chapter: '## ',
  section: '## ',
  subsection: '### ',
  subsubsection: '#### ',
}
/** Commands whose words are set apart, and the switches that do the same to the rest of their group. */
const styles: Readonly<Record<string, '*' | '**'>> = {
  emph: '*',
  textit: '*',
  textsl: '*',
  textbf: '**',
  em: '*',
  it: '*',
  itshape: '*',
  sl: '*',
  bf: '**',
  bfseries: '**',
}
const switches = new Set(['em', 'it', 'itshape', 'sl', 'bf', 'bfseries'])
const codes = new Set(['texttt', 'code', 'lstinline', 'tt', 'ttfamily'])

class Conversion {
  readonly reader: LatexReader
  readonly unknown = new Set<string>()
  title: string | null = null
  #depth = 0

  constructor(reader: LatexReader) {
    this.reader = reader
    // The lines before the document are no part of the statement, except that it may name the title.
    const begin = reader.text.indexOf('\\begin{document}')
    if (begin < 0) return
    const named = reader.text.indexOf('\\problemname')
    if (named >= 0 && named < begin) {
      reader.at = named + '\\problemname'.length
      this.title = tidy(this.#argument(begin) ?? '')
    }
    reader.at = begin
  }

  /**
   * Converts up to a place, or to the end of an environment.
   * @param stops signs and commands before which it halts as well: `&` and `\\` in a table, `\item` in a list
   */
  run(to: number, environment: string | null = null, stops: readonly string[] = []): string {
    const { text } = this.reader
    const made: string[] = []
    while (this.reader.at < to) {
      if (stops.some((stop) => text.startsWith(stop, this.reader.at) && isWhole(text, this.reader.at, stop)))
        break
      const sign = text[this.reader.at]
      if (sign === '\\') {
        const before = this.reader.at
        const piece = this.#command(to, environment)
        if (piece === null) {
          this.reader.at = before
          break
        }
        made.push(piece)
      } else if (sign === '{') made.push(this.#group(to))
      else if (sign === '$') made.push(this.#dollars(to))
      else made.push(this.#words(to))
    }
    return made.join('')
  }

  /** Plain text up to the next sign that means something. */
  #words(to: number): string {
    const { text } = this.reader
    const from = this.reader.at
    this.reader.at += 1
    const first = text[from] ?? ''
    if (first === '}') return ''
    if (first === '~') return ' '
    if (first === '&') return '&'
    meaning.lastIndex = this.reader.at
    this.reader.at = Math.min(to, meaning.exec(text)?.index ?? to)
    return plain(text.slice(from, this.reader.at), from === 0 || text[from - 1] === '\n')
  }

  #dollars(to: number): string {
    const { text } = this.reader
    const isDisplay = text.startsWith('$$', this.reader.at)
    const from = this.reader.at + (isDisplay ? 2 : 1)
    let end = from
    while (end < to && text[end] !== '$') end += text[end] === '\\' ? 2 : 1
    if (end >= to) {
      this.reader.at += 1
      return '\\$'
    }
    this.reader.at = Math.min(to, end + (isDisplay ? 2 : 1))
    return math(text.slice(from, end), isDisplay)
  }

  /** `{…}` with its switches: `{\bf words}`. */
  #group(to: number): string {
    const close = this.reader.closingHere(to)
    this.reader.at += 1
    if (close === undefined) return ''
    const inner = this.deeper(() => this.run(close))
    this.reader.at = close + 1
    return inner
  }

  /** One level deeper; '' where there are too many. */
  deeper(work: () => string): string {
    if (this.#depth >= MAX_DEPTH) return ''
    this.#depth += 1
    const made = work()
    this.#depth -= 1
    return made
  }

  /** The content of the next braces, converted; null where there are none. */
  #argument(to: number): string | null {
    return this.reader.toBraces(to) ? this.#group(to) : null
  }

  /** @returns null at the end of the environment that is being read */
  #command(to: number, environment: string | null): string | null {
    const { text } = this.reader
    const name = /^(?:[a-zA-Z]+\*?|[\s\S])/.exec(text.slice(this.reader.at + 1, this.reader.at + 60))?.[0]
    if (name === undefined) {
      this.reader.at += 1
      return ''
    }
    this.reader.at += 1 + name.length
    if (name === 'end') return this.#end(to, environment)
    const piece = this.#known(name, to)
    // The blank behind a command of letters belongs to it.
    if (/[a-zA-Z]$/.test(name) && text[this.reader.at] === ' ' && text[this.reader.at - 1] === name.at(-1))
      this.reader.at += 1
    return piece
  }

  #end(to: number, environment: string | null): string | null {
    const before = this.reader.at
    const name = this.reader.raw(to)
    if (environment !== null && name === environment) {
      this.reader.at = before
      return null
    }
    return ''
  }

  #known(name: string, to: number): string {
    const bare = name.replace(/\*$/, '')
    if (name === '\\' || name === 'newline' || name === 'linebreak') {
      this.reader.options(to)
      return '\\\n'
    }
    if (name === '(' || name === '[') return this.#closedMath(name, to)
    if (name === 'par') return '\n\n'
    if (name === 'begin') return environment(this, to)
    if (name === 'verb' || name === 'verb*') return this.#verb(to)
    if (name in accents && !(name in signs)) return this.#accent(name, to)
    if (name in signs) {
      const braces = this.reader.text.startsWith('{}', this.reader.at)
      if (braces) this.reader.at += 2
      return signs[name] ?? ''
    }
    if (bare in headings) return this.#heading(bare, to)
    if (bare === 'paragraph' || bare === 'subparagraph')
      return `\n\n${emphasized(this.#argument(to) ?? '', '**')} `
    if (switches.has(name)) return emphasized(this.#rest(to), styles[name] ?? '*')
    if (name in styles) return emphasized(this.#argument(to) ?? '', styles[name] ?? '*')
    if (codes.has(name)) return this.#code(name, to)
    if (name === 'problemname' || name === 'title') {
      this.title ??= tidy(this.#argument(to) ?? '')
      return ''
    }
    if (name === 'includegraphics') return this.#picture(to)
    if (name === 'illustration') return this.#illustration(to)
    if (name === 'caption') return `\n\n${emphasized(tidy(this.#argument(to) ?? ''), '*')}\n\n`
    if (name === 'footnote') return ` (${tidy(this.#argument(to) ?? '')})`
    if (name === 'url') return webAddress(this.reader.raw(to) ?? '')
    if (name === 'href') return this.#link(to)
    if (name === 'textsuperscript') return math(`^{\\text{${this.reader.raw(to) ?? ''}}}`, false)
    if (name === 'textsubscript') return math(`_{\\text{${this.reader.raw(to) ?? ''}}}`, false)
    if (name === 'multicolumn') return this.#multicolumn(to)
    if (bare in silent) {
      this.reader.options(to)
      for (let n = silent[bare] ?? 0; n > 0; n--) this.reader.raw(to)
      return ''
    }
    if (transparent.has(name)) {
      this.reader.options(to)
      return this.#argument(to) ?? ''
    }
    return this.#unknown(name, to)
  }

  #unknown(name: string, to: number): string {
    this.unknown.add(`\\${name}`)
    this.reader.options(to)
    const parts: string[] = []
    // Only what stands right behind it is its own.
    while (this.reader.text[this.reader.at] === '{') {
      const part = this.#argument(to)
      if (part === null) break
      parts.push(part)
    }
    return parts.length > 0 ? parts.join(' ') : escaped(`\\${name}`)
  }

  /** The rest of the group that a switch stands in. */
  #rest(to: number): string {
    if (this.reader.text[this.reader.at] === ' ') this.reader.at += 1
    return this.deeper(() => this.run(to))
  }

  #heading(name: string, to: number): string {
    this.reader.options(to)
    return `\n\n${headings[name]}${tidy(this.#argument(to) ?? '').replaceAll('\n', ' ')}\n\n`
  }

  /** A program's words: what is no plain text in them stays as it is written. */
  #code(name: string, to: number): string {
    const { text } = this.reader
    if (name === 'lstinline' && text[this.reader.at] !== '{') return this.#verb(to)
    const isSwitch = name === 'tt' || name === 'ttfamily'
    const raw = isSwitch ? text.slice(this.reader.at, to).trimStart() : (this.reader.raw(to) ?? '')
    if (isSwitch) this.reader.at = to
    if (raw.includes('$') || /\\[a-zA-Z]/.test(raw)) return raw === '' ? '' : inlineCode(unescapedCode(raw))
    return inlineCode(unescapedCode(raw))
  }

  #verb(to: number): string {
    const { text } = this.reader
    const mark = text[this.reader.at] ?? ''
    const line = this.reader.source.find('\n', this.reader.at)
    const end = mark === '' ? -1 : this.reader.source.find(mark, this.reader.at + 1)
    if (end < 0 || end >= to || (line >= 0 && end > line)) return ''
    const from = this.reader.at + 1
    this.reader.at = end + 1
    return inlineCode(text.slice(from, end))
  }

  #accent(name: string, to: number): string {
    const letters =
      this.reader.text[this.reader.at] === '{'
        ? (this.reader.raw(to) ?? '')
        : (this.reader.text[this.reader.at] ?? '')
    if (this.reader.text[this.reader.at - 1] !== '}' || letters === '') this.reader.at += 1
    const [letter = '', ...more] = letters.replace(/^\\([ij])$/, '$1')
    return /\p{L}/u.test(letter)
      ? `${(letter + (accents[name] ?? '')).normalize('NFC')}${more.join('')}`
      : escaped(letters)
  }

  #closedMath(name: string, to: number): string {
    const from = this.reader.at
    const end = this.reader.source.find(name === '(' ? '\\)' : '\\]', from)
    if (end < 0 || end >= to) return name === '(' ? '(' : '\\['
    this.reader.at = end + 2
    return math(this.reader.text.slice(from, end), name === '[')
  }

  #picture(to: number): string {
    this.reader.options(to)
    const file = (this.reader.raw(to) ?? '').trim()
    return file === '' ? '' : picture(file)
  }

  /** Kattis: width, file, caption. */
  #illustration(to: number): string {
    this.reader.raw(to)
    const file = (this.reader.raw(to) ?? '').trim()
    const caption = tidy(this.#argument(to) ?? '')
    return `\n\n${picture(file)}\n\n${caption === '' ? '' : `${emphasized(caption, '*')}\n\n`}`
  }

  /** A link loses its address where candidates read it: it stands behind its words. */
  #link(to: number): string {
    const target = webAddress(this.reader.raw(to) ?? '')
    const words = tidy(this.#argument(to) ?? '')
    return words === '' || words === target ? target : `${words} (${target})`
  }

  #multicolumn(to: number): string {
    const columns = Math.min(20, Number(this.reader.raw(to)) || 1)
    this.reader.raw(to)
    return `${this.#argument(to) ?? ''}${' \u0000'.repeat(columns - 1)}`
  }
}

/** The signs that end plain text. */
const meaning = /[\\{}$~&]/g

/** `\item` is no beginning of `\itemize`. */
const isWhole = (text: string, at: number, stop: string): boolean =>
  !/[a-zA-Z]$/.test(stop) || !/[a-zA-Z]/.test(text[at + stop.length] ?? '')

/** Dashes and quotation marks as LaTeX types them; at the beginning of a line nothing becomes a list by chance. */
function plain(text: string, isLineStart: boolean): string {
  const typed = text.replaceAll('---', '—').replaceAll('--', '–').replaceAll('``', '“').replaceAll("''", '”')
  const lines = escaped(typed)
    .replaceAll(/[ \t]+/g, ' ')
    .split('\n')
  return lines.map((line, i) => (i > 0 || isLineStart ? noMarker(line.trimStart()) : line)).join('\n')
}

const noMarker = (line: string): string =>
  line.replace(/^(\d{1,9})?([-+>.)])(?=\s)/, (whole, digits = '', sign: string) =>
    (digits === '') === (sign === '.' || sign === ')') ? whole : `${digits}\\${sign}`,
  )

const unescapedCode = (text: string): string =>
  text.replaceAll(/\\([%&#$_{} ])/g, '$1').replaceAll(/\\textbackslash(?:\{\}| )?/g, '\\')

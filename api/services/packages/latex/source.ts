/**
 * The text of a statement in LaTeX, prepared for one pass over it: comments gone, macros of its own put in, and for each
 * brace the place of the one that closes it.
 */

/** So much longer macros may make a text; a few lines can ask for more than any memory has. */
const GROWTH = 200_000
const MACRO = /^(?:re)?newcommand\*?|^providecommand\*?|^def/

export class LatexSource {
  readonly text: string
  /** The place of the closing brace by that of the opening one. */
  readonly closing: ReadonlyMap<number, number>
  readonly #next = new Map<string, number>()

  constructor(written: string) {
    this.text = withMacros(withoutComments(written.replaceAll('\r\n', '\n')))
    this.closing = bracesOf(this.text)
  }

  /** The next place of a text from here on, or -1; asked in rising order, all of it is looked through once. */
  find(wanted: string, from: number): number {
    const known = this.#next.get(wanted)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const at = this.text.indexOf(wanted, from)
    this.#next.set(wanted, at)
    return at
  }
}

const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** A percent sign takes the rest of its line with it, the line's end included; in verbatim text it is one like others. */
function withoutComments(text: string): string {
  const kept: string[] = []
  let isVerbatim = false
  for (const line of text.split('\n')) {
    if (/\\begin\{(?:verbatim|lstlisting|Verbatim|minted)/.test(line)) isVerbatim = true
    let at = isVerbatim ? -1 : line.indexOf('%')
    while (at > 0 && isEscaped(line, at)) at = line.indexOf('%', at + 1)
    if (/\\end\{(?:verbatim|lstlisting|Verbatim|minted)/.test(line)) isVerbatim = false
    if (at < 0) kept.push(line, '\n')
    // A line that is nothing but a comment ends no paragraph.
    else kept.push(line.slice(0, at))
  }
  return kept.join('')
}

function bracesOf(text: string): Map<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '{') open.push(at)
    else if (sign === '}') {
      const from = open.pop()
      if (from !== undefined) closing.set(from, at)
    }
  }
  return closing
}

interface Macro {
  args: number
  body: string
}

/** Takes `\newcommand{\name}[2]{… #1 … #2}` out and puts in what it stands for. */
function withMacros(text: string): string {
  if (!text.includes('command') && !text.includes('\\def\\')) return text
  const closing = bracesOf(text)
  const macros = new Map<string, Macro>()
  const rest: string[] = []
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 1)) {
    const word = MACRO.exec(text.slice(at + 1, at + 20))?.[0]
    if (!word) {
      at += 1
      continue
    }
    const read = definitionAt(text, at + 1 + word.length, closing)
    if (!read) continue
    macros.set(read.name, read.macro)
    rest.push(text.slice(from, at))
    from = read.end
    at = read.end - 1
  }
  rest.push(text.slice(from))
  if (macros.size === 0) return text
  let expanded = rest.join('')
  // A macro may name others; one that names itself ends here.
  for (let depth = 0; depth < 4; depth++) {
    const next = expandOnce(expanded, macros, text.length + GROWTH)
    if (next === expanded) break
    expanded = next
  }
  return expanded
}

function definitionAt(text: string, from: number, closing: ReadonlyMap<number, number>) {
  const head = /^\s*(?:\{\s*\\([a-zA-Z]+)\s*\}|\\([a-zA-Z]+))\s*(?:\[(\d)\])?(?:#\d)*\s*/.exec(
    text.slice(from, from + 200),
  )
  const name = head?.[1] ?? head?.[2]
  const open = from + (head?.[0].length ?? 0)
  const close = closing.get(open)
  if (!head || !name || close === undefined) return null
  const counted = head[0].match(/#\d/g)?.length ?? 0
  return {
    name,
    macro: { args: Number(head[3] ?? counted), body: text.slice(open + 1, close) },
    end: close + 1,
  }
}

function expandOnce(text: string, macros: ReadonlyMap<string, Macro>, most: number): string {
  const closing = bracesOf(text)
  const made: string[] = []
  let length = 0
  let from = 0
  const put = (piece: string) => {
    made.push(piece)
    length += piece.length
  }
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const name = /^[a-zA-Z]+/.exec(text.slice(at + 1, at + 60))?.[0]
    const macro = name === undefined ? undefined : macros.get(name)
    if (name === undefined || !macro) {
      at += 1 + (name?.length ?? 1)
      continue
    }
    let end = at + 1 + name.length
    const args: string[] = []
    while (args.length < macro.args) {
      const close = closing.get(end)
      if (close === undefined) break
      args.push(text.slice(end + 1, close))
      end = close + 1
    }
    put(text.slice(from, at))
    put(macro.body.replaceAll(/#(\d)/g, (_, place: string) => args[Number(place) - 1] ?? ''))
    // The blank behind a command is part of it.
    from = macro.args === 0 && /[ \t]/.test(text[end] ?? '') ? end + 1 : end
    at = from
    if (length > most) return text
  }
  put(text.slice(from))
  return length > most ? text : made.join('')
}

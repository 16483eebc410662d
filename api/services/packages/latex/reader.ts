import { LatexSource } from './source.ts'

/** A place in a statement's source, and what is read from there on. */
export class LatexReader {
  readonly source: LatexSource
  at = 0

  constructor(written: string) {
    this.source = new LatexSource(written)
  }

  get text(): string {
    return this.source.text
  }

  startsWith(wanted: string): boolean {
    return this.text.startsWith(wanted, this.at)
  }

  /** The closing brace of the braces that begin here; undefined where none do, or they end behind `to`. */
  closingHere(to: number): number | undefined {
    const close = this.text[this.at] === '{' ? this.source.closing.get(this.at) : undefined
    return close !== undefined && close < to ? close : undefined
  }

  /** Goes on to the next braces, over blanks; an empty line ends whatever wanted an argument. @returns whether there are any */
  toBraces(to: number): boolean {
    const before = this.at
    for (
      let sign = this.text[this.at];
      sign === ' ' || sign === '\t' || sign === '\n';
      sign = this.text[this.at]
    ) {
      if (this.at >= to || (sign === '\n' && this.text[this.at + 1] === '\n')) break
      this.at += 1
    }
    if (this.closingHere(to) !== undefined) return true
    this.at = before
    return false
  }

  /** The content of the next braces as it is written; null where there are none. */
  raw(to: number): string | null {
    if (!this.toBraces(to)) return null
    const from = this.at + 1
    const close = this.closingHere(to) ?? from
    this.at = close + 1
    return this.text.slice(from, close)
  }

  /** The content of brackets right behind: options, which nobody reads here. */
  options(to: number): string | null {
    if (this.text[this.at] !== '[') return null
    const end = this.source.find(']', this.at)
    if (end < 0 || end >= to || end - this.at > LONGEST_OPTIONS) return null
    const from = this.at + 1
    this.at = end + 1
    return this.text.slice(from, end)
  }

  /** Everything up to a mark, which is passed; to the end where there is none. */
  upTo(mark: string, to: number): string {
    const end = this.source.find(mark, this.at)
    const close = end < 0 || end > to ? to : end
    const content = this.text.slice(this.at, close)
    this.at = Math.min(to, close + mark.length)
    return content
  }
}

const LONGEST_OPTIONS = 500

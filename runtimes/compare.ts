export type OutputChecker = 'exact' | 'tokens' | 'float'

/** Largest absolute or relative difference that 'float' lets pass when no other is given. */
export const DEFAULT_TOLERANCE = 1e-6
/** A longer number is compared as text, because no number that a program computes with needs as many digits. */
export const LONGEST_NUMBER = 1_000

/**
 * Outputs are walked through side by side and never taken apart: whoever compares waits for as long as the shorter one,
 * however many lines, words or digits a program puts into it.
 */

const LF = 10
const CR = 13

/** The end of the line that begins at `from`: at LF, CR or the end of the text. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || code === CR) return at
  }
  return text.length
}

/** The beginning of the line after one that ends at `end`. */
const lineAfter = (text: string, end: number): number =>
  end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1)

/** Lines without white space at their ends, without blank lines at the end; CRLF and CR count as LF. */
function sameLines(expected: string, actual: string): boolean {
  const [a, b] = [expected.trimEnd(), actual.trimEnd()]
  for (let i = 0, j = 0; ; ) {
    const [iEnd, jEnd] = [lineEnd(a, i), lineEnd(b, j)]
    if (a.slice(i, iEnd).trimEnd() !== b.slice(j, jEnd).trimEnd()) return false
    if (iEnd === a.length || jEnd === b.length) return iEnd === a.length && jEnd === b.length
    i = lineAfter(a, iEnd)
    j = lineAfter(b, jEnd)
  }
}

/** The words of a text, in their order. */
function* words(text: string): Generator<string, undefined> {
  for (const [word] of text.matchAll(/\S+/g)) yield word
  return undefined
}

function sameWords(
  expected: string,
  actual: string,
  same: (expected: string, actual: string) => boolean,
): boolean {
  const [wanted, given] = [words(expected), words(actual)]
  for (;;) {
    const [a, b] = [wanted.next().value, given.next().value]
    if (a === undefined || b === undefined) return a === b
    if (!same(a, b)) return false
  }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

const numberOf = (word: string): number =>
  word.length <= LONGEST_NUMBER && NUMBER.test(word) ? Number(word) : Number.NaN

function closeEnough(expected: string, actual: string, tolerance: number): boolean {
  if (expected === actual) return true
  const wanted = numberOf(expected)
  const difference = Math.abs(wanted - numberOf(actual))
  return Number.isFinite(wanted) && difference <= tolerance * Math.max(1, Math.abs(wanted))
}

/**
 * Whether a program's output counts as the expected one.
 * exact: line by line; white space at the end of lines and blank lines at the end do not count.
 * tokens: the words in their order, however they are spaced.
 * float: as tokens, but numbers may differ by `tolerance`, absolute up to 1 and relative above.
 */
export function compareOutput(
  expected: string,
  actual: string,
  checker: OutputChecker = 'exact',
  tolerance = DEFAULT_TOLERANCE,
): boolean {
  if (checker === 'exact') return sameLines(expected, actual)
  if (checker === 'tokens') return sameWords(expected, actual, (a, b) => a === b)
  return sameWords(expected, actual, (a, b) => closeEnough(a, b, tolerance))
}

/** The output that a test expects of a program, and how it is compared. */
export interface Expectation {
  output: string
  /** Missing in what was kept before it could be chosen: exact. */
  checker?: OutputChecker
  /** A decimal number; null for the default. */
  tolerance?: string | null
}

/** How one test ended: as its program did, and where that simply ended by what it wrote. */
export function outcomeOfTest<Outcome extends string>(
  expected: Expectation,
  outcome: Outcome,
  stdout: string,
): Outcome | 'passed' | 'wrong_answer' {
  if (outcome !== 'ok') return outcome
  const tolerance = expected.tolerance ? Number(expected.tolerance) : undefined
  return compareOutput(expected.output, stdout, expected.checker, tolerance) ? 'passed' : 'wrong_answer'
}

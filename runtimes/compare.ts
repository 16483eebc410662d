import type { Judging, ToleranceKind } from '#contract/judging.ts'

/** Checkers that compare outputs; with 'program' a program of the problem's author judges. */
export type ComparingChecker = 'exact' | 'tokens' | 'float' | 'unordered'
export type OutputChecker = ComparingChecker | 'program'

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

/** The lines of a text, without white space at their ends and blank lines at the end; CRLF and CR count as LF. */
function* linesOf(text: string): Generator<string, undefined> {
  const whole = text.trimEnd()
  for (let i = 0; ; ) {
    const end = lineEnd(whole, i)
    yield whole.slice(i, end).trimEnd()
    if (end === whole.length) return undefined
    i = lineAfter(whole, end)
  }
}

/** The words of a text, in their order. */
function* words(text: string): Generator<string, undefined> {
  for (const [word] of text.matchAll(/\S+/g)) yield word
  return undefined
}

/** As many of both, and each the same as the other's in its place. */
function sameInOrder(
  wanted: Generator<string, undefined>,
  given: Generator<string, undefined>,
  same: (wanted: string, given: string) => boolean = (a, b) => a === b,
): boolean {
  for (;;) {
    const [a, b] = [wanted.next().value, given.next().value]
    if (a === undefined || b === undefined) return a === b
    if (!same(a, b)) return false
  }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

const numberOf = (word: string): number =>
  word.length <= LONGEST_NUMBER && NUMBER.test(word) ? Number(word) : Number.NaN

/** By how much a number may differ from the wanted one. */
const ALLOWED: Readonly<Record<ToleranceKind, (tolerance: number, wanted: number) => number>> = {
  either: (tolerance, wanted) => tolerance * Math.max(1, Math.abs(wanted)),
  absolute: (tolerance) => tolerance,
  relative: (tolerance, wanted) => tolerance * Math.abs(wanted),
}

function closeEnough(expected: string, actual: string, tolerance: number, of: ToleranceKind): boolean {
  if (expected === actual) return true
  const wanted = numberOf(expected)
  const difference = Math.abs(wanted - numberOf(actual))
  return Number.isFinite(wanted) && difference <= ALLOWED[of](tolerance, wanted)
}

/** The same lines as often, wherever they stand. */
function sameSetOfLines(expected: string, actual: string): boolean {
  const left = new Map<string, number>()
  for (const line of linesOf(expected)) left.set(line, (left.get(line) ?? 0) + 1)
  for (const line of linesOf(actual)) {
    const times = left.get(line)
    if (times === undefined) return false
    if (times === 1) left.delete(line)
    else left.set(line, times - 1)
  }
  return left.size === 0
}

/** The comparison in detail, as far as a problem's judging says it. */
type Detail = Pick<Judging, 'ignore_case' | 'tolerance_of'>

/**
 * Whether a program's output counts as the expected one.
 * exact: line by line; white space at the end of lines and blank lines at the end do not count.
 * unordered: as exact, in any order of the lines.
 * tokens: the words in their order, however they are spaced.
 * float: as tokens, but numbers may differ by `tolerance`: absolute up to 1 and relative above, or only one of these.
 */
export function compareOutput(
  expected: string,
  actual: string,
  checker: ComparingChecker = 'exact',
  tolerance = DEFAULT_TOLERANCE,
  { ignore_case, tolerance_of = 'either' }: Detail = {},
): boolean {
  if (ignore_case)
    return compareOutput(expected.toLowerCase(), actual.toLowerCase(), checker, tolerance, { tolerance_of })
  if (checker === 'exact') return sameInOrder(linesOf(expected), linesOf(actual))
  if (checker === 'unordered') return sameSetOfLines(expected, actual)
  const [wanted, given] = [words(expected), words(actual)]
  if (checker === 'tokens') return sameInOrder(wanted, given)
  return sameInOrder(wanted, given, (a, b) => closeEnough(a, b, tolerance, tolerance_of))
}

/** The output that a test expects of a program, and how it is compared. */
export interface Expectation {
  output: string
  /** Missing in what was kept before it could be chosen: exact. */
  checker?: OutputChecker
  /** A decimal number; null for the default. */
  tolerance?: string | null
  judging?: Detail | null | undefined
}

/**
 * How one test ended: as its program did, and where that simply ended by what it wrote. A test that a program of the problem's
 * author judges stays 'ok' here.
 */
export function outcomeOfTest<Outcome extends string>(
  { output, checker, tolerance, judging }: Expectation,
  outcome: Outcome,
  stdout: string,
): Outcome | 'passed' | 'wrong_answer' {
  if (outcome !== 'ok' || checker === 'program') return outcome
  const allowed = tolerance ? Number(tolerance) : undefined
  return compareOutput(output, stdout, checker, allowed, judging ?? {}) ? 'passed' : 'wrong_answer'
}

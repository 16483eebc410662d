export type Checker = 'exact' | 'tokens' | 'float'

/** Largest absolute or relative difference that 'float' lets pass when no other is given. */
export const DEFAULT_TOLERANCE = 1e-6

/** Lines without white space at their ends, without blank lines at the end; CRLF and CR count as LF. */
function lines(text: string): string[] {
  const all = text.split(/\r\n|\n|\r/).map((line) => line.trimEnd())
  while (all.length > 0 && all.at(-1) === '') all.pop()
  return all
}

function tokens(text: string): string[] {
  return text.split(/\s+/).filter((token) => token !== '')
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function closeEnough(expected: string, actual: string, tolerance: number): boolean {
  if (expected === actual) return true
  if (!NUMBER.test(expected) || !NUMBER.test(actual)) return false
  const wanted = Number(expected)
  const difference = Math.abs(wanted - Number(actual))
  return difference <= tolerance * Math.max(1, Math.abs(wanted))
}

function sameList(
  expected: string[],
  actual: string[],
  same: (expected: string, actual: string) => boolean,
): boolean {
  return expected.length === actual.length && expected.every((item, index) => same(item, actual[index] ?? ''))
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
  checker: Checker = 'exact',
  tolerance = DEFAULT_TOLERANCE,
): boolean {
  const same = (a: string, b: string) => a === b
  if (checker === 'exact') return sameList(lines(expected), lines(actual), same)
  if (checker === 'tokens') return sameList(tokens(expected), tokens(actual), same)
  return sameList(tokens(expected), tokens(actual), (a, b) => closeEnough(a, b, tolerance))
}

/** What a test expects of a program, and how that is compared. */
export interface Expectation {
  output: string
  /** Missing in what was kept before it could be chosen: exact. */
  checker?: Checker
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

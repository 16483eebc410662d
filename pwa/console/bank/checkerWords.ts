import type { Checker } from '#contract/forms/bank.ts'

/** How outputs are compared, in words; in the order they are offered. */
export const checkerWords: Record<Checker, string> = {
  exact: 'Exact, line by line',
  tokens: 'Words, however spaced',
  float: 'Numbers, with tolerance',
}

import type { Checker } from '#contract/forms/bank.ts'

/** How outputs are compared, in words; in the order they are offered. */
export const checkerWords: Record<Checker, string> = {
  exact: 'Line by line',
  tokens: 'Word by word',
  float: 'Numbers',
}

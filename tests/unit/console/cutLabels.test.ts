import { expect, test } from 'vitest'
import { KEPT_OUTPUT } from '#contract/constants.ts'
import { cutLabels, printedOf } from '#pwa/ui/cutLabels.ts'

test.each([
  [161, undefined, 'Show all, 161 characters', null],
  [4_000, undefined, 'Show all, 4,000 characters', null],
  [3_999, KEPT_OUTPUT, 'Show all, 3,999 characters', null],
  // How many there were is kept nowhere.
  [4_000, KEPT_OUTPUT, 'Show the first 4,000 characters', 'Only the first 4,000 characters are kept.'],
])('%d characters, of which %s are kept at most: %s', (length, keptTo, show, end) =>
  expect(cutLabels(length, keptTo)).toEqual({ show, end }),
)

const linesOf = (n: number): string => Array.from({ length: n }, (_, at) => `line ${at + 1}`).join('\n')

test.each([
  ['1 2', '1 2', null],
  [linesOf(12), linesOf(12), null],
  [linesOf(13), linesOf(12), '1 more line, not printed'],
  [linesOf(2_000), linesOf(12), '1,988 more lines, not printed'],
  ['7'.repeat(400), '7'.repeat(400), null],
  ['7'.repeat(3_500), '7'.repeat(400), '3,100 more characters, not printed'],
  // Cut within its second line, of which there are three.
  [`1\n${'7'.repeat(3_000)}\n2`, `1\n${'7'.repeat(398)}`, '1 more line, not printed'],
])('of %j paper holds %j and says %j', (whole, text, rest) =>
  expect(printedOf(whole)).toEqual({ text, rest }),
)

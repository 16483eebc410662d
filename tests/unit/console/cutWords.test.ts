import { expect, test } from 'vitest'
import { KEPT_OUTPUT } from '#contract/constants.ts'
import { cutWords } from '#pwa/ui/cutWords.ts'

test.each([
  [161, undefined, 'Show all, 161 characters', null],
  [4_000, undefined, 'Show all, 4,000 characters', null],
  [3_999, KEPT_OUTPUT, 'Show all, 3,999 characters', null],
  // How many there were is kept nowhere.
  [4_000, KEPT_OUTPUT, 'Show the first 4,000 characters', 'Only the first 4,000 characters are kept.'],
])('%d characters, of which %s are kept at most: %s', (length, keptTo, show, end) =>
  expect(cutWords(length, keptTo)).toEqual({ show, end }),
)

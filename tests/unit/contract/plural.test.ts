import { expect, it } from 'vitest'
import { plural } from '#contract/plural.ts'

it.each([
  [0, '0 minutes'],
  [1, '1 minute'],
  [1.5, '1.5 minutes'],
  [2, '2 minutes'],
])('%f', (n, words) => {
  expect(plural(n, 'minute')).toBe(words)
})

it('takes a plural that is no s', () => {
  expect([1, 2].map((n) => plural(n, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

import { expect, test } from 'vitest'
import { composed } from '#contract/composed.ts'

test.each([
  ['e\u0301', 'é'],
  // Marks out of their order.
  ['a\u0301\u0316', 'á\u0316'.normalize('NFC')],
  ['\u1100\u1161', '가'],
  [`${'word '.repeat(50)}e\u0301`, `${'word '.repeat(50)}é`],
])('%j is composed', (given, expected) => {
  expect(composed(given)).toBe(expected)
})

test('a sign with as many marks as no writing has stays as it is, and costs no time', () => {
  const tangle = `a${'\u0301'.repeat(100_000)}${'\u0316'.repeat(100_000)}`
  const from = performance.now()
  expect(composed(tangle)).toBe(tangle)
  // Put into order they would take ten seconds and more.
  expect(performance.now() - from).toBeLessThan(1_000)
  expect(composed(`e${'\u0301'.repeat(100)}`)).toBe(`é${'\u0301'.repeat(99)}`)
})

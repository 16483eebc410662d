import { expect, test } from 'vitest'
import { distanceInWords } from '#pwa/console/features/lateWork/words.ts'

const end = '2026-01-15T10:00:00.000Z'

test.each([
  ['2026-01-15T10:00:00.000Z', 'at the end'],
  ['2026-01-15T09:59:59.000Z', '1 s before the end'],
  ['2026-01-15T10:00:59.000Z', '59 s after the end'],
  ['2026-01-15T09:56:40.000Z', '3 min 20 s before the end'],
  ['2026-01-15T12:05:30.000Z', '2 h 5 min after the end'],
])('%s is %s', (at, words) => {
  expect(distanceInWords(at, end)).toBe(words)
})

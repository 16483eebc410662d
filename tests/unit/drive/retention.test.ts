import { expect, test } from 'vitest'
import { isShorter, keptUntil, shorterOf } from '#machines/drive/retention.ts'

const DAY = 86_400_000

test.each([
  [{ is_assessment: false, end_time: 5, results_retention_days: 30 }, 5 + 30 * DAY],
  [{ is_assessment: false, end_time: 5, results_retention_days: null }, null],
  // Each test for itself.
  [{ is_assessment: true, end_time: 5, results_retention_days: 30 }, null],
])('results of %j are kept until %j', (drive, until) => expect(keptUntil(drive)).toBe(until))

test.each([
  [null, null, false],
  [null, 30, true],
  [30, null, false],
  [60, 30, true],
  [30, 60, false],
  [30, 30, false],
])('from %j days to %j is shorter: %j', (before, after, is) => expect(isShorter(before, after)).toBe(is))

test.each([
  [60, null, 60],
  [60, 45, 45],
  [60, 400, 60],
])('of %j and %j days the shorter are %j', (days, other, shorter) =>
  expect(shorterOf(days, other)).toBe(shorter),
)

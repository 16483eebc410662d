import { expect, test } from 'vitest'
import { ownReportState, type ReleaseFacts } from '#machines/attempt/ownReport.ts'

const END = 1_000_000
const facts = (change: Partial<ReleaseFacts> = {}): ReleaseFacts => ({
  isReleased: true,
  isAssessment: false,
  driveEndAt: END,
  deadlineAt: END - 500,
  finishedAt: END - 900,
  ...change,
})

test.each<[string, Partial<ReleaseFacts>, number, string]>([
  ['an organization that releases nothing', { isReleased: false }, END + 1, 'none'],
  ['somebody who never began', { deadlineAt: null, finishedAt: null }, END + 1, 'none'],
  ['a drive that others still take', {}, END - 1, 'later'],
  ['a drive that has ended', {}, END, 'ready'],
  ['a candidate whose own time is longer', { deadlineAt: END + 500 }, END + 499, 'later'],
  ['that time over', { deadlineAt: END + 500 }, END + 500, 'ready'],
  ['a test that has not ended', { finishedAt: null }, END + 1, 'later'],
  ['an assessment, after the own deadline', { isAssessment: true, driveEndAt: END * 99 }, END - 500, 'ready'],
  ['an assessment, before it', { isAssessment: true, driveEndAt: END * 99 }, END - 501, 'later'],
])('of %s', (_, change, now, state) => {
  expect(ownReportState(facts(change), now)).toBe(state)
})

import { expect, test } from 'vitest'
import { headScoreOf } from '#pwa/console/results/report/ScoreCard.tsx'

const score = { percentage: 50, obtained_score: 27, claimed_score: 30, total_score: 54 }
const timeOf = (test_finished: string | null) => ({
  test_started: '2026-11-20T10:00:00.000Z',
  test_finished,
  alloted_time: 61,
  deadline_at: null,
})

test('the head of a report has the score of a test that is over', () =>
  expect(headScoreOf({ time: timeOf('2026-11-20T10:40:00.000Z'), score })).toEqual({
    obtained: 27,
    claimed: 30,
    total: 54,
    percentage: 50,
  }))

test('and none of one that goes on, as the results have none', () =>
  expect(headScoreOf({ time: timeOf(null), score: { ...score, obtained_score: 0 } })).toBeNull())

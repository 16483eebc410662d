import { expect, test } from 'vitest'
import { formatAllotted } from '#pwa/console/results/report/CandidatePanel.tsx'

const did = (action: string, before: unknown, after: unknown) => ({
  at: '2026-11-20T10:00:00.000Z',
  user: 'Ida',
  action: `candidate.${action}`,
  before,
  after,
})
const time = { test_started: null, test_finished: null, alloted_time: 61, deadline_at: null }
const minutes = (from: number, to: number) =>
  did('minutes', { minutes_granted: from }, { minutes_granted: to })

test.each([
  ['nothing', [], '61 min'],
  ['minutes, twice', [minutes(0, 10), minutes(10, 15)], '61 min, 15 min granted'],
  ['more time', [did('accommodation', { time_factor: 1 }, { time_factor: 1.25 })], '61 min, 25% more'],
  [
    'more time that was taken back',
    [
      did('accommodation', { time_factor: 1 }, { time_factor: 1.25 }),
      did('accommodation', { time_factor: 1.25 }, { time_factor: 1 }),
    ],
    '61 min',
  ],
  [
    'a reopened test, whose minutes count from then on',
    [minutes(0, 5), did('reopen', { end_reason: null }, { minutes: 30 })],
    '61 min, 5 min granted, reopened',
  ],
])('what staff gave beside the time of the test: %s', (_, interventions, words) => {
  expect(formatAllotted({ time, interventions })).toBe(words)
})

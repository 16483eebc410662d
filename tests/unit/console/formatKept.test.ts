import { expect, test } from 'vitest'
import { areErased, formatKept } from '#pwa/console/drives/tile/formatKept.ts'

const erased = { results_erased_at: '2026-11-29T12:00:00.000Z' }
const until = { results_kept_until: '2027-03-01T12:00:00.000Z' }

test.each([
  [{}, false, null],
  [{}, true, null],
  [until, false, 'Results are kept until 01-03-2027.'],
  [until, true, null],
  [
    { results_kept_until: '2026-11-01T12:00:00.000Z' },
    false,
    'The time to keep results is over. They are erased within minutes.',
  ],
  [
    { ...until, results_held_up: 'Late work of Ana Berg waits for a decision.' },
    false,
    'The time to keep results is over. They stay for now: Late work of Ana Berg waits for a decision.',
  ],
  [
    { results_retention_days: 30, results_held_up: 'Erasing is on hold.' },
    false,
    'The time to keep some results is over. They stay for now: Erasing is on hold.',
  ],
  [{ ...until, ...erased }, true, 'Results were erased on 29-11-2026.'],
  [erased, false, 'Older ones were erased, last on 29-11-2026.'],
  [{ results_retention_days: 90 }, false, 'Results are kept for 90 days after each test.'],
  [
    { results_retention_days: 90, ...erased },
    false,
    'Results are kept for 90 days after each test. Older ones were erased, last on 29-11-2026.',
  ],
])('of %j, empty %j: %j', (kept, isEmpty, words) => {
  expect(formatKept(kept, isEmpty, Date.parse('2026-11-29T12:00:00.000Z'))).toBe(words)
})

test('all are erased where none are left, and not where none have come yet', () => {
  expect(areErased({ invitation_sent: 0, ...erased })).toBe(true)
  expect(areErased({ invitation_sent: 2, ...erased })).toBe(false)
  expect(areErased({ invitation_sent: 0, results_erased_at: null })).toBe(false)
})

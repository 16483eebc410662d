import { expect, test } from 'vitest'
import { formatKept } from '#pwa/console/kit/format/formatKept.ts'

const erased = { results_erased_at: '2026-11-29T12:00:00.000Z' }
const until = { results_kept_until: '2027-03-01T12:00:00.000Z' }

test.each([
  [{}, false, null],
  [{}, true, null],
  [until, false, 'Results are kept until 01-03-2027.'],
  [until, true, null],
  [
    { ...until, results_held_up: 'Late work of Ana Berg waits for a decision.' },
    false,
    'The time to keep results is over. They stay for now: Late work of Ana Berg waits for a decision.',
  ],
  [{ ...until, ...erased }, true, 'Results were erased on 29-11-2026.'],
  [erased, false, 'Older results were erased, last on 29-11-2026.'],
])('of %j, empty %j: %j', (kept, isEmpty, words) => {
  expect(formatKept(kept, isEmpty)).toBe(words)
})

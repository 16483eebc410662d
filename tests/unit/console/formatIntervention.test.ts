import { expect, test } from 'vitest'
import { formatIntervention } from '#pwa/console/results/report/Interventions.tsx'

/** The acts of staff on a candidate, as the report says them. */

const did = (action: string, before: unknown = null, after: unknown = null) =>
  formatIntervention({ at: '2026-11-20T10:00:00.000Z', user: 'Ida', action, before, after })

test.each([
  [
    'message',
    null,
    { text: 'The fire alarm was a drill.' },
    { what: 'Message', more: [], quote: 'The fire alarm was a drill.' },
  ],
  // The candidate's messages are gone here.
  ['message', null, { characters: 39 }, { what: 'Message', more: ['39 characters'] }],
  [
    'minutes',
    { minutes_granted: 0 },
    { minutes_granted: 1, reopened: false },
    { what: 'Added 1 minute', more: [] },
  ],
  [
    'minutes',
    { minutes_granted: 10 },
    { minutes_granted: 25, reopened: true },
    {
      what: 'Added 15 minutes',
      more: ['25 minutes in total', 'The test had ended and was reopened.'],
    },
  ],
  [
    'reopen',
    { end_reason: 'Time over' },
    { minutes: 30 },
    { what: 'Reopened the test for 30 minutes', more: ['It had ended: Time over'] },
  ],
  ['pause', null, null, { what: 'Paused the test', more: [] }],
  ['resume', null, { pause_ms: 90_000 }, { what: 'Resumed the test', more: ['Paused for 1 min 30 s'] }],
  [
    'accommodation',
    { time_factor: 1, lifted_rules: [] },
    { time_factor: 1.25, lifted_rules: ['camera'] },
    {
      what: 'Changed the accommodation',
      more: ['Time: same as everyone → 25% more', 'Rules waived: none → No camera is needed'],
    },
  ],
  [
    'reset_device',
    null,
    null,
    { what: 'Reset the device', more: ['The next device takes over without confirmation.'] },
  ],
  [
    'shortlist',
    { is_selected: true },
    { is_selected: false },
    { what: 'Removed from the shortlist', more: [] },
  ],
  [
    'late_accepted',
    { score: 3 },
    { pieces: ['k3f', 'x9z'], score: 5, note: 'The power was cut.' },
    { what: 'Accepted late work, 2 pieces', more: ['Score: 3 → 5'], quote: 'The power was cut.' },
  ],
  [
    'late_rejected',
    { score: 3 },
    { pieces: ['k3f'], score: 3 },
    { what: 'Rejected late work, 1 piece', more: [] },
  ],
])('candidate.%s', (action, before, after, words) =>
  expect(did(`candidate.${action}`, before, after)).toEqual(words),
)

test('of what it does not know it says nothing of its own', () =>
  expect(did('candidate.something_newer', { a: 1 }, { a: 2 })).toBeNull())

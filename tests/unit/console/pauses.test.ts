import { expect, it } from 'vitest'
import { pauseSpans } from '#pwa/console/results/report/timeScale.ts'

const at = (minute: number): number => Date.UTC(2026, 10, 20, 10, minute)
const did = (action: string, minute: number) => ({
  at: new Date(at(minute)).toISOString(),
  user: 'Ida',
  action: `candidate.${action}`,
  before: null,
  after: null,
})

it.each([
  ['nothing', [], []],
  ['a pause and its end', [did('pause', 1), did('resume', 3)], [{ from: at(1), to: at(3) }]],
  ['a pause that lasts', [did('minutes', 1), did('pause', 2)], [{ from: at(2), to: null }]],
  [
    'a pause that the reopening ended, and another one',
    [did('pause', 1), did('reopen', 4), did('pause', 6), did('message', 7), did('resume', 8)],
    [
      { from: at(1), to: at(4) },
      { from: at(6), to: at(8) },
    ],
  ],
  ['an end without a pause', [did('resume', 3)], []],
])('draws %s', (_, interventions, pauses) => {
  expect(pauseSpans(interventions)).toEqual(pauses)
})

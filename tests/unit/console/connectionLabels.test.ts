import { expect, it } from 'vitest'
import {
  arrivalLabel,
  formatStretches,
  heldMessage,
  pauseLabel,
  stretchLabel,
} from '#pwa/console/results/report/connectionLabels.ts'

type Stretch = Parameters<typeof stretchLabel>[0][number]
const stretch = (how: Stretch['how'], seconds: number | null, ops_kept = 0): Stretch => ({
  how,
  seconds,
  ops_kept,
})

it.each<[Stretch[], string, string]>([
  [[], 'held throughout', ''],
  [[stretch('offline', 80, 2)], '1 × offline', 'offline 1 min 20 s, 2 kept'],
  [[stretch('closed', 300)], '1 × page closed', 'page closed 5 min'],
  [[stretch('unheard', null)], '1 × offline or closed', 'offline or closed until the end'],
  [
    [stretch('closed', 60), stretch('offline', 30, 1), stretch('offline', 30, 2)],
    '3 times away',
    '3 times, 2 min in total, 3 kept',
  ],
  [[stretch('offline', 60), stretch('unheard', null)], '2 times away', '2 times, 1 min and until the end'],
])('of %j the track says %j, and over them stands %j', (stretches, note, label) => {
  expect([formatStretches(stretches), stretchLabel(stretches)]).toEqual([note, label])
})

it.each([
  [[90], 'paused 1 min 30 s'],
  [[null], 'paused until the end'],
  [[60, 30], '2 pauses, 1 min 30 s in total'],
])('pauses of %j s read %j', (seconds, label) => expect(pauseLabel(seconds)).toBe(label))

it.each([
  [[{ count: 3, isBeyond: false }], '3'],
  [[{ count: 3, isBeyond: true }], '3 after the end'],
  [
    [
      { count: 1, isBeyond: false },
      { count: 2, isBeyond: false },
      { count: 3, isBeyond: true },
    ],
    '3 + 3 after the end',
  ],
])('arrivals %j read %j', (marks, label) => expect(arrivalLabel(marks)).toBe(label))

it('a connection is said to have held throughout only where no work came late beside it', () => {
  expect(heldMessage(false)).toContain('held throughout')
  expect(heldMessage(true)).not.toContain('held throughout')
  expect(heldMessage(true)).toContain('Late work')
})

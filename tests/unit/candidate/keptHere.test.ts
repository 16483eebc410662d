import { expect, it } from 'vitest'
import { keptHere, waitsHere } from '#pwa/candidate/test/parts/keptHere.ts'

/** What a banner about the connection promises of the work. */

it('promises that everything is kept where it is, and nothing where the device could not keep it', () => {
  expect(keptHere(true)).toBe('Keep working: everything is kept on this device.')
  expect(keptHere(false)).toBe('')
})

it.each([
  [true, 1, 'Keep working: 1 change waits on this device and is sent when the network is back.'],
  [true, 2, 'Keep working: 2 changes wait on this device and are sent when the network is back.'],
  [false, 2, '2 changes wait on this device and are sent when the network is back.'],
  [false, 0, ''],
])('kept %s, %i waiting: says how many wait', (isKept, waiting, words) => {
  expect(waitsHere(isKept, waiting)).toBe(words)
})

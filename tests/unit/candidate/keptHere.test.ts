import { expect, it } from 'vitest'
import { onTheWire } from '#contract/questionKinds.ts'
import type { Choice, TestSnapshot } from '#pwa/attempt/api.ts'
import { isBack, keptHere, waitsHere } from '#pwa/candidate/exam/parts/Banners.tsx'

/** The promise that a banner about the connection makes of the work. */

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

const unsaved: Choice = { selected: [1], saved: null, light: null }
const saved: Choice = { ...unsaved, saved: [1] }
it.each<[number, string | null, Choice[], string]>([
  [0, null, [saved], 'You are back online. All sent.'],
  [2, null, [saved], 'You are back online. Sending 2 changes.'],
  [0, 'full', [saved], 'You are back online.'],
  // The light beside it says that a choice is not saved.
  [0, null, [saved, unsaved], 'You are back online.'],
])(
  '%i waiting, storage fault %s, choices %o: says what has become of it',
  (waiting, storageFault, choices, words) => {
    const total = { state: 'server', waiting, at: null } as const
    const questions = choices.map((_, id) => ({ id, ...onTheWire.single }))
    const content = { questions } as unknown as TestSnapshot['content']
    expect(isBack({ total, storageFault, content, choices: { ...choices } })).toBe(words)
  },
)

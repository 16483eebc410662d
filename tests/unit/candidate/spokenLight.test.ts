import { expect, it } from 'vitest'
import type { Connection, SaveState } from '#pwa/actors/testApi.ts'
import { spokenLight } from '#pwa/candidate/ui/spokenLight.ts'

/** What a screen reader hears of the save lights. */

type Step = [SaveState, number, Connection['state']]

/** Each change of what is said: what a live region speaks. */
function heard(steps: readonly Step[]): string[] {
  const said: string[] = []
  for (const [state, waiting, reach] of steps) {
    const connection = { state: reach, since: null, nextTryAt: null }
    // Every second another time: nobody wants to hear it.
    const total = { state, waiting, at: state === 'server' ? said.length * 1_000 : null }
    const words = spokenLight(said.at(-1) ?? '', total, connection)
    if (words !== (said.at(-1) ?? '')) said.push(words)
  }
  return said
}

/** Typed, kept on the device, sent, acknowledged. */
const autosave: Step[] = [
  ['saving', 1, 'online'],
  ['device', 1, 'online'],
  ['sending', 1, 'online'],
  ['server', 0, 'online'],
]

it('says once that all is saved, however often work is kept', () => {
  expect(heard([['server', 0, 'online'], ...autosave, ...autosave, ...autosave])).toEqual(['All saved.'])
})

it('says when work stays on the device, and when it has arrived', () => {
  const outage: Step[] = [
    ['saving', 1, 'offline'],
    ['device', 1, 'offline'],
    ['saving', 2, 'offline'],
    ['device', 2, 'captive'],
    ['sending', 2, 'online'],
    ['server', 0, 'online'],
  ]
  expect(heard([...autosave, ...outage])).toEqual(['All saved.', 'Saved on this device.', 'All saved.'])
})

it('says at once that something is not kept', () => {
  expect(heard([...autosave, ['unsaved', 1, 'online'], ['unsaved', 2, 'offline']])).toEqual([
    'All saved.',
    'Not saved.',
  ])
})

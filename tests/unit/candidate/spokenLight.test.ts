import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Connection, SaveState } from '#pwa/actors/testApi.ts'
import { TotalLight } from '#pwa/candidate/ui/SaveLight.tsx'
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

it('says of nothing that it is saved here while it is only being saved', () => {
  expect(heard([['saving', 1, 'offline']])).toEqual([])
})

it.each<[...Step, string]>([
  ['saving', 1, 'offline', 'saving 1'],
  ['saving', 3, 'online', 'saving 3'],
  ['saving', 3, 'offline', '2 saved on this device, 1 saving'],
  ['device', 3, 'offline', '3 saved on this device'],
])('shows of %s with %i that wait, %s: %4$s', (state, waiting, reach, words) => {
  const connection = { state: reach, since: null, nextTryAt: null }
  const shown = renderToStaticMarkup(
    createElement(TotalLight, { total: { state, waiting, at: null }, connection }),
  )
  expect(shown).toContain(`</svg>${words}</span>`)
})

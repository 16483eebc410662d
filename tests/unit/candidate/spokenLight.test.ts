import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Connection, SaveState } from '#pwa/attempt/api.ts'
import { spokenLight, TotalLightSign } from '#pwa/candidate/ui/SaveLight.tsx'

/** The save lights as a screen reader hears them. */

type Step = [SaveState, number, Connection['state'], choices?: number]

/** Each change of what is said: what a live region speaks. */
function heard(steps: readonly Step[]): string[] {
  const said: string[] = []
  for (const [state, waiting, reach, choices = 0] of steps) {
    const connection = { state: reach, since: null, nextTryAt: null }
    // Every second another time: nobody wants to hear it.
    const total = { state, waiting, at: state === 'server' ? said.length * 1_000 : null }
    const words = spokenLight(said.at(-1) ?? '', total, connection, choices)
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

it('says of a choice that waits for its Save, in reach of the server and out of it', () => {
  expect(
    heard([
      ['server', 0, 'online', 1],
      ['device', 2, 'offline', 1],
      ['device', 2, 'offline'],
      ['server', 0, 'online'],
    ]),
  ).toEqual([
    '1 choice not saved.',
    'Saved on this device. 1 choice not saved.',
    'Saved on this device.',
    'All saved.',
  ])
})

const beside = { state: 'server', waiting: 0, at: 1, isAside: true } as const
const lineOf = (state: Connection['state']): Connection => ({ state, since: null, nextTryAt: null })

it('says that all is sent, and nothing of it where a sign-in page answers for the server', () => {
  expect(spokenLight('Saved on this device.', beside, lineOf('online'), 0)).toBe('All sent.')
  expect(spokenLight('Saved on this device.', beside, lineOf('captive'), 0)).toBe('Saved on this device.')
})

it.each<[SaveState, number, Connection['state'], number, string]>([
  ['saving', 1, 'offline', 0, 'saving 1'],
  ['saving', 3, 'online', 0, 'saving 3'],
  ['saving', 3, 'offline', 0, '2 saved on this device, 1 saving'],
  ['saving', 3, 'captive', 0, '2 saved on this device, 1 saving'],
  ['saving', 3, 'unknown', 0, 'saving 3'],
  ['device', 3, 'offline', 0, '3 saved on this device'],
  ['device', 3, 'captive', 0, '3 saved on this device'],
  ['device', 3, 'offline', 2, '3 saved on this device, 2 choices not saved'],
  // It stands still while somebody types: what is being saved is not among those that are.
  ['saving', 3, 'offline', 1, '2 saved on this device, 1 choice not saved'],
  ['sending', 3, 'online', 1, 'sending 3'],
  ['server', 0, 'online', 1, '1 choice not saved'],
])(
  'shows of %s with %i that wait, %s, and %i choices without their Save: %s',
  (state, waiting, reach, choices, words) => {
    const total = { state, waiting, at: null }
    const shown = renderToStaticMarkup(
      createElement(TotalLightSign, { total, connection: lineOf(reach), choices }),
    )
    expect(shown).toContain(`</svg>${words}</span>`)
    expect(shown.includes('is-warning')).toBe(words.includes('choice'))
  },
)

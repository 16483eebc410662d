import { afterEach, expect, it, vi } from 'vitest'
import {
  actsWhenHeld,
  areSingleKeysOn,
  keyMeaning,
  setSingleKeys,
  type TestKeys,
} from '#pwa/candidate/exam/hooks/keyMeaning.ts'
import type { KeyFacts } from '#pwa/candidate/keys.ts'
import { readPreferences } from '#pwa/candidate/stored.ts'

/** The test's own keys: what they do, which of them when held down, and how single keys are switched off. */

const key = (name: string, held: Partial<KeyFacts> = {}): KeyFacts => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }
const alt = { altKey: true }

afterEach(() => vi.unstubAllGlobals())

let done: string[]
const say = (what: string) => () => void done.push(what)
const keys: TestKeys = {
  run: say('run'),
  submit: say('submit'),
  save: say('save'),
  step: (by) => done.push(`step ${by}`),
  option: (index) => done.push(`option ${index}`),
  sheet: say('sheet'),
  nextPane: say('pane'),
  sayTime: say('time'),
  flag: say('flag'),
}
const press = (facts: KeyFacts, circumstances = { types: false, areSingleOn: true }) => {
  done = []
  keyMeaning(facts, keys, circumstances)?.()
  return done.join()
}

const single: [string, KeyFacts, string][] = [
  ['A', key('a'), 'option 0'],
  ['C with caps lock', key('C'), 'option 2'],
  ['2', key('2'), 'option 1'],
  ['?', key('?', { shiftKey: true }), 'sheet'],
]
const chords: [string, KeyFacts, string, boolean][] = [
  ['Ctrl Enter', key('Enter', ctrl), 'submit', false],
  ["Ctrl '", key("'", ctrl), 'run', false],
  ['Ctrl S', key('s', ctrl), 'save', false],
  ['Alt G', key('g', { ...alt, code: 'KeyG' }), 'flag', false],
  ['Alt T', key('t', { ...alt, code: 'KeyT' }), 'time', false],
  ['Alt \u2190', key('ArrowLeft', alt), 'step -1', true],
  ['Alt \u2192', key('ArrowRight', alt), 'step 1', true],
  ['F6', key('F6'), 'pane', true],
]

it.each(single)(
  '%s alone acts once, not while text is typed, and not where single keys are off',
  (_name, facts, does) => {
    expect(press(facts)).toBe(does)
    expect(actsWhenHeld(facts)).toBe(false)
    expect(press(facts, { types: true, areSingleOn: true })).toBe('')
    expect(press(facts, { types: false, areSingleOn: false })).toBe('')
  },
)

it.each(chords)('%s acts anywhere, single keys or not', (_name, facts, does, held) => {
  expect(press(facts, { types: true, areSingleOn: false })).toBe(does)
  expect(actsWhenHeld(facts)).toBe(held)
})

it.each([
  ['@ of a Swiss Mac', key('@', { ...alt, code: 'KeyG' }), 'flag'],
  ['\u2020 of a German one', key('\u2020', { ...alt, code: 'KeyT' }), 'time'],
])('%s is written where text is typed, and acts elsewhere', (_name, facts, does) => {
  expect(press(facts, { types: true, areSingleOn: true })).toBe('')
  expect(press(facts)).toBe(does)
})

it('keeps on this device, beside its other preferences, that single keys are off', () => {
  const local = new Map([['holdfast.preferences', '{"wrap":false}']])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => local.get(name) ?? null,
    setItem: (name: string, value: string) => void local.set(name, value),
  })
  expect(areSingleKeysOn()).toBe(true)
  setSingleKeys(false)
  expect(areSingleKeysOn()).toBe(false)
  expect(readPreferences()).toMatchObject({ wrap: false, singleKeys: false })
  setSingleKeys(true)
  expect(areSingleKeysOn()).toBe(true)
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isGiven, keepMoved, movedText, noteGiven } from '#pwa/candidate/unsaved/ownCode.ts'

/** The text that may be put into the editor: what came out of it. */

let rows: Map<string, string>
beforeEach(() => {
  rows = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => rows.set(key, value),
    removeItem: (key: string) => rows.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const work = 'Drive\n\n--- Sum (Python)\ndef add(a, b):\n    return a + b\n'

it.each([
  ['all of it', work, true],
  ['a part of it', 'def add(a, b):\n    return a + b', true],
  ['it with the line ends of another system', work.replaceAll('\n', '\r\n'), true],
  ['it without what stands around it', work.trim(), true],
  ['something else', 'def add(a, b):\n    return a - b', false],
  ['something around it', `# found on the web\n${work}`, false],
  ['nothing', '', false],
  ['blanks alone', ' \n ', false],
])('what the page gave comes back in: %s', (_, text, isOwn) => {
  noteGiven(work)
  expect(isGiven(text)).toBe(isOwn)
})

it('before the page gave anything nothing is its own', () => {
  expect(isGiven(work)).toBe(false)
})

it('what was cut last goes before, until the page gives a copy to the system’s clipboard', () => {
  expect(movedText()).toBeNull()
  keepMoved('a line\n')
  expect(movedText()).toBe('a line\n')
  noteGiven(work)
  expect(movedText()).toBeNull()
})

it('goes with the session, under its prefix', () => {
  keepMoved('a')
  noteGiven(work)
  keepMoved('b')
  expect([...rows.keys()].every((key) => key.startsWith('holdfast.unsent.'))).toBe(true)
})

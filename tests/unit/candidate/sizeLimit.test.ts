import { EditorState } from '@uiw/react-codemirror'
import { expect, it } from 'vitest'
import { sizeLimit } from '#pwa/candidate/exam/editor/sizeLimit.ts'

/** A program that the server would not take does not come about. */

const LIMIT = 100
let refused: number

function typedInto(doc: string, insert: string, from = doc.length, to = from): string {
  refused = 0
  const state = EditorState.create({ doc, extensions: sizeLimit(LIMIT, () => refused++) })
  return state.update({ changes: { from, to, insert } }).state.doc.toString()
}

it.each([
  ['up to the limit', 'a'.repeat(99), 'b', `${'a'.repeat(99)}b`, 0],
  ['beyond it', 'a'.repeat(100), 'b', 'a'.repeat(100), 1],
  ['a whole paste beyond it', 'start', 'b'.repeat(96), 'start', 1],
  ['two bytes each, up to it', 'é'.repeat(49), 'é', 'é'.repeat(50), 0],
  ['two bytes each, beyond it', 'é'.repeat(50), 'e', 'é'.repeat(50), 1],
  ['three bytes each, beyond it', '€'.repeat(33), '€', '€'.repeat(33), 1],
  ['four bytes each, up to it', '😀'.repeat(24), '😀', '😀'.repeat(25), 0],
  ['four bytes each, beyond it', '😀'.repeat(25), '😀', '😀'.repeat(25), 1],
])('%s', (_, before, insert, after, told) => {
  expect(typedInto(before, insert)).toBe(after)
  expect(refused).toBe(told)
})

it('what is too long already can be made shorter', () => {
  const long = 'a'.repeat(200)
  expect(typedInto(long, '', 0, 50)).toBe('a'.repeat(150))
  expect(typedInto(long, 'b')).toBe(long)
})

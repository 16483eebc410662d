import { expect, test } from 'vitest'
import { changedFields } from '#api/services/changes.ts'
import { creditsAfter } from '#api/services/credits.ts'

test.each([
  ['nobody spent any', { current: 100, seen: 100, given: 40 }, 40],
  ['some were spent, and the editor left them alone', { current: 70, seen: 100, given: 100 }, 70],
  ['some were spent, and the editor changed them', { current: 70, seen: 100, given: 500 }, null],
  ['some were spent, and the editor means what is there now', { current: 70, seen: 100, given: 70 }, 70],
  ['it is not told what the editor saw', { current: 70, seen: undefined, given: 100 }, 100],
  ['all are gone', { current: 0, seen: 3, given: 3 }, 0],
])('credits after an edit, where %s', (_what, of, after) => {
  expect(creditsAfter(of)).toBe(after)
})

test('changes are what is given and differs', () => {
  const row = { name: 'a', text: null as string | null, credits: 3 }
  expect(changedFields(row, { name: 'b', text: null, credits: undefined })).toEqual({
    before: { name: 'a' },
    after: { name: 'b' },
  })
  expect(changedFields(row, { text: 'x' })).toEqual({ before: { text: null }, after: { text: 'x' } })
  expect(changedFields(row, {})).toEqual({ before: {}, after: {} })
})

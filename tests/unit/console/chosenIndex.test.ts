import { expect, test } from 'vitest'
import { chosenIndex } from '#pwa/console/app/shell/useOptions.ts'

test.each([
  ['the only one that was found, without an arrow key', -1, 1, true, 0],
  ['the first of several before an arrow key', -1, 2, true, 0],
  ['none where others may still come', -1, 1, false, -1],
  ['none where there is none', -1, 0, true, -1],
  ['what the arrows chose', 1, 3, true, 1],
  ['nothing where that is gone', 2, 2, true, -1],
])('Enter opens %s', (_what, moved, count, isAll, wanted) => {
  expect(chosenIndex(moved, count, isAll)).toBe(wanted)
})

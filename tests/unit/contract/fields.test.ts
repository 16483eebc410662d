import { expect, test } from 'vitest'
import { oneLine, words } from '#contract/forms/fields.ts'

/** Text typed into a field of words, and into one that is a name. */

const rules = { required: 'Missing', min: [3, 'Short'], max: [8, 'Long'] } as const
const judged = (schema: ReturnType<typeof words>, typed: string) => {
  const { success, data, error } = schema.safeParse(typed)
  return success ? data : `! ${error.issues.map((issue) => issue.message).join()}`
}

test.each([
  ['', '! Missing'],
  ['   ', '! Missing'],
  // Signs that nobody sees: zero width, soft hyphen, marks of direction, fillers, the empty Braille cell.
  ['\u200B'.repeat(5), '! Missing'],
  ['\u200B \u00AD\u202E\u2066', '! Missing'],
  ['\u3164\u115F\u2800\uFE0F', '! Missing'],
  ['\u0001\u0002\u0003', '! Missing'],
  // They make no text long enough, and count as they are stored.
  ['a\u200B\u200B', '! Short'],
  ['abcdefg\u200B\u200B', '! Long'],
  // A text with a sign that is seen keeps the others as they were typed.
  ['क्\u200Dषा', 'क्\u200Dषा'],
  ['👩\u200D💻 ab', '👩\u200D💻 ab'],
  ['a b', 'a b'],
  ['  abc  ', 'abc'],
])('%j becomes %j', (typed, expected) => {
  expect(judged(words(rules), typed)).toBe(expected)
  expect(judged(oneLine(rules), typed)).toBe(expected)
})

test.each([
  ['ab\ncd', 'ab cd'],
  ['ab\r\ncd', 'ab cd'],
  ['ab\t\u0007cd', 'ab cd'],
  ['ab\u2028cd\u2029', 'ab cd'],
  ['ab \n cd', 'ab cd'],
  ['\nabc\n', 'abc'],
  ['\n\n', '! Missing'],
])('of %j one line is made: %j', (typed, expected) => {
  expect(judged(oneLine(rules), typed)).toBe(expected)
})

test('words of several lines keep them', () => {
  expect(judged(words(rules), 'ab\ncd')).toBe('ab\ncd')
})

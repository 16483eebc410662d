import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from '#pwa/ui/difference.ts'

const marked = (actual: string, expected: string): string =>
  differenceOf(actual, expected)
    .lines.map(({ same, differs, rest }) => (differs ? `${same}[${differs}]${rest}` : same + rest))
    .join('\n')

test.each([
  ['42', '42', '42'],
  ['42\n', '42', '42'],
  ['42  ', '42', '42'],
  ['43', '42', '4[3]'],
  ['1 2 3', '1 5 3', '1 [2] 3'],
  ['abcd', 'abd', 'ab[c]d'],
  ['one\ntwo', 'one\n2', 'one\n[two]'],
  ['one\ntwo\nthree', 'one', 'one\n[two]\n[three]'],
])('%j against %j shows %j', (actual, expected, shown) => {
  expect(marked(actual, expected)).toBe(shown)
})

test.each([
  ['one', 'one\ntwo', true],
  ['', 'x', true],
  ['one\ntwo', 'one\ntwo', false],
  ['one\ntwo', 'one', false],
])('%j against %j ends too early: %s', (actual, expected, isShort) => {
  expect(differenceOf(actual, expected).isShort).toBe(isShort)
})

test('whatever is compared, the parts of a line are the line', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (actual, expected) => {
      const back = differenceOf(actual, expected)
        .lines.map(({ same, differs, rest }) => same + differs + rest)
        .map((line) => line.trimEnd())
      const own = actual.replace(/\s+$/, '').split(/\r?\n/)
      expect(back).toEqual(own.map((line) => line.trimEnd()))
    }),
  )
})

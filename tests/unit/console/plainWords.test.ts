import { expect, test } from 'vitest'
import { plainWords } from '#pwa/ui/plainWords.ts'

test('a statement’s words stand in a list without the signs that format them', () => {
  expect(plainWords('# Head\n\nAdd **two** `n`, $x_i$:\n\n```text\n1 2\n```')).toBe(
    'Head Add two n, x_i: 1 2',
  )
})

test.each([
  ['the *head* and the _tail_', 'the head and the tail'],
  ['3 * 4 * 5 and a_b_c', '3 * 4 * 5 and a_b_c'],
  ['Solve $x^2=1$ for $n \\le 10^{12}$', 'Solve x²=1 for n ≤ 10¹²'],
  ['see [the rules](https://x.example/a)', 'see the rules'],
  ['$\\frac{1}{2}$', '\\frac{1}{2}'],
])('%s', (markdown, words) => expect(plainWords(markdown)).toBe(words))

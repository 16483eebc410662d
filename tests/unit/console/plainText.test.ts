import { expect, test } from 'vitest'
import { excerpt, plainText } from '#pwa/ui/plainText.ts'

test('a statement’s words stand in a list without the signs that format them', () => {
  expect(plainText('# Head\n\nAdd **two** `n`, $x_i$:\n\n```text\n1 2\n```')).toBe('Head Add two n, x_i: 1 2')
})

test.each([
  ['the *head* and the _tail_', 'the head and the tail'],
  ['3 * 4 * 5 and a_b_c', '3 * 4 * 5 and a_b_c'],
  ['Solve $x^2=1$ for $n \\le 10^{12}$', 'Solve x²=1 for n ≤ 10¹²'],
  ['see [the rules](https://x.example/a)', 'see the rules'],
  ['![tree](/files/a.jpg) by <https://x.example/a_b>', 'by https://x.example/a_b'],
  ['$\\frac{1}{2}$', '\\frac{1}{2}'],
  ['costs \\$5 or \\$6, a\\_b \\*not\\*', 'costs $5 or $6, a_b *not*'],
])('%s', (markdown, words) => expect(plainText(markdown)).toBe(words))

test('of a table the words of its cells are left, of a list those of its points', () => {
  expect(plainText('Costs:\n\n| in | out |\n|----|:---:|\n| 1 | 2 |\n\n- one\n* two\n1. three')).toBe(
    'Costs: in out 1 2 one two three',
  )
  expect(plainText('a || b, and 3 - 2')).toBe('a || b, and 3 - 2')
})

test.each([
  ['How many **items**?', 40, 'How many items?'],
  // Never within a word, and no comma before the dots.
  ['This **ring buffer** reads, and writes', 18, 'This ring buffer…'],
  ['This **ring buffer** reads, and writes', 24, 'This ring buffer reads…'],
  ['Exactlytwenty letters', 21, 'Exactlytwenty letters'],
  ['Oneverylongwordwithoutanyend', 10, 'Oneverylon…'],
])('an excerpt of %s, at most %i characters long', (markdown, most, words) =>
  expect(excerpt(markdown, most)).toBe(words),
)

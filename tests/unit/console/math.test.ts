import { expect, test } from 'vitest'
import { parseWithMath } from '#pwa/markdown/mathParser.ts'
import { parsePlain } from '#pwa/markdown/parse.ts'
import { mayHoldMath } from '#pwa/markdown/render.ts'

const formulas = (html: string): number => html.match(/<math /g)?.length ?? 0

test.each([
  ['$n$ numbers', 1],
  ['$1 \\le n \\le 2 \\cdot 10^5$, $a_i$', 2],
  ['$$\\sum_{i=1}^{n} a_i$$', 1],
  ['before\n\n$$\nx = 1\n$$\n\nafter', 1],
  ['- $x$\n- $y$', 2],
  ['it costs $5 and $10', 0],
  ['from $5 to 10$', 1],
  ['$ n $ is spaced', 0],
  ['\\$n\\$ is written out', 0],
  ['`$n$` is code', 0],
  ['```\n$n$\n```', 0],
  ['one $ alone', 0],
  ['$a\nb$ is no line', 0],
])('%j holds %i formulas', (text, n) => {
  expect(formulas(parseWithMath(text))).toBe(n)
})

test('what a formula holds is no Markdown, and its written form is not left behind', () => {
  const html = parseWithMath('$a_i * b_i * c$')
  expect(html).not.toContain('<em>')
  expect(html).not.toContain('annotation')
  expect(html).not.toContain('a_i')
})

test('a formula that cannot be set stays readable, and runs nothing', () => {
  expect(parseWithMath('$\\nothing{x}$')).toContain('\\nothing')
  expect(parseWithMath('$\\href{javascript:alert(1)}{x}$')).not.toContain('<a')
  expect(parseWithMath('$\\htmlData{onload=x}{y}$')).not.toMatch(/data-onload/)
  expect(formulas(parseWithMath(`$${'\\def\\a{\\a\\a}\\a'}$`))).toBe(0)
})

test('without a dollar sign both parsers agree', () => {
  const text = '# Title\n\n**bold** `code` | a | b\n\n1. one\n2. two'
  expect(mayHoldMath(text)).toBe(false)
  expect(parseWithMath(text)).toBe(parsePlain(text))
})

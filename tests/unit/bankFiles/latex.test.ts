import { describe, expect, it } from 'vitest'
import { convertLatex } from '#api/services/packages/latex/convert.ts'
import { parseWithMath } from '#pwa/markdown/mathParser.ts'

/** Statements in LaTeX as problemtools takes them, and the Markdown they become. */

const converted = (latex: string): string => convertLatex(latex).markdown

it.each<[string, string]>([
  ['\\emph{a} \\textbf{b} \\textit{c} {\\bf d e} {\\em f}', '*a* **b** *c* **d e** *f*'],
  ['\\texttt{a\\_b} \\verb|x_y|', '`a_b` `x_y`'],
  ["``a'' -- b --- c~d\\ldots", '“a” – b — c d…'],
  ['50\\% \\& \\$5 \\#1 a\\_b \\{x\\}', '50% & \\$5 \\#1 a\\_b {x}'],
  ['caf\\\'e na\\"{\\i}ve \\c{c}a \\v{s} \\ss', 'café naïve ça š ß'],
  ['2 * 3 < 4 and a_b [x] `', '2 \\* 3 \\< 4 and a\\_b \\[x\\] \\`'],
  ['\\url{https://a.org/x_y} \\href{https://a.org}{here}', '<https://a.org/x_y> here (<https://a.org>)'],
  ['a\\footnote{b} c', 'a (b) c'],
  ['one\\\\two', 'one\\\ntwo'],
  ['a % not this\nb', 'a b'],
  ['a\n\n\n\nb\\par c', 'a\n\nb\n\nc'],
  ['- not a list\n1. nor this', '\\- not a list\n1\\. nor this'],
])('%j', (latex, markdown) => {
  expect(converted(latex)).toBe(markdown)
})

describe('blocks', () => {
  it.each<[string, string, string]>([
    ['sections', '\\section*{Input}\na\n\\subsection{Two}\nb', '## Input\n\na\n\n### Two\n\nb'],
    [
      'lists within lists',
      '\\begin{enumerate}\\item a\n\nb\\item c\\begin{itemize}\\item d\\end{itemize}\\end{enumerate}',
      '1. a\n\n   b\n2. c\n\n   - d',
    ],
    ['described points', '\\begin{description}\\item[A] b\\end{description}', '- **A** b'],
    ['verbatim', '\\begin{verbatim}\n1 % 2\n  \\x\n\\end{verbatim}', '```\n1 % 2\n  \\x\n```'],
    [
      'tables',
      '\\begin{tabular}{|c|l|}\\hline a & b \\\\ \\hline \\multicolumn{2}{c}{c} \\\\ $x|y$ & d\\end{tabular}',
      '| a | b |\n| --- | --- |\n| c |  |\n| $x\\|y$ | d |',
    ],
    ['a quotation', '\\begin{quote}a\n\nb\\end{quote}', '> a\n>\n> b'],
    ['frames', '\\begin{figure}[h]\\centering a\\caption{b \\emph{c}}\\end{figure}', 'a\n\n*b *c**'],
  ])('%s', (_, latex, markdown) => {
    expect(converted(latex)).toBe(markdown)
  })

  it('pictures are called by the names of their files', () => {
    expect(
      converted('\\includegraphics[width=2cm]{img/a tree.png}\\illustration{.3}{map}{By \\textbf{A}}'),
    ).toBe('![a tree](img/a%20tree.png)\n\n![map](map)\n\n*By **A***')
  })
})

describe('mathematics stays as it is', () => {
  it.each<[string, string]>([
    ['$1 \\le n$ and \\( x \\)', '$1 \\le n$ and $x$'],
    ['\\[ \\frac{1}{2} \\]', '$$\\frac{1}{2}$$'],
    ['$$a$$', '$$a$$'],
    ['\\begin{equation}\\label{e} a\\end{equation}', '$$a$$'],
    [
      '\\begin{align*}a &= b\\\\c &= d\\end{align*}',
      '$$\n\\begin{aligned}\na &= b\\\\c &= d\n\\end{aligned}\n$$',
    ],
    ['a $ alone', 'a \\$ alone'],
  ])('%j', (latex, markdown) => {
    expect(converted(latex)).toBe(markdown)
    const html = parseWithMath(markdown)
    expect(html).not.toContain('color:#cc0000')
    expect(html.includes('<math')).toBe(!latex.includes('alone'))
  })
})

it('a macro of the statement’s own stands for what it is', () => {
  expect(
    converted('\\newcommand{\\n}{10^5}\\newcommand{\\two}[2]{#2, \\emph{#1}}$x < \\n$ \\two{a}{b}'),
  ).toBe('$x < 10^5$ b, *a*')
  // One that names itself, and one that grows without end.
  expect(converted('\\newcommand{\\a}{\\a}\\a').length).toBeLessThan(100)
  expect(
    converted(`\\newcommand{\\a}{${'\\b'.repeat(50)}}\\newcommand{\\b}{${'\\a'.repeat(50)}}\\a`).length,
  ).toBeLessThan(2_000_000)
})

it('a command that nobody knows keeps its words and is named', () => {
  expect(convertLatex('\\odd[x]{a \\emph{b}}{c} \\strange \\begin{theorem}d\\end{theorem}')).toEqual({
    markdown: 'a *b* c \\\\strange\n\nd',
    title: null,
    unknown: ['\\begin{theorem}', '\\odd', '\\strange'],
  })
})

it('of a whole document the body is taken, with the title', () => {
  const latex =
    '\\documentclass{article}\\usepackage{x}\\problemname{A \\& B}\\begin{document}Words.\\end{document}'
  expect(convertLatex(latex)).toEqual({ markdown: 'Words.', title: 'A & B', unknown: [] })
})

it.each([
  '{'.repeat(50_000),
  '\\emph{'.repeat(9_000),
  '\\bf '.repeat(9_000),
  '\\begin{itemize}\\item '.repeat(3_000),
  '}'.repeat(9_000),
  '\\end{x}',
  '\\',
  '$',
  '\\verb',
  '\\item a',
])('what does not hold together comes to an end: %#', (latex) => {
  expect(convertLatex(latex).markdown.length).toBeLessThan(5_000_000)
})

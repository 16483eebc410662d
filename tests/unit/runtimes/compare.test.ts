import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToleranceKind } from '#contract/judging.ts'
import { type ComparingChecker, compareOutput, LONGEST_NUMBER, outcomeOfTest } from '#runtimes/compare.ts'

const table: [ComparingChecker, string, string, boolean][] = [
  ['exact', 'a\n', 'a', true],
  ['exact', 'a\nb\n', 'a\r\nb\r\n', true],
  ['exact', 'a\nb', 'a\rb', true],
  ['exact', 'a', 'a  \t\n\n\n', true],
  ['exact', 'a\n\nb', 'a\nb', false],
  ['exact', 'a', ' a', false],
  ['exact', 'a b', 'a  b', false],
  ['exact', 'A', 'a', false],
  ['exact', '', '\n\n', true],
  ['exact', '', 'a', false],
  ['exact', '1', '1.0', false],
  ['exact', 'é', 'e\u0301', false],
  ['tokens', 'a b\nc', ' a\n b  c\n', true],
  ['tokens', 'a b', 'ab', false],
  ['tokens', 'a b', 'b a', false],
  ['tokens', '', '  ', true],
  ['float', '1.0 x', '1.0000001 x', true],
  ['float', '1.0', '1.1', false],
  ['float', '1000000', '1000000.5', true],
  ['float', '1e3', '1000', true],
  ['float', '-0', '0', true],
  ['float', '0', '', false],
  ['float', 'nan', 'nan', true],
  ['float', '1', '0x1', false],
  ['float', '1', 'Infinity', false],
  ['float', '1', '1e400', false],
  ['float', '1e400', '1', false],
  ['float', '1e400', '1e400', true],
  ['float', '1.', '1', true],
  ['float', '.5', '0.5', true],
  ['float', '.', '0', false],
  ['unordered', 'a\nb\n', 'b\r\na', true],
  ['unordered', 'a\na\nb', 'a\nb\nb', false],
  ['unordered', 'a\nb', 'a\nb\nc', false],
  ['unordered', 'a\nb\nb', 'b\na', false],
  ['unordered', 'a\n\nb', '\nb\na', true],
  ['unordered', 'a b', 'b a', false],
  ['unordered', '', '\n', true],
]

describe('compareOutput', () => {
  const checkers: ComparingChecker[] = ['exact', 'tokens', 'float', 'unordered']

  it.each(table)('%s: %j and %j → %s', (checker, expected, actual, same) => {
    expect(compareOutput(expected, actual, checker)).toBe(same)
  })

  it.each<[ComparingChecker, string, string, boolean]>([
    ['exact', 'Yes\nÉ', 'YES\né', true],
    ['tokens', 'Yes no', 'yes  NO', true],
    ['float', 'YES 1.0', 'yes 1', true],
    ['unordered', 'A\nb', 'B\na', true],
    ['exact', 'yes', 'yess', false],
  ])('%s, upper and lower case the same: %j and %j → %s', (checker, expected, actual, same) => {
    expect(compareOutput(expected, actual, checker, undefined, { ignore_case: true })).toBe(same)
  })

  it.each<[ToleranceKind, string, string, boolean]>([
    ['either', '0.001', '0.0015', true],
    ['either', '1000', '1000.5', true],
    ['absolute', '0.001', '0.0015', true],
    ['absolute', '1000', '1000.5', false],
    ['relative', '0.001', '0.0015', false],
    ['relative', '1000', '1000.5', true],
    ['relative', '0', '0.0001', false],
  ])('a tolerance of 0.001 that is %s: %s and %s → %s', (tolerance_of, expected, actual, same) => {
    expect(compareOutput(expected, actual, 'float', 0.001, { tolerance_of })).toBe(same)
  })

  it('takes case and a kind of tolerance together', () => {
    const how = { ignore_case: true, tolerance_of: 'absolute' } as const
    expect(compareOutput('A 1000', 'a 1000.5', 'float', 0.001, how)).toBe(false)
    expect(compareOutput('A 1', 'a 1.0005', 'float', 0.001, how)).toBe(true)
  })

  it('takes the tolerance it is given', () => {
    expect(compareOutput('10', '10.5', 'float', 0.1)).toBe(true)
    expect(compareOutput('10', '10.5', 'float', 0.01)).toBe(false)
  })

  it('lets a difference pass that is as large as the tolerance, and none above', () => {
    expect(compareOutput('0.5', '0.75', 'float', 0.25)).toBe(true)
    expect(compareOutput('4', '5', 'float', 0.25)).toBe(true)
    expect(compareOutput('4', '5.0001', 'float', 0.25)).toBe(false)
  })

  it('compares what is longer than a number is as text', () => {
    const digits = (count: number) => `0.${'0'.repeat(count - 3)}1`
    expect(compareOutput('0', digits(LONGEST_NUMBER), 'float')).toBe(true)
    expect(compareOutput('0', digits(LONGEST_NUMBER + 1), 'float')).toBe(false)
    expect(compareOutput(digits(LONGEST_NUMBER + 1), digits(LONGEST_NUMBER + 1), 'float')).toBe(true)
  })

  const MiB = 1_048_576
  it.each<[string, string, string]>([
    ['digits that are no number', '1', 'x'],
    ['points', '1.', 'x'],
    ['words', 'a ', 'x'],
    ['numbers', '1 ', 'x'],
    ['blanks', ' ', 'x'],
    ['blank lines', ' \n', 'x'],
    ['line ends of one kind', '\r', '\n'],
  ])('needs no longer for a megabyte of %s than for as much text', (_name, part, end) => {
    const text = (last: string) => part.repeat((MiB - 1) / part.length) + last
    for (const checker of checkers) {
      const begun = performance.now()
      expect(compareOutput(text('y'), text(end), checker)).toBe(false)
      // By the square of the length it would be minutes.
      expect(performance.now() - begun).toBeLessThan(5_000)
    }
  })

  /** The lines of a text as the product says it: the plain way, which makes as many texts as there are lines. */
  const lines = (text: string): string[] => {
    const all = text.split(/\r\n|\n|\r/).map((line) => line.trimEnd())
    while (all.at(-1) === '') all.pop()
    return all
  }

  it('compares line by line, whatever ends them', () => {
    const piece = fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r', '\r\n', '\u2028', '\ufeff')
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareOutput(a, b)).toBe(JSON.stringify(lines(a)) === JSON.stringify(lines(b)))
      }),
      { numRuns: 1_000 },
    )
  })

  const output = fc.array(fc.string(), { maxLength: 8 }).map((lines) => lines.join('\n'))

  it('counts every output as itself, also with blanks and blank lines at the end', () => {
    fc.assert(
      fc.property(
        output,
        fc.constantFrom(...checkers),
        fc.stringMatching(/^[ \t\r\n]*$/),
        (text, checker, tail) => {
          expect(compareOutput(text, text + tail, checker)).toBe(true)
          expect(compareOutput(text + tail, text, checker)).toBe(true)
        },
      ),
    )
  })

  it('is never stricter with tokens than exactly, nor with floats than with tokens', () => {
    fc.assert(
      fc.property(output, output, (a, b) => {
        if (compareOutput(a, b, 'exact')) expect(compareOutput(a, b, 'tokens')).toBe(true)
        if (compareOutput(a, b, 'tokens')) expect(compareOutput(a, b, 'float')).toBe(true)
      }),
    )
  })

  it('sees an added word', () => {
    fc.assert(
      fc.property(output, fc.stringMatching(/^\w+$/), (text, word) => {
        for (const checker of checkers) expect(compareOutput(text, `${text}\n${word}`, checker)).toBe(false)
      }),
    )
  })
})

describe('outcomeOfTest', () => {
  it('compares only what simply ended', () => {
    expect(outcomeOfTest({ output: '1' }, 'time_limit', '1')).toBe('time_limit')
    expect(outcomeOfTest({ output: '1' }, 'ok', '1\n')).toBe('passed')
    expect(outcomeOfTest({ output: '1' }, 'ok', '2')).toBe('wrong_answer')
  })

  it('compares as its problem says; without a word of that exactly', () => {
    const float = { output: '0.30', checker: 'float', tolerance: '0.1' } as const
    expect(outcomeOfTest(float, 'ok', '0.35')).toBe('passed')
    expect(outcomeOfTest({ ...float, tolerance: null }, 'ok', '0.35')).toBe('wrong_answer')
    expect(outcomeOfTest({ output: '0.30' }, 'ok', '0.3')).toBe('wrong_answer')
  })
})

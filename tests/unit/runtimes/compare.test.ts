import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Checker, compareOutput, outcomeOfTest } from '#runtimes/compare.ts'

const table: [Checker, string, string, boolean][] = [
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
]

describe('compareOutput', () => {
  it.each(table)('%s: %j and %j → %s', (checker, expected, actual, same) => {
    expect(compareOutput(expected, actual, checker)).toBe(same)
  })

  it('takes the tolerance it is given', () => {
    expect(compareOutput('10', '10.5', 'float', 0.1)).toBe(true)
    expect(compareOutput('10', '10.5', 'float', 0.01)).toBe(false)
  })

  const output = fc.array(fc.string(), { maxLength: 8 }).map((lines) => lines.join('\n'))
  const checkers: Checker[] = ['exact', 'tokens', 'float']

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

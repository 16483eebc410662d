import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replaceNumbers } from '#api/attempts/jsonNumbers.ts'

/** Other numbers in a text, and every other sign as it was: only so the text that was hashed can be told again. */

const plus = (by: number) => (field: string, value: number) =>
  ['question_id', 'selected_options', 'problem_id'].includes(field) ? value + by : undefined

describe('numbers of an object’s own fields', () => {
  test.each([
    ['{"question_id":7,"selected_options":[3,12]}', '{"question_id":107,"selected_options":[103,112]}'],
    [
      '{ "selected_options" : [ ] ,\n\t"question_id" : 7 }',
      '{ "selected_options" : [ ] ,\n\t"question_id" : 107 }',
    ],
    [
      '{"problem_id":7,"answer":"{\\"problem_id\\":7} [8] \\\\"}',
      '{"problem_id":107,"answer":"{\\"problem_id\\":7} [8] \\\\"}',
    ],
    ['{"problem\\u005fid":7}', '{"problem\\u005fid":107}'],
    ['{"question_id":7.0,"selected_options":[3e0]}', '{"question_id":107.0,"selected_options":[103e0]}'],
    ['{"answer":"a, b: 1","more":true,"none":null}', '{"answer":"a, b: 1","more":true,"none":null}'],
  ])('%s', (json, other) => {
    expect(replaceNumbers(json, plus(100))).toBe(other)
    expect(replaceNumbers(other, plus(-100))).toBe(json)
  })

  test.each([
    '{"question_id":-7}',
    '{"question_id":0}',
    '{"question_id":70e-1}',
    '{"question_id":1.5}',
    '{"other":7}',
    '[7]',
    '7',
    '{',
    '',
  ])('none stands for one in %s', (json) => expect(replaceNumbers(json, plus(100))).toBeNull())
})

test('whatever a candidate writes, it is there again once the numbers are turned back', () => {
  const body = fc.record({
    problem_id: fc.integer({ min: 1, max: 10 ** 9 }),
    answer: fc.string({ unit: 'binary' }),
    note: fc.oneof(fc.string(), fc.boolean(), fc.constant(null)),
  })
  fc.assert(
    fc.property(body, fc.integer({ min: 0, max: 3 }), (said, indent) => {
      const json = JSON.stringify(said, null, indent)
      const other = replaceNumbers(json, plus(5)) ?? ''
      expect(JSON.parse(other)).toEqual({ ...said, problem_id: said.problem_id + 5 })
      expect(replaceNumbers(other, plus(-5))).toBe(json)
    }),
    { numRuns: 40 },
  )
})

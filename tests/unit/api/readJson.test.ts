import { expect, test } from 'vitest'
import { parseBytes } from '#api/middleware/readJson.ts'
import { JSON_MAX_NAME, JSON_MAX_VALUES } from '#contract/constants.ts'

/** The judgement of a body before anything of it is parsed. */

const judged = (text: string): unknown => {
  try {
    return parseBytes(Buffer.from(text))
  } catch (refusal) {
    return (refusal as Error).message
  }
}
const list = (count: number, one: string) => `[${Array(count).fill(one).join(',')}]`

test('a body holds so many values and no more, however they are put together', () => {
  // The list itself is one.
  expect(judged(list(JSON_MAX_VALUES - 1, '1'))).toHaveLength(JSON_MAX_VALUES - 1)
  expect(judged(list(JSON_MAX_VALUES, '1'))).toBe('This JSON contains more than 20,000 values.')
  expect(judged(list(JSON_MAX_VALUES / 2 + 1, '{}'))).toBe('This JSON contains more than 20,000 values.')
  expect(judged(list(JSON_MAX_VALUES / 2, '"a,b,c,[{"'))).toHaveLength(JSON_MAX_VALUES / 2)
})

test('a name is no text of any length', () => {
  const named = (length: number) => judged(`{"${'n'.repeat(length)}": 1}`)
  expect(named(JSON_MAX_NAME - 1)).toEqual({ ['n'.repeat(JSON_MAX_NAME - 1)]: 1 })
  expect(named(JSON_MAX_NAME + 1)).toBe('A name in this JSON is too long.')
  expect(judged(`{"a": "${'long '.repeat(1_000)}"}`)).toHaveProperty('a')
})

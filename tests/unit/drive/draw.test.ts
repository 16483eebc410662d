import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CountHash } from '#contract/forms/assessment.ts'
import {
  ALWAYS_OPEN_UNTIL,
  availableOf,
  countErrors,
  type Drawable,
  draw,
  LEVELS,
  levelOf,
  NO_COUNTS,
  sumOf,
} from '#machines/drive/draw.ts'

const names = ['easy', 'Easy', 'EASY', ' medium ', 'Medium', 'hard', 'Hard', 'expert', '']
const bank = fc
  .uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 60 })
  .chain((ids) =>
    fc
      .array(fc.constantFrom(...names), { minLength: ids.length, maxLength: ids.length })
      .map((levels) => ids.map((id, i): Drawable => ({ id, difficulty: levels[i] ?? '' }))),
  )
const counts = fc.record({
  easy: fc.integer({ min: 0, max: 30 }),
  medium: fc.integer({ min: 0, max: 30 }),
  hard: fc.integer({ min: 0, max: 30 }),
})

describe('drawing', () => {
  test('gives as many of each level as asked for, or all there are; none twice, none of another level', () => {
    fc.assert(
      fc.property(fc.string(), bank, counts, (seed, items, wanted) => {
        const drawn = draw(seed, items, wanted)
        expect(new Set(drawn).size).toBe(drawn.length)
        const difficultyOf = new Map(items.map((item) => [item.id, item.difficulty]))
        const got = availableOf(drawn.map((id) => ({ difficulty: difficultyOf.get(id) ?? 'none' })))
        const available = availableOf(items)
        for (const level of LEVELS) expect(got[level]).toBe(Math.min(wanted[level], available[level]))
        expect(sumOf(got)).toBe(drawn.length)
      }),
    )
  })

  test('is the same for the same seed, in whatever order the bank is read', () => {
    fc.assert(
      fc.property(fc.string(), bank, counts, (seed, items, wanted) => {
        const drawn = draw(seed, items, wanted)
        expect(draw(seed, items.toReversed(), wanted)).toEqual(drawn)
      }),
    )
  })

  test('another seed draws others: over many seeds each item has its turn', () => {
    const items = Array.from({ length: 20 }, (_, i) => ({ id: i + 1, difficulty: 'easy' }))
    const times = new Map<number, number>()
    for (let seed = 0; seed < 2_000; seed++)
      for (const id of draw(`seed ${seed}`, items, { ...NO_COUNTS, easy: 5 }))
        times.set(id, (times.get(id) ?? 0) + 1)
    expect(times.size).toBe(20)
    // 500 of 2,000 each, were it exactly even.
    for (const n of times.values()) expect(Math.abs(n - 500)).toBeLessThan(120)
  })

  test('levels are the three, however their case is written', () => {
    expect(names.map(levelOf)).toEqual([
      'easy',
      'easy',
      'easy',
      'medium',
      'medium',
      'hard',
      'hard',
      null,
      null,
    ])
  })

  test('an assessment is open for as long as calendars reach, and its end can be written down', () => {
    expect(new Date(ALWAYS_OPEN_UNTIL).toISOString()).toBe('9999-12-31T23:59:59.000Z')
    expect(Number.isSafeInteger(ALWAYS_OPEN_UNTIL + 400 * 86_400_000)).toBe(true)
  })
})

describe('the counts of the form', () => {
  const both = { allow_coding: true, allow_mcq: true }
  const have: CountHash = { easy: 2, medium: 1, hard: 0 }
  const errorsOf = (problems: Partial<CountHash>, mcqs: Partial<CountHash>, allowed = both) =>
    countErrors(
      { problem_count_hash: { ...NO_COUNTS, ...problems }, mcq_count_hash: { ...NO_COUNTS, ...mcqs } },
      { problem_count_hash: have, mcq_count_hash: have },
      allowed,
    )
  const many = 'Count should be less than total'
  const none = 'Please add atleast 1 count'
  test.each([
    ['one fewer than there are', { easy: 1 }, {}, both, {}],
    ['as many as there are', { easy: 2, medium: 1 }, { easy: 2 }, both, {}],
    ['one more', { easy: 3 }, {}, both, { 'problem_count_hash.easy': many }],
    [
      'one more, at each field',
      { medium: 2 },
      { hard: 1 },
      both,
      { 'problem_count_hash.medium': many, 'mcq_count_hash.hard': many },
    ],
    ['nothing', {}, {}, both, { problem_count_hash: none }],
    [
      'nothing, where MCQs alone are allowed',
      {},
      {},
      { ...both, allow_coding: false },
      { mcq_count_hash: none },
    ],
    [
      'coding that is not allowed',
      { easy: 2 },
      {},
      { ...both, allow_coding: false },
      { mcq_count_hash: none },
    ],
    ['too much coding, which is not allowed', { easy: 9 }, { easy: 1 }, { ...both, allow_coding: false }, {}],
    [
      'MCQs that are not allowed',
      {},
      { easy: 2 },
      { ...both, allow_mcq: false },
      { problem_count_hash: none },
    ],
  ])('%s', (_what, problems, mcqs, allowed, errors) => {
    expect(errorsOf(problems, mcqs, allowed)).toEqual(errors)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settleMarks, wholeMarks } from '#api/execution/judging/groups.ts'
import { judging, type TestGroup } from '#contract/judging.ts'

/** Tests as [full marks, earned marks, group]. */
type Row = [number, number, string | null]
const settled = (rows: readonly Row[], groups: TestGroup[] | undefined): (number | undefined)[] => {
  const tests = rows.map(([marks, earned, group], id) => ({ id, marks, earned, group }))
  const marks = settleMarks(tests, groups)
  return tests.map(({ id }) => marks.get(id))
}
const group = (name: string, scoring: TestGroup['scoring'], ...depends_on: string[]): TestGroup => ({
  name,
  scoring,
  depends_on,
})

describe('settleMarks', () => {
  it.each<[string, Row[], TestGroup[] | undefined, number[]]>([
    [
      'no groups',
      [
        [2, 2, null],
        [3, 0, 'a'],
      ],
      undefined,
      [2, 0],
    ],
    [
      'a group without a rule gives all or nothing',
      [
        [2, 1, 'b'],
        [3, 3, 'b'],
      ],
      [group('a', 'sum')],
      [0, 0],
    ],
    [
      'sum',
      [
        [2, 2, 'a'],
        [3, 0, 'a'],
      ],
      [group('a', 'sum')],
      [2, 0],
    ],
    [
      'all, one fails',
      [
        [2, 2, 'a'],
        [3, 0, 'a'],
        [1, 1, null],
      ],
      [group('a', 'all')],
      [0, 0, 1],
    ],
    [
      'all, one in part',
      [
        [2, 2, 'a'],
        [3, 2, 'a'],
      ],
      [group('a', 'all')],
      [0, 0],
    ],
    [
      'all pass',
      [
        [2, 2, 'a'],
        [3, 3, 'a'],
      ],
      [group('a', 'all')],
      [2, 3],
    ],
    [
      'min, the worst half',
      [
        [4, 4, 'a'],
        [6, 3, 'a'],
      ],
      [group('a', 'min')],
      [2, 3],
    ],
    [
      'min, one fails',
      [
        [4, 4, 'a'],
        [6, 0, 'a'],
      ],
      [group('a', 'min')],
      [0, 0],
    ],
    [
      'min of odd marks is rounded once',
      [
        [1, 1, 'a'],
        [1, 1, 'a'],
        [2, 1, 'a'],
      ],
      [group('a', 'min')],
      [0, 1, 1],
    ],
    [
      'a dependency fails',
      [
        [1, 0, 'a'],
        [5, 5, 'b'],
      ],
      [group('a', 'sum'), group('b', 'sum', 'a')],
      [0, 0],
    ],
    [
      'a dependency passes',
      [
        [1, 1, 'a'],
        [5, 5, 'b'],
      ],
      [group('a', 'all'), group('b', 'all', 'a')],
      [1, 5],
    ],
    [
      'a dependency of a dependency fails',
      [
        [1, 0, 'a'],
        [1, 1, 'b'],
        [5, 5, 'c'],
      ],
      [group('a', 'sum'), group('b', 'sum', 'a'), group('c', 'sum', 'b')],
      [0, 0, 0],
    ],
    ['one without tests passes', [[5, 5, 'b']], [group('a', 'all'), group('b', 'all', 'a')], [5]],
  ])('%s', (_, rows, groups, marks) => {
    expect(settled(rows, groups)).toEqual(marks)
  })

  it('gives nobody more than they earned in all, nor less than nothing', () => {
    const rows = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('a', 'b', null),
      ),
      { maxLength: 8 },
    )
    const scoring = fc.constantFrom('sum', 'all', 'min') as fc.Arbitrary<TestGroup['scoring']>
    fc.assert(
      fc.property(rows, scoring, scoring, (drawn, first, second) => {
        const own = drawn.map(([marks, share, name]): Row => [marks, wholeMarks(share, marks), name])
        const marks = settled(own, [group('a', first), group('b', second, 'a')]).map((one) => one ?? -1)
        expect(marks.every((one, n) => one >= 0 && one <= (own[n]?.[0] ?? 0))).toBe(true)
        const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
        expect(sum(marks)).toBeLessThanOrEqual(sum(own.map(([, earned]) => earned)))
      }),
    )
  })

  it('keeps parts of marks as whole ones', () => {
    expect([0.29, 0.999, 1, 0].map((share) => wholeMarks(share, 100))).toEqual([29, 99, 100, 0])
  })
})

describe('groups as they are written', () => {
  it.each<[string, TestGroup[], string]>([
    ['twice', [group('a', 'all'), group('a', 'sum')], 'Two groups are called a'],
    [
      'behind',
      [group('a', 'all', 'b'), group('b', 'sum')],
      'a can depend only on groups before it, and b is none',
    ],
    ['itself', [group('a', 'all', 'a')], 'a can depend only on groups before it, and a is none'],
  ])('%s', (_, groups, words) => {
    expect(judging.safeParse({ groups }).error?.issues[0]?.message).toBe(words)
  })
})

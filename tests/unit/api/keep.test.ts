import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKeepRule, surplusOf } from '#api/backups/keep.ts'

/** Which backups stay. */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (iso: string): number => Date.parse(`${iso}Z`)

describe('a rule', () => {
  it.each([
    ['7 daily', [[7, 'daily']]],
    [' 24 hourly,7 daily , 4 weekly, 12 monthly, 3 yearly', 5],
  ])('is read: %s', (text, read) => {
    const rule = readKeepRule(text)
    if (typeof read === 'number') expect(rule).toHaveLength(read)
    else expect(rule).toEqual(read)
  })

  it.each([
    '',
    '7',
    'daily',
    '0 daily',
    '7 daily 4 weekly',
    '7 daily, 4 daily',
    '7 fortnightly',
    '7 toString',
    '-1 daily',
    '7.5 daily',
  ])('is none: %j', (text) => expect(readKeepRule(text)).toBeNull())
})

describe('of the backups', () => {
  const kept = (times: readonly string[], rule: string): string[] => {
    const gone = surplusOf(times.map(at), readKeepRule(rule) ?? [])
    return times.filter((time) => !gone.includes(at(time)))
  }

  it.each<[string, string[], string, string[]]>([
    [
      'the newest of each day stays, of the last days that have one',
      [
        '2026-11-28T22:00:00',
        '2026-11-28T02:00:00',
        '2026-11-27T23:59:59',
        '2026-11-25T02:00:00',
        '2026-11-24T02:00:00',
      ],
      '3 daily',
      ['2026-11-28T22:00:00', '2026-11-27T23:59:59', '2026-11-25T02:00:00'],
    ],
    [
      'a week goes from Monday to Sunday',
      ['2026-11-30T00:00:00', '2026-11-29T23:59:59', '2026-11-23T00:00:00', '2026-11-22T23:59:59'],
      '9 weekly',
      ['2026-11-30T00:00:00', '2026-11-29T23:59:59', '2026-11-22T23:59:59'],
    ],
    [
      'a month and a year end when the calendar says so',
      ['2027-01-01T00:00:00', '2026-12-31T23:59:59', '2026-12-01T00:00:00', '2026-11-30T23:59:59'],
      '9 monthly',
      ['2027-01-01T00:00:00', '2026-12-31T23:59:59', '2026-11-30T23:59:59'],
    ],
    [
      'what one unit keeps the others may count as well',
      ['2026-11-28T02:00:00', '2026-11-27T02:00:00', '2026-11-22T02:00:00', '2026-11-15T02:00:00'],
      '2 daily, 2 weekly',
      ['2026-11-28T02:00:00', '2026-11-27T02:00:00', '2026-11-22T02:00:00'],
    ],
    [
      'hours are kept too',
      ['2026-11-28T02:59:00', '2026-11-28T02:01:00', '2026-11-28T01:00:00'],
      '1 hourly',
      ['2026-11-28T02:59:00'],
    ],
  ])('%s', (_, times, rule, stay) => {
    expect(kept(times, rule)).toEqual(stay)
  })

  const times = fc.uniqueArray(
    fc.integer({ min: 0, max: 900 * 24 }).map((hour) => at('2024-01-01T00:30:00') + hour * HOUR),
    {
      maxLength: 60,
    },
  )
  const rules = fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('hourly', 'daily', 'weekly', 'monthly', 'yearly'),
    ),
    { minLength: 1, selector: ([, unit]) => unit },
  )
  const textOf = (rule: [number, string][]): string => rule.map((part) => part.join(' ')).join(', ')

  it('the newest stays whatever the rule, no more than it names, and a second look lets nothing more go', () => {
    fc.assert(
      fc.property(times, rules, (all, parts) => {
        const rule = readKeepRule(textOf(parts)) ?? []
        const gone = new Set(surplusOf(all, rule))
        const left = all.filter((time) => !gone.has(time))
        if (all.length > 0) expect(left).toContain(Math.max(...all))
        expect(left.length).toBeLessThanOrEqual(parts.reduce((sum, [count]) => sum + count, 0))
        expect(surplusOf(left, rule)).toEqual([])
      }),
    )
  })

  it('made every day by the rule of the server, a year of them is 7 daily, 4 weekly and 12 monthly', () => {
    const rule = readKeepRule('7 daily, 4 weekly, 12 monthly') ?? []
    let left: number[] = []
    for (let day = 0; day < 400; day++) {
      left = [...left, at('2025-01-01T02:00:00') + day * DAY]
      const gone = surplusOf(left, rule)
      left = left.filter((time) => !gone.includes(time))
    }
    // The newest of a month, and of a week, is one of the days.
    expect(left.length).toBeGreaterThanOrEqual(7 + 2 + 9)
    expect(left.length).toBeLessThanOrEqual(7 + 4 + 12)
    expect(Math.max(...left) - Math.min(...left)).toBeGreaterThan(300 * DAY)
  })
})

import { describe, expect, it } from 'vitest'
import { testSpan } from '#pwa/console/features/report/span.ts'
import { readable, sharing, tickWords, timeScale } from '#pwa/console/features/report/timeScale.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 20, 10, 4)

describe('a time scale', () => {
  it.each([
    [5, 1],
    [85, 10],
    [95, 15],
    [600, 120],
  ])('of %d minutes has a tick every %d', (minutes, step) => {
    const { ticks } = timeScale(start, start + minutes * MINUTE)
    expect(ticks.length).toBeLessThanOrEqual(10)
    expect((ticks[1] ?? 0) - (ticks[0] ?? 0)).toBe(step * MINUTE)
    expect((ticks[0] ?? 0) % (step * MINUTE)).toBe(0)
  })

  it('places moments in percent and keeps them inside', () => {
    const scale = timeScale(start, start + 100 * MINUTE)
    expect(scale.place(start + 25 * MINUTE)).toBe(25)
    expect(scale.place(start - MINUTE)).toBe(0)
    expect(scale.place(start + 900 * MINUTE)).toBe(100)
    expect(scale.isBeyond(start + 101 * MINUTE)).toBe(true)
  })

  it('is a minute long at least', () => {
    expect(timeScale(start, start).to).toBe(start + MINUTE)
  })
})

describe('what stands at the ticks', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

  it('is the time, also where a test went on past midnight', () => {
    expect(tickWords([at(20, 22), at(20, 23), at(21, 0)])).toEqual(['10:00 PM', '11:00 PM', '12:00 AM'])
    expect(tickWords([at(20, 22)])).toEqual(['10:00 PM'])
    expect(tickWords([])).toEqual([])
  })

  it('is the day, where days lie between as in a test that was opened again', () => {
    expect(tickWords([at(19, 5), at(20, 5), at(21, 5)])).toEqual(['19-11', '20-11', '21-11'])
    expect(tickWords([at(19, 5), at(19, 17), at(20, 5)])).toEqual(['19-11', '5:00 PM', '20-11'])
  })
})

it('leaves out labels that would stand on each other', () => {
  expect(readable([0, 10, 30, 55, 56], 25)).toEqual([true, false, true, true, false])
})

it('gives marks that stand close one label together', () => {
  expect(sharing([0, 10, 30, 55, 56], 25)).toEqual([[0, 1], [2], [3, 4]])
  expect(sharing([], 25)).toEqual([])
})

describe('the span of a test', () => {
  const iso = (minutes: number) => new Date(start + minutes * MINUTE).toISOString()
  const report = (started: number | null, finished: number | null, offlineTo?: number | null) => ({
    time: {
      test_started: started === null ? null : iso(started),
      test_finished: finished === null ? null : iso(finished),
      alloted_time: 90,
      deadline_at: iso(90),
    },
    connection: {
      arrivals: [],
      awaited: null,
      offline:
        offlineTo === undefined
          ? []
          : [{ from: iso(50), to: offlineTo === null ? null : iso(offlineTo), seconds: null, ops_kept: 2 }],
    },
  })

  it.each([
    ['finished', report(0, 60), 200, 60],
    ['running', report(0, null), 30, 30],
    ['running past the deadline', report(0, null), 200, 90],
    ['offline beyond the end', report(0, 60, 75), 200, 75],
    ['never back', report(0, 60, null), 200, 60],
  ])('%s', (_, given, now, end) => {
    expect(testSpan(given, start + now * MINUTE)).toEqual({ from: start, to: start + end * MINUTE })
  })

  it('is none where nobody came', () => expect(testSpan(report(null, null), start)).toBeNull())
})

import { describe, expect, it } from 'vitest'
import { labelsOf, testSpan, tickLabels, timeScale } from '#pwa/console/results/report/timeScale.ts'

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
    expect(tickLabels([at(20, 22), at(20, 23), at(21, 0)])).toEqual(['10:00 PM', '11:00 PM', '12:00 AM'])
    expect(tickLabels([at(20, 22)])).toEqual(['10:00 PM'])
    expect(tickLabels([])).toEqual([])
  })

  it('is the day, where days lie between as in a test that was opened again', () => {
    expect(tickLabels([at(19, 5), at(20, 5), at(21, 5)])).toEqual(['19-11', '20-11', '21-11'])
    expect(tickLabels([at(19, 5), at(19, 17), at(20, 5)])).toEqual(['19-11', '5:00 PM', '20-11'])
  })
})

describe('labels over a line', () => {
  const labels = (places: readonly number[], words = (n: number) => `${n}`) =>
    labelsOf(
      places,
      (place) => place,
      (some) => words(some.length),
    )

  it('stand over their own things, also where two are near', () => {
    expect(labels([50, 64])).toEqual([
      { place: 50, words: '1' },
      { place: 64, words: '1' },
    ])
    expect(labels([])).toEqual([])
  })

  it('become one over the middle of their things, where they would stand on each other', () => {
    expect(labels([80, 11, 10])).toEqual([
      { place: 10.5, words: '2' },
      { place: 80, words: '1' },
    ])
    // The one that comes of two may in its turn stand on the one before.
    expect(labels([12, 30, 31], (n) => 'x'.repeat(n * 10))).toEqual([{ place: 21.5, words: 'x'.repeat(30) }])
  })

  it('at the ends of the line need the room on one side alone', () => {
    const long = () => 'x'.repeat(20)
    expect(labels([0, 40, 100], long)).toHaveLength(3)
    expect(labels([40, 60], long)).toHaveLength(1)
  })
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
          : [
              {
                from: iso(50),
                to: offlineTo === null ? null : iso(offlineTo),
                seconds: null,
                how: 'offline' as const,
                ops_kept: 2,
              },
            ],
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

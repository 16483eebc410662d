import { describe, expect, it } from 'vitest'
import { formatLength, offlineTone } from '#machines/attempt/connectivity.ts'
import { PAUSE_MARGIN_MS } from '#machines/attempt/time.ts'
import { minuteDue, secondsLeft, timeParts, timePhase } from '#machines/attempt/timer.ts'

const deadline = 10_000_000
const earlier = (seconds: number): number => deadline - seconds * 1000

describe('the clock', () => {
  it.each([
    [3600, 'plenty'],
    [600, 'plenty'],
    [599, 'red'],
    [121, 'red'],
    [120, 'closing'],
    [1, 'closing'],
    [0, 'over'],
    [-5, 'over'],
  ] as const)('%i seconds before the end it is %s', (seconds, phase) => {
    expect(timePhase(deadline, earlier(seconds))).toBe(phase)
  })

  it.each([
    [601, null, null],
    [600, null, 10],
    [599, 10, null],
    [299, 10, 5],
    [120, 5, 2],
    [60, 2, 1],
    [100, 10, 2],
    [80, null, 2],
    [40, null, 1],
    [40, 1, null],
    [0, null, null],
  ] as const)(
    '%i seconds before the end, where it said %s last, it announces %s',
    (left, before, minutes) => {
      expect(minuteDue(deadline, earlier(left), before)).toBe(minutes)
    },
  )

  it('writes its numbers in two digits, and nothing below zero', () => {
    expect(timeParts(2928)).toEqual({ hours: '00', minutes: '48', seconds: '48' })
    expect(timeParts(0)).toEqual({ hours: '00', minutes: '00', seconds: '00' })
    expect(timeParts(-1)).toBeNull()
  })

  it('rounds a begun second up, so that zero is zero', () => {
    const clock = { deadlineAt: deadline, pausedAt: null }
    expect(secondsLeft(clock, deadline - 1)).toBe(1)
    expect(secondsLeft(clock, deadline)).toBe(0)
  })

  it('shows what it showed when the pause began, however long that lasts', () => {
    const clock = { deadlineAt: deadline + PAUSE_MARGIN_MS, pausedAt: earlier(700) }
    expect(secondsLeft(clock, earlier(700))).toBe(700)
    expect(secondsLeft(clock, earlier(-90_000))).toBe(700)
  })
})

describe('the connection', () => {
  it.each([
    [9_999, 'quiet'],
    [10_000, 'calm'],
    [59_999, 'calm'],
    [60_000, 'firm'],
  ] as const)('offline for %i ms it speaks in the tone %s', (ms, tone) => {
    expect(offlineTone(0, ms)).toBe(tone)
  })

  it('tells a length in the unit that fits', () => {
    expect([42_000, 480_000, 3_900_000].map(formatLength)).toEqual(['42 s', '8 min', '1 h 5 min'])
  })
})

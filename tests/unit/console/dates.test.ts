import { describe, expect, it } from 'vitest'
import {
  dateOr,
  formatDate,
  formatDay,
  formatEnd,
  formatMinutes,
  formatSpan,
  formatTime,
  formatToday,
  formatWait,
} from '#pwa/console/kit/format/dates.ts'

const at = (hour: number, minute = 0, second = 0, day = 20) => new Date(2026, 10, day, hour, minute, second)

describe('moments', () => {
  it.each([
    [at(0, 5), '20-11-2026, 12:05 AM', '12:05:00 AM'],
    [at(9, 30, 7), '20-11-2026, 9:30 AM', '09:30:07 AM'],
    [at(12), '20-11-2026, 12:00 PM', '12:00:00 PM'],
    [at(13, 1), '20-11-2026, 1:01 PM', '01:01:00 PM'],
    [at(23, 59, 59), '20-11-2026, 11:59 PM', '11:59:59 PM'],
    [new Date(2027, 0, 1, 10), '01-01-2027, 10:00 AM', '10:00:00 AM'],
  ])('%s', (moment, date, time) => {
    expect(formatDate(moment)).toBe(date)
    expect(formatTime(moment)).toBe(time)
  })

  it('ends on the same day with the time alone, and in the same year without the year', () => {
    expect(formatEnd(at(10), at(12, 30))).toBe('12:30 PM')
    expect(formatEnd(at(10), at(12, 30, 0, 21))).toBe('21-11, 12:30 PM')
    expect(formatEnd(at(10), new Date(2027, 0, 1, 9))).toBe('01-01-2027, 9:00 AM')
  })

  it('names the weekday of today', () => {
    expect(formatToday(at(8))).toBe('Friday, 20-11-2026')
    expect(formatDay(at(8))).toBe('20-11-2026')
  })

  it('says the given words where there is no time', () => {
    expect(dateOr(null, 'N/A')).toBe('N/A')
    expect(dateOr(at(9, 30).toISOString(), 'N/A')).toBe('20-11-2026, 9:30 AM')
  })
})

describe('lengths', () => {
  it.each([
    [-3, '0 s'],
    [9.4, '9 s'],
    [59, '59 s'],
    [60, '1 min'],
    [351, '5 min 51 s'],
    [3600, '1 h'],
    [3690, '1 h 1 min 30 s'],
    [3605, '1 h 5 s'],
    [4740, '1 h 19 min'],
    [86_399, '23 h 59 min 59 s'],
    [86_400, '1 day'],
    // The hours are enough beside days; a span is never said to be longer than it is.
    [171_360, '1 day 23 h'],
    [172_680, '1 day 23 h'],
    [172_800, '2 days'],
    [200_000, '2 days 7 h'],
  ])('%d seconds are %s', (seconds, words) => expect(formatSpan(seconds)).toBe(words))

  it.each([
    [59_000, 'less than a minute'],
    [119_000, '1 min'],
    [4_740_000, '1 h 19 min'],
    [4_799_000, '1 h 19 min'],
    [172_680_000, '1 day 23 h'],
  ])('a wait of %d ms is %s', (ms, words) => expect(formatWait(ms)).toBe(words))

  it.each([
    [0, '0', '0 min'],
    [15, '15', '15 min'],
    [15.5, '15:30', '15 min 30 s'],
    [61.5, '61:30', '61 min 30 s'],
    [20 / 60, '0:20', '0 min 20 s'],
    [61 + 5 / 60, '61:05', '61 min 5 s'],
    [33 + 59 / 60, '33:59', '33 min 59 s'],
  ])('%d minutes are %s, and by themselves %s', (minutes, words, alone) => {
    expect(formatMinutes(minutes)).toBe(words)
    expect(formatMinutes(minutes, ' min')).toBe(alone)
  })
})

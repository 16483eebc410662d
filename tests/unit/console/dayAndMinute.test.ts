import { expect, test } from 'vitest'
import { dayOf, dayTyped, isDay, joined, minuteOf, minutesOfDay } from '#pwa/ui/field/dayAndMinute.ts'

/** A day and a time of day of the reader's clock. */

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2027-02-31', false],
  ['2027-04-31', false],
  ['2027-13-01', false],
  ['2027-00-10', false],
  ['x', false],
])('%s is a day: %s', (day, expected) => {
  expect(isDay(day)).toBe(expected)
})

test.each([
  ['02/01/2099', '2099-01-02'],
  // As the console writes days everywhere else.
  ['02-01-2099', '2099-01-02'],
  [' 2.1.2099 ', '2099-01-02'],
  ['31/02/2099', null],
  ['2099-01-02', null],
  ['02/01-2099', null],
  ['', null],
])('%j is typed as the day %j', (typed, day) => expect(dayTyped(typed)).toBe(day))

test('a moment is its day and its minute again', () => {
  const at = new Date(2026, 10, 21, 9, 45).getTime()
  expect(joined(dayOf(at), minuteOf(at))).toBe(at)
})

test('the times of a day come in quarters of an hour, with the chosen one where it lies between', () => {
  expect(minutesOfDay(null)).toHaveLength(96)
  expect(minutesOfDay('09:45')).toHaveLength(96)
  expect(minutesOfDay('09:50')).toHaveLength(97)
})

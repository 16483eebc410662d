import { describe, expect, test } from 'vitest'
import { distanceInWords, endInWords, endOf } from '#pwa/console/features/lateWork/words.ts'

const end = { at: '2026-01-15T10:00:00.000Z', name: 'the end' } as const

test.each([
  ['2026-01-15T10:00:00.000Z', 'at the end'],
  ['2026-01-15T09:59:59.000Z', '1 s before the end'],
  ['2026-01-15T10:00:59.000Z', '59 s after the end'],
  ['2026-01-15T09:56:40.000Z', '3 min 20 s before the end'],
  ['2026-01-15T12:05:30.000Z', '2 h 5 min after the end'],
])('%s is %s', (at, words) => {
  expect(distanceInWords(at, end)).toBe(words)
})

describe('the end that times are held against', () => {
  const deadline_at = '2026-01-15T11:00:00.000Z'
  const said = (at: string): string => `<${at}>`

  test('is the true one, and the deadline is named beside it where the test ended before it', () => {
    const early = { ended_at: end.at, deadline_at, is_paused: false }
    expect(endOf(early)).toEqual(end)
    expect(endInWords(early, said)).toBe(`The test ended <${end.at}>; its deadline was <${deadline_at}>.`)
    const full = { ...early, ended_at: deadline_at }
    expect(endInWords(full, said)).toBe(`The test ended <${deadline_at}>.`)
  })

  test('is the deadline while the test runs, and none while its clock stands still', () => {
    const running = { ended_at: null, deadline_at, is_paused: false }
    expect(endOf(running)).toEqual({ at: deadline_at, name: 'the deadline' })
    expect(distanceInWords(end.at, endOf(running))).toBe('1 h 0 min before the deadline')
    expect(endInWords(running, said)).toBe(`The test is running; its deadline is <${deadline_at}>.`)
    const paused = { ...running, is_paused: true }
    expect(endOf(paused)).toBeNull()
    expect(distanceInWords(end.at, null)).toBeNull()
    expect(endInWords(paused, said)).toBe('The test is paused, so its deadline is not fixed yet.')
  })
})

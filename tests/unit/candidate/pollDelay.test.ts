import { expect, it } from 'vitest'
import {
  pollDelay,
  pollDelayOnceOnline,
  retryDelay,
  saysTheSame,
} from '#pwa/candidate/welcome/pollWhileVisible.ts'
import { attemptOf } from '../../factories/deviceStorage.ts'

/** When the welcome screen looks at its drive again. */

const MINUTE = 60_000
const start = Date.parse('2026-01-15T09:00:00Z')
const view = {
  drive_start_time: new Date(start).toISOString(),
  drive_end_time: new Date(start + 120 * MINUTE).toISOString(),
}
const chances = [0, 0.25, 0.5, 0.75, 1]

it('is about once a minute, and not for all at once', () => {
  const waits = chances.map((random) => pollDelay(view, start - 60 * MINUTE, random))
  expect(waits).toEqual([45_000, 52_500, 60_000, 67_500, 75_000])
  expect(chances.map((random) => pollDelay(view, start + 10 * MINUTE, random))).toEqual(waits)
  expect(chances.map((random) => pollDelay(view, start + 200 * MINUTE, random))).toEqual(waits)
})

it.each([
  ['start', start],
  ['end', start + 120 * MINUTE],
])('comes within five seconds of the drive’s %s', (_, moment) => {
  for (const random of chances) {
    const wait = pollDelay(view, moment - 20_000, random)
    expect(wait).toBeGreaterThanOrEqual(20_000)
    expect(wait).toBeLessThanOrEqual(25_000)
  }
})

it('comes sooner where the last one failed, and spread where the network is back', () => {
  expect(chances.map((random) => retryDelay(random))).toEqual([4_000, 6_000, 8_000, 10_000, 12_000])
  expect(chances.map(pollDelayOnceOnline)).toEqual([0, 1_250, 2_500, 3_750, 5_000])
})

it('changes nothing on the page where only the server’s time is another', () => {
  const { view: told } = attemptOf()
  expect(saysTheSame(told, { ...told, server_time: '2026-01-15T09:01:00.000Z' })).toBe(true)
  expect(saysTheSame(told, { ...told, drive_start_time: '2026-01-15T11:00:00.000Z' })).toBe(false)
  expect(saysTheSame(told, { ...told, is_live: false })).toBe(false)
})

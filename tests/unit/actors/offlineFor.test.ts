import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Memory, offlineFor } from '#pwa/actors/memory.ts'

/** For how long the server is out of reach, whatever becomes of the computer's clock. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const memoryOf = (offlineSince: number | null) => ({ sync: { offlineSince } }) as Memory
const HOURS = 3_600_000

it.each([9, -9])('counts the seconds that passed where the clock is set by %i hours', (hours) => {
  const memory = memoryOf(Date.now() - 1_000)
  expect(offlineFor(memory)).toBe(1_000)
  vi.advanceTimersByTime(4_000)
  vi.setSystemTime(Date.now() + hours * HOURS)
  expect(offlineFor(memory)).toBe(5_000)
})

it('begins anew with each outage', () => {
  const memory = memoryOf(Date.now())
  vi.advanceTimersByTime(60_000)
  expect(offlineFor(memory)).toBe(60_000)
  expect(offlineFor(Object.assign(memory, memoryOf(null)))).toBe(null)
  expect(offlineFor(Object.assign(memory, memoryOf(Date.now())))).toBe(0)
})

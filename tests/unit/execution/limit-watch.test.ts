import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Used, type WatchedLimit, watchLimits } from '#api/execution/embedded/limit-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { cpuMs: 2_000, wallMs: 9_000, idleMs: 1_000, processBytes: 500 }

/** The limit that ended a run, and when, if so much of each second was worked and slept. */
function endOf(share: { cpu: number; idle: number; bytesAt?: (ms: number) => number } | null) {
  let ended: { by: WatchedLimit; at: number } | undefined
  const begun = Date.now()
  const at = () => Date.now() - begun
  const used = (): Used | null => share && { cpuMs: at() * share.cpu, idleMs: at() * share.idle }
  const stop = watchLimits(limits, {
    used,
    residentBytes: () => share?.bytesAt?.(at()) ?? null,
    kill: (by) => {
      ended ??= { by, at: at() }
    },
  })
  vi.advanceTimersByTime(10_000)
  stop()
  return ended
}

test('what works all the time ends with its processor time', () => {
  expect(endOf({ cpu: 1, idle: 0 })).toEqual({ by: 'cpu', at: expect.closeTo(2_105, -1) })
})

test('what sleeps ends when it slept too long', () => {
  expect(endOf({ cpu: 0, idle: 1 })).toEqual({ by: 'idle', at: expect.closeTo(1_005, -1) })
  expect(endOf({ cpu: 0.5, idle: 0.5 })).toEqual({ by: 'idle', at: expect.closeTo(2_005, -1) })
})

test('what waits for a core has not slept', () => {
  expect(endOf({ cpu: 0.1, idle: 0 })).toEqual({ by: 'wall', at: 9_000 })
})

test('what grows too large ends, however little it works', () => {
  const growing = { cpu: 0, idle: 0, bytesAt: (ms: number) => (ms < 600 ? 500 : 501) }
  expect(endOf(growing)).toEqual({ by: 'memory', at: 600 })
})

test('where the system tells nothing the wall time is left', () => {
  expect(endOf(null)).toEqual({ by: 'wall', at: 9_000 })
})

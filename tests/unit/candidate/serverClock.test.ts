import { afterEach, expect, test, vi } from 'vitest'
import { serverClock } from '#pwa/candidate/serverClock.ts'

/** The server's time on the page, however long ago the answer came that told it. */

afterEach(() => vi.useRealTimers())

const SERVER = '2026-03-01T10:00:00.000Z'
const begin = Date.parse(SERVER)

test('an answer is half of its way old when it comes, and grows older until it is read', () => {
  vi.useFakeTimers({ now: begin, toFake: ['Date', 'performance'] })
  const sentAt = performance.now()
  vi.advanceTimersByTime(400)
  const answeredAt = performance.now()
  // Fetched with the page, it waited for the scripts.
  vi.advanceTimersByTime(1_500)
  const clock = serverClock(SERVER, { sentAt, answeredAt })
  expect(clock.now()).toBe(begin + 200 + 1_500)
  expect(clock.offsetMs).toBe(200)
  vi.advanceTimersByTime(60_000)
  expect(clock.now()).toBe(begin + 61_700)
})

test("the device's clock is told from the server's, and moves nothing", () => {
  vi.useFakeTimers({ now: begin + 90_000, toFake: ['Date', 'performance'] })
  const at = performance.now()
  const clock = serverClock(SERVER, { sentAt: at, answeredAt: at })
  expect(clock.offsetMs).toBe(90_000)
  vi.setSystemTime(begin - 3_600_000)
  expect(clock.now()).toBe(begin)
})

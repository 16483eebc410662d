import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SyncState } from '#machines/sync/state.ts'
import { reduce } from '#pwa/attempt/reduce.ts'
import { type ClientState, offlineFor, readClocks, readState } from '#pwa/attempt/state.ts'
import { ATTEMPT, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** For how long the server is out of reach, whatever becomes of the computer's clock. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The state once the sender knows this. */
const after = (state: ClientState, offlineSince: number | null, lastContactAt: number | null = null) =>
  reduce(state, {
    type: 'SYNC_CHANGED',
    sync: { offlineSince, lastContactAt } as SyncState,
    at: readClocks(state),
  })
const fresh = { attempt: attemptOf(), outage: null } as ClientState
const memoryOf = (offlineSince: number | null, lastContactAt: number | null = null) =>
  after(fresh, offlineSince, lastContactAt)
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
  expect(offlineFor(after(memory, null))).toBe(null)
  expect(offlineFor(after(after(memory, null), Date.now()))).toBe(0)
})

it('begins anew where the server answered in between, and nobody looked at that moment', () => {
  let memory = memoryOf(Date.now(), Date.now() - 1_000)
  expect(offlineFor(memory)).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(offlineFor(memory)).toBe(60_000)
  memory = after(memory, Date.now() - 2_000, Date.now() - 5_000)
  expect(offlineFor(memory)).toBe(2_000)
  vi.advanceTimersByTime(3_000)
  expect(offlineFor(memory)).toBe(5_000)
})

it('goes on where the clock was set back, and what the sender knows with it', () => {
  let memory = memoryOf(Date.now() - 10_000, Date.now() - 20_000)
  expect(offlineFor(memory)).toBe(10_000)
  vi.advanceTimersByTime(30_000)
  vi.setSystemTime(Date.now() - HOURS)
  const { offlineSince, lastContactAt } = memory.sync ?? {}
  memory = after(memory, (offlineSince ?? 0) - HOURS, (lastContactAt ?? 0) - HOURS)
  expect(offlineFor(memory)).toBe(40_000)
})

describe('after a reload', () => {
  /** A page that was loaded a moment ago, and what the log of the one before says last of the connection. */
  async function reloaded(type: 'offline' | 'online', lastContactAt: number | null = null) {
    const db = openStorage()
    onTestFinished(() => db.close())
    const attempt = attemptOf()
    await db.attempts.add({
      ...attempt,
      anchor: { ...attempt.anchor, bootId: 'the page before', wallMs: Date.now() - 20 * 60_000 },
    })
    const madeAt = attempt.anchor.serverMs + 5 * 60_000
    await appendOps(db, ATTEMPT, [{ type: 'offline', key: '', body: {}, madeAt }])
    if (type === 'online') await appendOps(db, ATTEMPT, [{ type, key: '', body: {} }])
    const memory = await readState(db, ATTEMPT)
    return offlineFor(after(memory, Date.now(), lastContactAt))
  }

  it.each([
    ['the server was out of reach before, and is still', 'offline', null, 15 * 60_000],
    ['it was in reach before', 'online', null, 0],
    ['it was out of reach before, and has answered since', 'offline', Date.now(), 0],
  ] as const)('%s', async (_name, type, lastContactAt, ms) => {
    vi.useRealTimers()
    const away = await reloaded(type, lastContactAt)
    expect(Math.abs((away ?? -1) - ms)).toBeLessThan(5_000)
  })
})

it('has lasted no time where the clock was set back since it began', () => {
  const memory = memoryOf(Date.now() + 9 * HOURS)
  expect(offlineFor(memory)).toBe(0)
  vi.advanceTimersByTime(3_000)
  expect(offlineFor(memory)).toBe(3_000)
})

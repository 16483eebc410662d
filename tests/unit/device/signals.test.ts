import { beforeEach, expect, it } from 'vitest'
import type { NewEntry } from '#pwa/attempt/db/append.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { Signals } from '#pwa/attempt/signals.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import { attemptOf, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** The page's observations of the person: they belong to a test that runs here, and to no other. */

let memory: Memory
let written: string[]
let signals: Signals

beforeEach(async () => {
  const db = openStorage()
  await db.attempts.add(attemptOf())
  memory = await openMemory(db)
  db.close()
  written = []
  signals = new Signals(memory, {
    append: async (entries: readonly NewEntry[]) => void written.push(...entries.map(({ type }) => type)),
  })
})

it.each<[string, (state: ClientState) => Partial<ClientState>, number]>([
  ['in a test that runs here', () => ({}), 1],
  ['behind its finish', ({ attempt }) => ({ attempt: { ...attempt, finished_at: 1 } }), 0],
  ['behind a finish that is on its way', () => ({ finishing: { at: 1 } }), 0],
  ['in one that the server ended', ({ attempt }) => ({ attempt: { ...attempt, state: 'finished' } }), 0],
  ['in one that another tab has', () => ({ isHolder: false }), 0],
])('%s is noted, or not', async (_, change, times) => {
  know(memory, change(memory.state))
  const before = memory.state.strikes
  await signals.signal('focus_lost', { counted: true })
  memory.send({ type: 'SENDER_STALLED' })
  expect(written).toEqual(times === 1 ? ['focus_lost', 'sync_stall'] : [])
  expect(memory.state.strikes - before).toBe(times)
})

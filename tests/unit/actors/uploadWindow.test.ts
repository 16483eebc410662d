import { afterEach, beforeEach, expect, it } from 'vitest'
import { initialState, type SyncMode } from '#machines/sync/state.ts'
import { type Memory, readMemory } from '#pwa/actors/memory.ts'
import { snapshotOf } from '#pwa/actors/snapshot.ts'
import type { LocalDatabase } from '#pwa/local/database.ts'
import { ATTEMPT, appendOps, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** A device that comes back after the upload window: the server answers, and takes nothing. */

let db: LocalDatabase
beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
})
afterEach(() => db.close())

async function seenIn(mode: SyncMode) {
  await appendOps(db, ATTEMPT, [{ type: 'draft', key: 'code:1:2', body: { answer: 'let a = 1' } }])
  const head = { seq: 0, hash: '' }
  const sync = {
    ...initialState({ tail: head, acked: head, serverEpoch: 1, waitingSince: null }, Date.now()),
    mode,
  }
  const memory: Memory = { ...(await readMemory(db, ATTEMPT)), sync }
  const { connection, phase, total } = snapshotOf(memory)
  return { connection: connection.state, phase, total: total.state, waiting: total.waiting }
}

it('is told from one that is online, and its test is over', async () => {
  expect(await seenIn('closed')).toEqual({
    connection: 'closed',
    phase: 'ended',
    total: 'device',
    waiting: 1,
  })
  expect(await seenIn('open')).toMatchObject({ connection: 'online', phase: 'loading' })
})

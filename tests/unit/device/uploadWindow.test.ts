import { afterEach, beforeEach, expect, it } from 'vitest'
import { initialState, type SyncMode } from '#machines/sync/state.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { type ClientState, readState } from '#pwa/attempt/state.ts'
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
    ...initialState({ tail: head, acked: head, waitingSince: null }, Date.now()),
    mode,
  }
  const memory: ClientState = { ...(await readState(db, ATTEMPT)), sync }
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

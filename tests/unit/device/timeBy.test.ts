import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Connection } from '#pwa/attempt/api.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readState } from '#pwa/attempt/state.ts'
import { timeDoubt } from '#pwa/candidate/exam/parts/TimeBanner.tsx'
import { ATTEMPT, answerOf, attemptOf, openStorage } from '../../factories/deviceStorage.ts'

/** By which clock the time on the screen goes, and what is said of it. */

let db: LocalDatabase
beforeEach(() => {
  db = openStorage()
})
afterEach(() => db.close())

it('is the computer’s clock from a reload to the server’s next answer', async () => {
  const begun = attemptOf()
  const timeBy = async () => snapshotOf(await readState(db, ATTEMPT)).timeBy
  await db.attempts.put(begun)
  expect(await timeBy()).toBe('server')
  await db.attempts.put({ ...begun, anchor: { ...begun.anchor, bootId: 'the page before' } })
  expect(await timeBy()).toBe('computer')
  await recordAck(db, ATTEMPT, answerOf({ seq: 0, hash: '' }))
  expect(await timeBy()).toBe('server')
})

const reached: Connection = { state: 'online', since: null, nextTryAt: null }
const away: Connection = { state: 'offline', since: 1, nextTryAt: null }

it.each([
  ['the server’s time runs', 'server', reached, false, 'none'],
  ['… out of reach too', 'server', away, false, 'none'],
  ['the server’s time is over, and the page ends the test', 'server', away, true, 'none'],
  ['nothing was heard yet, for a moment', 'computer', reached, false, 'none'],
  ['the server does not answer', 'computer', away, false, 'guessed'],
  ['past zero by the computer’s clock', 'computer', away, true, 'over'],
] as const)('%s', (_, timeBy, connection, isPastZero, doubt) => {
  expect(timeDoubt({ phase: 'running', timeBy, connection }, isPastZero)).toBe(doubt)
  expect(timeDoubt({ phase: 'locked', timeBy, connection }, isPastZero)).toBe('none')
})

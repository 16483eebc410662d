import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { finishedRecord } from '#pwa/attempt/db/finished.ts'
import { purgeIfDone } from '#pwa/attempt/db/purge.ts'
import type { LocalDatabase, OpRecord } from '#pwa/attempt/db/schema.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import { AttemptCleanup } from '#pwa/attempt/session/cleanup.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** The end page's picture of a test while the test leaves the device under it. */

let db: LocalDatabase
let memory: Memory
let last: OpRecord
let isForgotten: boolean
let isTaken: boolean
let isBack: boolean
let farewell: AttemptCleanup

beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
  const written = await appendOps(db, ATTEMPT, [
    { type: 'mcq_save', key: 'mcq:7', body: { question_id: 7, selected_options: [70] } },
    { type: 'finish', key: '', body: { reason: 'candidate' } },
  ])
  const end = written.at(-1)
  if (!end) throw new Error('nothing was written')
  last = end
  memory = await openMemory(db)
  isForgotten = false
  isTaken = false
  isBack = false
  farewell = new AttemptCleanup(
    () => db,
    memory,
    async () => isTaken,
  )
  memory.on('TEST_FORGOTTEN', () => {
    isForgotten = true
  })
  memory.on('TEST_IS_BACK', () => {
    isBack = true
  })
})
afterEach(() => db.close())

const taken = () => recordAck(db, ATTEMPT, answerOf(last, { state: 'finished', receipt: 'the end' }))
const shown = () => {
  const { total, choices } = snapshotOf(memory.state)
  return { waiting: total.waiting, state: total.state, chosen: choices[7]?.selected }
}
const everything = { waiting: 0, state: 'server', chosen: [70] }

it('does not let the test leave before the page has read that all of it is on the server', async () => {
  await farewell.reached()
  await taken()
  await farewell.look()
  expect(isForgotten).toBe(false)
  await rereadState(memory, db)
  await farewell.look()
  expect(isForgotten).toBe(true)
  expect(shown()).toEqual(everything)
})

it('takes the time of its end along as the server told it', async () => {
  await taken()
  await db.attempts.update(ATTEMPT, { finished_at: null })
  await rereadState(memory, db)
  await farewell.reached(1_000)
  expect(isForgotten).toBe(true)
  expect(await finishedRecord(db, ATTEMPT)).toMatchObject({ ended_at: 1_000 })
})

it('shows all of it still where the page reads while the test leaves', async () => {
  await farewell.reached()
  await taken()
  const leaving = purgeIfDone(db, ATTEMPT)
  // Too late, or in time; never half of it.
  const read = await rereadState(memory, db).then(
    () => everything,
    () => ({ ...everything, waiting: 2, state: 'device' }),
  )
  await leaving
  expect(await db.attempts.count()).toBe(0)
  expect(shown()).toEqual(read)
})

it('says where a test that left is on the device again: it was opened again in another tab', async () => {
  await farewell.reached()
  await taken()
  await rereadState(memory, db)
  await farewell.look()
  await farewell.look()
  expect([isForgotten, isBack]).toEqual([true, false])
  isTaken = true
  await farewell.look()
  expect(isBack).toBe(false)
  // It may be this tab that leads back into it, and is about to.
  isTaken = false
  await db.attempts.add(attemptOf())
  await farewell.look()
  expect(isBack).toBe(false)
  isTaken = true
  await farewell.look()
  expect(isBack).toBe(true)
})

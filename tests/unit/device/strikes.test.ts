import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readState } from '#pwa/attempt/state.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  grantOf,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** How often the test was left, as a page counts on from it that was loaded anew, here or on another device. */

let db: LocalDatabase
beforeEach(() => {
  db = openStorage()
})
afterEach(() => db.close())

const left = (counted: boolean, why: string) => ({
  type: 'focus_lost' as const,
  key: '',
  body: { counted, why },
})
/** A test of a drive that warns before it ends one. */
const warning = (grant = grantOf(), change = {}) => {
  const attempt = attemptOf(grant, change)
  return { ...attempt, view: { ...attempt.view, leave_policy: 'warn' as const } }
}
const strikes = async () => (await readState(db, ATTEMPT)).strikes

it('counts what the log of this device says, and neither slips nor spent full-screen attempts', async () => {
  await db.attempts.add(warning())
  expect(await strikes()).toBe(0)
  const screen = { type: 'fullscreen_left' as const, key: '' }
  await appendOps(db, ATTEMPT, [
    left(true, 'warned'),
    left(false, 'slip'),
    { ...screen, body: { counted: true, why: 'attempt_used' } },
    { ...screen, body: { counted: true, why: 'warned' } },
  ])
  expect(await strikes()).toBe(2)
})

it('goes on from what the server says of the log before this device’s own', async () => {
  const grant = grantOf({ strikes: 3 })
  await db.attempts.add(warning(grant, { strikes: 3, strikes_seq: 1 }))
  await appendOps(db, ATTEMPT, [left(true, 'warned'), left(true, 'warned')])
  // The first of the two is among the server's three.
  expect(await strikes()).toBe(4)
})

const screenLeft = (counted: boolean, why: string) => ({
  ...left(counted, why),
  type: 'fullscreen_left' as const,
})
const screenExits = async () => snapshotOf(await readState(db, ATTEMPT)).screenExits

it('counts the full-screen attempts that are spent by the log of the test, whoever else tested here', async () => {
  await db.attempts.add(attemptOf())
  expect(await screenExits()).toBe(0)
  await appendOps(db, ATTEMPT, [
    screenLeft(true, 'attempt_used'),
    screenLeft(false, 'dialog'),
    left(true, 'warned'),
  ])
  await appendOps(db, ATTEMPT, [screenLeft(true, 'warned')])
  expect(await screenExits()).toBe(2)
})

it('counts once where a test of an earlier version of the pages goes on under another lease', async () => {
  await db.attempts.add(warning(grantOf(), { strikes: 0, strikes_seq: 0 }))
  await appendOps(db, ATTEMPT, [left(true, 'warned')])
  // The server has it by now, and says so.
  const [first] = await db.ops.toArray()
  const head = {
    granted_head_seq: 1,
    granted_head_hash: first?.hash ?? '',
    head_seq: 1,
    head_hash: first?.hash ?? '',
  }
  await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-2', strikes: 1, ...head }))
  await appendOps(db, ATTEMPT, [left(true, 'warned')])
  expect(await strikes()).toBe(2)
})

it('goes on with the full-screen attempts that are left where the test was taken over', async () => {
  await db.attempts.add(attemptOf(undefined, { attempt_id: ATTEMPT }))
  await adoptLease(db, ATTEMPT, grantOf({ lease_id: 'lease-2', screen_exits: 3 }))
  await appendOps(db, ATTEMPT, [screenLeft(true, 'attempt_used')])
  expect(await screenExits()).toBe(4)
})

const finish = { type: 'finish' as const, key: '', body: { reason: 'switched' } }
/** The counts on the screens of this page and of the next one. */
const counted = async (memory: Memory) => {
  await rereadState(memory, db)
  return [snapshotOf(memory.state), snapshotOf(await readState(db, ATTEMPT))].map((of) => [
    of.strikes,
    of.screenExits,
  ])
}

it.each([
  ['that this device knows to have ended', true],
  ['whose end was acknowledged together with the reopening', false],
])('counts anew in a test that was opened again, %s', async (_, isTold) => {
  await db.attempts.add(warning())
  const memory = await openMemory(db)
  const ops = await appendOps(db, ATTEMPT, [left(true, 'warned'), screenLeft(true, 'attempt_used'), finish])
  const [last] = ops.slice(-1)
  if (!last) throw new Error('nothing was written')
  if (isTold) await recordAck(db, ATTEMPT, answerOf(last, { state: 'finished' }))
  const both = (of: number[]) => [of, of]
  expect(await counted(memory)).toEqual(both([1, 1]))
  await recordAck(db, ATTEMPT, answerOf(last))
  expect(await counted(memory)).toEqual(both([0, 0]))
  const [more] = await appendOps(db, ATTEMPT, [screenLeft(true, 'warned')])
  expect(await counted(memory)).toEqual(both([1, 1]))
  // That it runs is said in every answer.
  await recordAck(db, ATTEMPT, answerOf(more ?? last))
  expect(await counted(memory)).toEqual(both([1, 1]))
})

it('goes on counting where the end was none, as minutes had been given', async () => {
  await db.attempts.add(warning())
  const memory = await openMemory(db)
  const [, end] = await appendOps(db, ATTEMPT, [
    screenLeft(true, 'warned'),
    { ...finish, body: { reason: 'timeout' } },
  ])
  if (!end) throw new Error('nothing was written')
  const refused = { seq: end.seq, op_id: end.op_id, result: 'rejected', reason: 'not_over' } as const
  await recordAck(db, ATTEMPT, answerOf(end, { results: [refused] }))
  expect(await counted(memory)).toEqual([
    [1, 1],
    [1, 1],
  ])
})

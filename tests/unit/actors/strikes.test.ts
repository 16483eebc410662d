import { afterEach, beforeEach, expect, it } from 'vitest'
import { readMemory } from '#pwa/actors/memory.ts'
import type { LocalDatabase } from '#pwa/local/database.ts'
import { ATTEMPT, appendOps, attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'

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
const strikes = async () => (await readMemory(db, ATTEMPT)).strikes

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

import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordAck, toldBy } from '#pwa/attempt/db/ack.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  breakEvery,
  openMemory,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** The server's words to a device whose storage takes nothing. */

let db: LocalDatabase
let memory: Memory
beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
  memory = await openMemory(db)
})
afterEach(() => db.close())

const seen = () => {
  const { deadlineAt, pausedAt, rules, total, timeBy } = snapshotOf(memory.state)
  return { deadlineAt, pausedAt, policy: rules.leave_policy, waiting: total.waiting, timeBy }
}

it('counts of time, pause and rules, and acknowledges nothing, until the storage takes it', async () => {
  const [op] = await appendOps(db, ATTEMPT, [{ type: 'focus_lost', key: '', body: {} }])
  if (!op) throw new Error('nothing was written')
  await rereadState(memory, db)
  const given = answerOf(op, {
    deadline_at: '2026-01-15T10:20:00.000Z',
    paused_at: '2026-01-15T09:04:00.000Z',
    rules: { leave_policy: 'log', leave_warnings: 1, webcam: false, lifted_rules: [] },
  })
  const fault = breakEvery('submissions', 'commit')
  await expect(recordAck(db, ATTEMPT, given)).rejects.toThrow()
  fault.mend()
  memory.send({ type: 'SERVER_TOLD', told: toldBy(memory.state.attempt, given) })
  const told = {
    deadlineAt: Date.parse('2026-01-15T10:20:00.000Z'),
    pausedAt: Date.parse('2026-01-15T09:04:00.000Z'),
    policy: 'log',
    timeBy: 'server',
  }
  expect(seen()).toEqual({ ...told, waiting: 1 })
  // The state read from the disk is older.
  await rereadState(memory, db)
  expect(seen()).toEqual({ ...told, waiting: 1 })

  await recordAck(db, ATTEMPT, { ...given, paused_at: null })
  memory.send({ type: 'SERVER_TOLD', told: null })
  await rereadState(memory, db)
  expect(seen()).toEqual({ ...told, pausedAt: null, waiting: 0 })
})

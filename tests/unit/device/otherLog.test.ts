import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { takeNextLease } from '#pwa/attempt/sync/nextLease.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'

let db: LocalDatabase
beforeEach(async () => {
  vi.stubGlobal('navigator', { userAgent: '' })
  db = openStorage()
  await db.attempts.add(attemptOf(grantOf()))
})
afterEach(() => {
  vi.unstubAllGlobals()
  db.close()
})
const draft = (language_id: number, answer: string) => ({
  type: 'draft' as const,
  key: `code:1:${language_id}`,
  body: { problem_id: 1, language_id, answer },
})
const attempt = async () => {
  const found = await db.attempts.get(ATTEMPT)
  if (!found) throw new Error('There is no attempt')
  return found
}

it('a log that forked before the server was lost loses nothing on the server that came back', async () => {
  // Its storage was deleted while an answer was under way: the server has other changes 2 and 3 than this device.
  const [first] = await appendOps(db, ATTEMPT, [draft(2, 'first')])
  if (!first) throw new Error('Nothing was written')
  await recordAck(db, ATTEMPT, answerOf(first))
  await appendOps(db, ATTEMPT, [draft(3, 'second'), draft(4, 'third'), draft(5, 'fourth')])
  const head = { server_epoch: 2, head_seq: 3, head_hash: 'what the server has at 3' }
  const leases = [
    // takeBack finds the lease as it was, and the route takes `replaces` away.
    grantOf(head),
    grantOf({
      ...head,
      lease_id: 'lease-2',
      lease_epoch: 2,
      granted_head_seq: 3,
      granted_head_hash: head.head_hash,
    }),
  ]
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { lease: leases.shift(), answers: { submissions: [] } } }),
  )
  await takeNextLease(db, await attempt(), () => true)
  // Its next change does not continue the server's: a fork, and the lease is asked for again.
  if ((await attempt()).lease_id === 'lease-1') await takeNextLease(db, await attempt(), () => true)
  const keys = [...(await db.ops.toArray()), ...(await db.aside.toArray())]
    .filter(({ lease_id, seq }) => lease_id === 'lease-2' || seq > 1)
    .map(({ key }) => key)
  const again = (await db.ops.toArray())
    .filter(({ lease_id }) => lease_id === 'lease-2')
    .map(({ key }) => key)
  expect(keys).toContain('code:1:3')
  expect(again).toEqual(expect.arrayContaining(['code:1:3', 'code:1:4', 'code:1:5']))
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { LeaseRequest } from '#contract/sync.ts'
import { recordAck } from '#pwa/attempt/db/ack.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { takeLease } from '#pwa/attempt/session/open.ts'
import { clearSession } from '#pwa/attempt/session/store.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'

/** The candidate opens the link of the invitation on the device that has the test, after the server came back. */

let given = grantOf()
let asked: LeaseRequest[]
beforeEach(() => {
  openStorage().close()
  reopenDatabase()
  vi.stubGlobal('navigator', { userAgent: '' })
  const answers = { choices: {}, drafts: [], submissions: [], mcqs_submitted: false }
  asked = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url !== urlOf('postSyncLease')) return Response.json({ data: attemptOf().view })
    asked.push(JSON.parse(String(init?.body)) as LeaseRequest)
    return Response.json({ data: { lease: given, answers } })
  })
})
afterEach(async () => {
  clearSession({ driveId: 1, candidateId: 1 })
  vi.unstubAllGlobals()
  await localDatabase().delete()
})
const draft = (language_id: number, answer: string) => ({
  type: 'draft' as const,
  key: `code:1:${language_id}`,
  body: { problem_id: 1, language_id, answer },
})

it('goes on with what was acknowledged where its lease was given up by the server: it writes its values again', async () => {
  const db = localDatabase()
  // It came to the test behind five changes of another device, which the backup lacks.
  const came = { granted_head_seq: 5, granted_head_hash: 'theirs', head_seq: 5, head_hash: 'theirs' }
  await db.attempts.add(attemptOf(grantOf({ ...came, lease_epoch: 2 }), { invitation_token: 'link' }))
  const ops = await appendOps(db, ATTEMPT, [draft(2, 'acknowledged')])
  const [op] = ops
  if (!op) throw new Error('Nothing was written')
  await recordAck(db, ATTEMPT, answerOf(op))
  // What api/attempts/takeBack.ts answers then: the old one as epoch 2 and given up, a new one behind it.
  given = grantOf({ lease_id: 'lease-9', lease_epoch: 3, server_epoch: 2 })
  await takeLease('link', false)
  expect(asked.map(({ proof }) => proof?.newest.lease_id)).toEqual(['lease-1'])
  expect((await db.answers.toArray()).map(({ value }) => value)).toEqual(['acknowledged'])
  expect((await db.ops.toArray()).map(({ key }) => key)).toEqual(['code:1:2'])
})

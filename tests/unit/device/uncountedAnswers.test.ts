import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { ATTEMPT, attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'

let db: LocalDatabase
beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: '' })
  db = openStorage()
})
afterEach(() => {
  vi.unstubAllGlobals()
  db.close()
})

it('writes nothing again that did not count: an answer made while the clock stood gains nothing by a restore', async () => {
  const granted = { granted_head_seq: 5, granted_head_hash: 'of another device' }
  await db.attempts.add(attemptOf(grantOf({ head_seq: 5, head_hash: 'of another device', ...granted })))
  await db.answers.bulkAdd([
    { attempt_id: ATTEMPT, key: 'code:1:2', value: 'counts', saved: null, seq: 5, saved_at: 1_000 },
    {
      attempt_id: ATTEMPT,
      key: 'code:1:3',
      value: 'made in a pause',
      saved: null,
      seq: 5,
      saved_at: 2_000,
      is_uncounted: true,
    },
  ])
  const head = { head_seq: 2, head_hash: 'of the backup' }
  await adoptLease(
    db,
    ATTEMPT,
    grantOf({
      ...head,
      lease_id: 'lease-9',
      lease_epoch: 9,
      server_epoch: 2,
      granted_head_seq: head.head_seq,
      granted_head_hash: head.head_hash,
    }),
  )
  expect((await db.ops.toArray()).map(({ key }) => key)).toEqual(['code:1:2'])
})

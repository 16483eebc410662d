import { expect, test } from 'vitest'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import { deviceId, deviceName } from '#pwa/attempt/db/device.ts'
import { leaseProofOf } from '#pwa/attempt/sync/nextLease.ts'
import { call } from '#pwa/http/call.ts'
import { Place } from './place.ts'

test('a test that is opened by its link is not stuck for ever, although its storage was deleted before the loss', async () => {
  const place = await Place.begin()
  const one = place.candidate(0)
  await one.begin()
  await one.work(0)
  await place.passSeconds([one], 5)
  await place.copy()
  await one.work(2)
  await place.passSeconds([one], 5)
  // As restore.ts puts it back: the place in the log, and no op of before.
  await one.page.db.ops.clear()
  await one.work(3)
  await place.passSeconds([one], 5)
  expect(await one.isDone()).toBe(true)
  await one.close()
  await place.lose()
  await place.restore()
  await one.open()
  one.page.sender.stop()
  // pwa/attempt/session/open.ts, takeLease
  const { db } = one.page
  const record = await one.record()
  const { data } = await call('postSyncLease', {
    body: {
      device_id: await deviceId(db),
      device_name: deviceName(),
      take_over: false,
      proof: leaseProofOf(record),
    },
    token: record.token,
  })
  expect(data.lease.lease_id).toBe(record.lease_id)
  await adoptLease(db, record.attempt_id, data.lease, data.answers.submissions)
  await one.close()
  await one.open()
  await place.passSeconds([one], 900)
  expect(await one.isDone()).toBe(true)
})

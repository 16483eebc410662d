import { expect, test, vi } from 'vitest'
import { adoptLease } from '#pwa/attempt/db/adoptLease.ts'
import { deviceId, deviceName } from '#pwa/attempt/db/device.ts'
import { leaseProofOf } from '#pwa/attempt/sync/nextLease.ts'
import { call } from '#pwa/http/call.ts'
import { MINUTE } from '../../factories/index.ts'
import { Place } from './place.ts'

/** The real log, lease and sender of one candidate, whatever became of their devices before and behind a restore. */

/** Somebody types on while the server is away, as everybody does. */
async function comesBack(hasTyped: boolean) {
  const { place, one } = await Place.withLostWork()
  const newest = (await one.record()).receipt_file
  const { acked_seq, tail_seq, deadline_at } = await one.record()
  expect(acked_seq).toBe(tail_seq)
  await place.lose()
  await one.close()
  await one.open()
  if (hasTyped) await one.work(3)
  await place.restore()
  await one.close()
  place.hall.send = null
  await one.open()
  // Back in reach past the deadline and its grace.
  vi.setSystemTime(deadline_at + 10 * MINUTE)
  place.hall.send = place.app.send
  await place.passSeconds([one], 60)
  expect(await one.isDone()).toBe(true)
  const rows = (await place.log()).filter(({ seq }) => seq > 2 && seq <= acked_seq)
  expect(rows).toHaveLength(acked_seq - 2)
  return {
    rows,
    at: Date.parse(newest?.time ?? ''),
    asked: place.requests.filter(({ body }) => body.includes('"proof"')).length,
  }
}

test('acknowledged changes of a device without unsent ones were received by the time of the receipt', async () => {
  const { rows, at, asked } = await comesBack(false)
  expect(asked).toBeGreaterThan(0)
  for (const row of rows) expect(row).toMatchObject({ received_at: at, verdict: 'on_time' })
})

test('acknowledged changes of a device with unsent ones were received by the time of the receipt', async () => {
  const { rows, at, asked } = await comesBack(true)
  expect(asked).toBeGreaterThan(0)
  for (const row of rows) expect(row).toMatchObject({ received_at: at, verdict: 'on_time' })
})

test('a device that had come back, and not sent again yet, proves it to the next server too', async () => {
  const { place, one } = await Place.withLostWork()
  const { receipt_file: newest, acked_seq, deadline_at } = await one.record()
  await place.lose()
  await place.pass([one], MINUTE)
  await place.restore()
  // It hears of the restore, gets its lease again, and the machine is lost a second time before it sends.
  const { send } = place.hall
  place.hall.send = async (url, init) => {
    if (String(init?.body).includes('"ops":[{')) throw new TypeError('the line broke')
    if (!send) throw new TypeError('the line broke')
    return send(url, init)
  }
  await place.passSeconds([one], 60)
  expect(await one.record()).toMatchObject({ server_epoch: 2, acked_seq: 2 })
  await place.lose()
  vi.setSystemTime(deadline_at + 10 * MINUTE)
  await place.restore()
  vi.setSystemTime(deadline_at + 20 * MINUTE)
  await place.passSeconds([one], 120)
  const rows = (await place.log()).filter(({ seq }) => seq > 2 && seq <= acked_seq)
  expect(rows).toHaveLength(acked_seq - 2)
  for (const row of rows)
    expect(row).toMatchObject({ received_at: Date.parse(newest?.time ?? ''), verdict: 'on_time' })
})

/** The first device knows before the loss that another one has the test. */
async function knowsIt() {
  const place = await Place.begin()
  const first = place.candidate(0, 'a')
  await first.begin()
  await first.work(0)
  await place.passSeconds([first], 5)
  await place.copy()
  await first.work(2)
  await place.passSeconds([first], 5)
  const acknowledged = await first.acknowledged()
  const second = place.candidate(0, 'b')
  await second.begin()
  await second.work(3)
  await place.passSeconds([first, second], 60)
  expect(first.page.sender.state.mode).toBe('lease_lost')
  await place.lose()
  await place.pass([first, second], 5 * MINUTE)
  await place.restore()
  await place.passSeconds([first, second], 180)
  return { place, first, second, acknowledged }
}

test('a page that was told before the loss that another device has the test sends again what was acknowledged to it', async () => {
  const { place, first, acknowledged } = await knowsIt()
  await first.handInAside()
  const held = await place.held()
  expect(acknowledged.filter(({ hash }) => !held.has(hash)).map(({ seq }) => seq)).toEqual([])
})

test('also when it is opened again', async () => {
  const { place, first, acknowledged } = await knowsIt()
  await first.close()
  await first.open()
  await place.passSeconds([first], 120)
  await first.handInAside()
  const held = await place.held()
  expect(acknowledged.filter(({ hash }) => !held.has(hash)).map(({ seq }) => seq)).toEqual([])
})

test('answers of the device before, which this one writes again past the deadline, count as they did', async () => {
  const place = await Place.begin()
  const first = place.candidate(0, 'a')
  await first.begin()
  await place.copy()
  await first.work(0)
  await place.passSeconds([first], 5)
  const second = place.candidate(0, 'b')
  await second.begin()
  await place.passSeconds([second], 5)
  const { deadline_at } = await second.record()
  await first.close()
  await place.lose()
  await second.close()
  await place.restore()
  vi.setSystemTime(deadline_at + 10 * MINUTE)
  await second.open()
  await place.passSeconds([second], 60)
  expect(await second.isDone()).toBe(true)
  const rows = await place.log()
  expect(rows.map(({ key }) => key.split(':')[0])).toEqual(['code', 'mcq'])
  expect(rows.map(({ verdict }) => verdict)).not.toContain('late')
})

test('a test that is opened by its link is not stuck for ever, although its storage was deleted before the loss', async () => {
  const { place, one } = await Place.withLostWork()
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

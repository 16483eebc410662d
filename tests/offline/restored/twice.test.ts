import { expect, test, vi } from 'vitest'
import { MINUTE } from '../../factories/index.ts'
import { Place } from './place.ts'

test('a device that had come back, and not sent again yet, proves it to the next server too', async () => {
  const place = await Place.begin()
  const one = place.candidate(0)
  await one.begin()
  await one.work(0)
  await place.passSeconds([one], 5)
  await place.copy()
  await one.work(2)
  await place.passSeconds([one], 5)
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

import { expect, test } from 'vitest'
import { MINUTE } from '../../factories/index.ts'
import { Place } from './place.ts'

/** Somebody types on while the server is away, as everybody does. */
async function comesBack(hasTyped: boolean) {
  const place = await Place.begin()
  const one = place.candidate(0)
  await one.begin()
  await one.work(0)
  await place.passSeconds([one], 5)
  await place.copy()
  await one.work(2)
  await place.passSeconds([one], 5)
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
  const { vi } = await import('vitest')
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
  const { rows, at } = await comesBack(true)
  for (const row of rows) expect(row).toMatchObject({ received_at: at, verdict: 'on_time' })
})

test('and it shows its receipts', async () => {
  const { asked } = await comesBack(true)
  expect(asked).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import { MINUTE, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('the hour that the server lost is no silence of a device that has its receipts', async () => {
  const loss = await Loss.begin()
  const device = await startDevice(loss.app, loss.who(0))
  await loss.work(device)
  await loss.copy()
  // It is heard twice a minute, for half an hour.
  for (let n = 0; n < 60; n++) {
    loss.app.clock.move(MINUTE / 2)
    await loss.work(device)
  }
  expect(await loss.app.rows('SELECT from_at, to_at FROM contact_gaps')).toEqual([])
  await loss.lose(20_000)
  device.connect(loss.app.send)
  await device.comeBack()
  await device.sync()
  const gaps = await loss.app.rows<{ from_at: number; to_at: number }>(
    'SELECT from_at, to_at FROM contact_gaps',
  )
  expect(gaps.map(({ from_at, to_at }) => (to_at - from_at) / MINUTE)).toEqual([])
})

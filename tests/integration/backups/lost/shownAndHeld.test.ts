import { expect, test } from 'vitest'
import { Device, fillIn, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('a receipt that a device shows while another one has the test is noted', async () => {
  const loss = await Loss.begin()
  const first = await startDevice(loss.app, loss.who(0))
  await loss.copy()
  await loss.work(first)
  await loss.work(first)
  await loss.lose()
  const other = new Device(
    loss.app.send,
    await fillIn(loss.app.send, loss.who(0)),
    loss.app.clock.now,
    'Other',
  )
  await other.start(true)
  first.connect(loss.app.send)
  await expect(first.comeBack()).rejects.toThrow('lease_held')
  // Shown on the receipt page it would be: nothing of it has arrived.
  expect(await loss.findings()).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { HOUR, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

/** Two days later: a browser that was closed over the weekend. */
async function twoDaysLater() {
  const loss = await Loss.begin()
  const device = await startDevice(loss.app, loss.who(0))
  await loss.copy()
  await loss.work(device)
  await loss.work(device)
  const acknowledged = [...device.ops]
  await loss.lose()
  loss.app.clock.move(48 * HOUR)
  await loss.app.seal()
  device.connect(loss.app.send)
  await device.comeBack().catch(() => 0)
  await device.post(device.request()).catch(() => 0)
  return { loss, acknowledged }
}

test('what was acknowledged in time is taken from a device that comes back after the upload window', async () => {
  const { loss, acknowledged } = await twoDaysLater()
  const held = await loss.held()
  expect(acknowledged.filter(({ hash }) => !held.has(hash)).map(({ seq }) => seq)).toEqual([])
})

import { expect, test } from 'vitest'
import { MINUTE, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('a page that shows its newest receipt as its first one gains no time', async () => {
  const loss = await Loss.begin()
  await loss.copy()
  const device = await startDevice(loss.app, loss.who(0))
  const begun = Date.parse(device.grant.started_at)
  loss.app.clock.move(40 * MINUTE)
  await loss.work(device)
  await loss.lose()
  device.connect(loss.app.send)
  const { newest } = device.proof
  // 0045: at the latest to the time of the first receipt; this device took the test from nobody.
  await device.comeBack({ granted: newest, started_at: newest.time }).catch(() => 0)
  expect((await loss.attempt())?.started_at ?? begun).toBe(begun)
})

import { expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { receiptCode } from '#contract/receipt.ts'
import { must, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('the code that a candidate wrote down at the end of the test in the lost hour is found once the device came back', async () => {
  const loss = await Loss.begin()
  const device = await startDevice(loss.app, loss.who(0))
  await loss.copy()
  await loss.work(device)
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  const { newest } = device.proof
  const code = receiptCode(sha256, newest.attempt_id, newest.receipt)
  const check = async () => (await must(loss.app.send, 'postReceiptCheck', { body: { code } })).outcome
  expect(await check()).toBe('held')
  await loss.lose()
  device.connect(loss.app.send)
  await device.comeBack()
  await device.sync()
  expect(await loss.outcomeOf(newest)).toBe('held')
  expect(await check()).toBe('held')
})

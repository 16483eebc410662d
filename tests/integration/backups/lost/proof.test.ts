import { expect, test } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { receiptCode } from '#contract/receipt.ts'
import { HOUR, MINUTE, must, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

/** What a server that was lost believes of a device's receipts, and what it does not. */

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

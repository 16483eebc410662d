import { expect, test } from 'vitest'
import { must, signIn, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

/** What a server that was lost is owed, by the receipts that are shown to it. */

test('verify names a test while the part of another device, which the shown receipt covers, has not come back', async () => {
  const loss = await Loss.begin()
  const who = loss.who(0)
  const first = await startDevice(loss.app, who)
  await loss.work(first)
  await loss.copy()
  await loss.work(first)
  const missing = first.ops.at(-1)
  const second = await loss.second(who)
  await loss.work(second)
  const { newest } = second.proof
  const written = [...second.ops]
  const lost = second.grant.lease_id
  await loss.lose()
  second.connect(loss.app.send)
  await second.comeBack()
  await loss.offer(second, lost, written)
  // The first device never comes back: its change is nowhere, and the receipt page says so.
  expect((await loss.held()).has(missing?.hash ?? '')).toBe(false)
  expect(await loss.outcomeOf(newest)).toBe('missing')
  expect(await loss.findings()).toHaveLength(1)
})

test('a receipt that a device shows while another one has the test is noted', async () => {
  const loss = await Loss.begin()
  const first = await startDevice(loss.app, loss.who(0))
  await loss.copy()
  await loss.work(first)
  await loss.work(first)
  await loss.lose()
  await loss.second(loss.who(0), 'Other')
  first.connect(loss.app.send)
  await expect(first.comeBack()).rejects.toThrow('lease_held')
  // Shown on the receipt page it would be: nothing of it has arrived.
  expect(await loss.findings()).toHaveLength(1)
})

test('a test that staff deleted is not owed, whoever still has its receipt', async () => {
  const loss = await Loss.begin()
  const device = await startDevice(loss.app, loss.who(0))
  await loss.work(device)
  const { newest } = device.proof
  // The backup holds all of it.
  await loss.copy()
  await loss.lose()
  expect(await loss.outcomeOf(newest)).toBe('held')
  const { app, org } = loss
  const staff = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'deleteCandidate', { params: { id: loss.who(0).candidateId }, headers: staff })
  expect(await loss.findings()).toEqual([])
  await loss.outcomeOf(newest)
  expect(await loss.findings()).toEqual([])
})

test('what is noted of a test goes with it', async () => {
  const loss = await Loss.begin()
  const device = await startDevice(loss.app, loss.who(0))
  await loss.copy()
  await loss.work(device)
  const { newest } = device.proof
  await loss.lose()
  await loss.outcomeOf(newest)
  const { app, org } = loss
  const staff = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'deleteCandidate', { params: { id: loss.who(0).candidateId }, headers: staff })
  expect(await loss.findings()).toEqual([])
})

import { expect, test } from 'vitest'
import { must, signIn, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

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

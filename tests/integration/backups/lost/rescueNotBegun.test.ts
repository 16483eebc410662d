import { expect, test } from 'vitest'
import { call, rescueFileOf, signIn, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('the rescue file of a test that began and ended after the backup can be read in', async () => {
  const loss = await Loss.begin()
  await loss.copy()
  const device = await startDevice(loss.app, loss.who(0))
  await loss.work(device)
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  const ops = [...device.ops]
  await loss.lose()
  const { app, org } = loss
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const { ref } = loss.who(0)
  const file = rescueFileOf(app.ctx.keys.rescueKey, ref, ops)
  const answer = await call(app.send, 'postRescueFile', { params: { ref }, body: {}, file, headers })
  expect(answer.status, answer.text).toBe(200)
  const held = await loss.held()
  expect(ops.filter(({ hash }) => !held.has(hash))).toEqual([])
})

import { expect, test } from 'vitest'
import { call, fillIn, must, rescueFileOf, signIn, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

/** Work that comes back to a server that was lost by another way than the log: by the link, beside the log, by file. */

test('work of a device that takes its test over by its link counts where nobody wrote over it', async () => {
  const loss = await Loss.begin()
  const who = loss.who(0)
  const first = await startDevice(loss.app, who)
  await loss.work(first)
  await loss.copy()
  await loss.work(first)
  const second = await loss.second(who)
  await loss.work(second)
  const acknowledged = JSON.parse(second.ops.at(-1)?.body ?? '{}') as { answer: string }
  const written = [...second.ops]
  const lost = second.grant.lease_id
  await loss.lose()
  const { app } = loss
  // pwa/attempt/session/open.ts, takeLease: with the proof, and without `replaces`.
  const token = await fillIn(app.send, who)
  const { lease } = await must(app.send, 'postSyncLease', {
    token,
    body: { ...second.leaseRequest(true), proof: second.proof },
  })
  expect(lease.lease_id).not.toBe(lost)
  // keepAttempt put all of it aside, from where it is offered.
  second.connect(app.send)
  expect((await loss.offer(second, lost, written)).json).toMatchObject({ code: 'lease_lost' })
  const answers = await app.rows<{ saved: string }>("SELECT saved FROM answers WHERE key LIKE 'code:%'")
  expect(answers).toEqual([{ saved: acknowledged.answer }])
})

test('a device that comes to its test by the link and writes its values again has given the lost lease up', async () => {
  const loss = await Loss.begin()
  const who = loss.who(0)
  const first = await startDevice(loss.app, who)
  await loss.copy()
  await loss.work(first)
  const second = await loss.second(who)
  await loss.work(second)
  const lost = second.grant.lease_id
  await loss.lose()
  const { app } = loss
  await must(app.send, 'postSyncLease', {
    token: await fillIn(app.send, who),
    body: { ...second.leaseRequest(false), proof: second.proof },
  })
  expect(await app.rows('SELECT given_up FROM leases WHERE lease_id = ?', lost)).toEqual([{ given_up: 1 }])
})

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

import { expect, test } from 'vitest'
import { call, Device, fillIn, must, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('work of a device that takes its test over by its link counts where nobody wrote over it', async () => {
  const loss = await Loss.begin()
  const who = loss.who(0)
  const first = await startDevice(loss.app, who)
  await loss.work(first)
  await loss.copy()
  await loss.work(first)
  const second = new Device(loss.app.send, await fillIn(loss.app.send, who), loss.app.clock.now, 'Second')
  await second.start(true)
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
  const aside = await call(app.send, 'postSync', {
    token,
    body: second.request(written, {
      lease_id: lost,
      server_epoch_seen: 2,
      from_seq: written[0]?.seq ?? 0,
      tail_seq: written.at(-1)?.seq ?? 0,
      tail_hash: written.at(-1)?.hash ?? '',
    }),
  })
  expect(aside.json).toMatchObject({ code: 'lease_lost' })
  const answers = await app.rows<{ saved: string }>("SELECT saved FROM answers WHERE key LIKE 'code:%'")
  expect(answers).toEqual([{ saved: acknowledged.answer }])
})

test('a device that comes to its test by the link and writes its values again has given the lost lease up', async () => {
  const loss = await Loss.begin()
  const who = loss.who(0)
  const first = await startDevice(loss.app, who)
  await loss.copy()
  await loss.work(first)
  const second = new Device(loss.app.send, await fillIn(loss.app.send, who), loss.app.clock.now, 'Second')
  await second.start(true)
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

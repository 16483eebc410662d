import { expect, test } from 'vitest'
import { Device, fillIn, startDevice } from '../../../factories/index.ts'
import { Loss } from './loss.ts'

test('verify names a test while the part of another device, which the shown receipt covers, has not come back', async () => {
  const loss = await Loss.begin()
  const who = loss.who(0)
  const first = await startDevice(loss.app, who)
  await loss.work(first)
  await loss.copy()
  await loss.work(first)
  const missing = first.ops.at(-1)
  const second = new Device(loss.app.send, await fillIn(loss.app.send, who), loss.app.clock.now, 'Second')
  await second.start(true)
  await loss.work(second)
  const { newest } = second.proof
  const written = [...second.ops]
  const lost = second.grant.lease_id
  await loss.lose()
  second.connect(loss.app.send)
  await second.comeBack()
  const aside = second.request(written, {
    lease_id: lost,
    from_seq: written[0]?.seq ?? 0,
    tail_seq: written.at(-1)?.seq ?? 0,
    tail_hash: written.at(-1)?.hash ?? '',
  })
  await second.post(aside)
  // The first device never comes back: its change is nowhere, and the receipt page says so.
  expect((await loss.held()).has(missing?.hash ?? '')).toBe(false)
  expect(await loss.outcomeOf(newest)).toBe('missing')
  expect(await loss.findings()).toHaveLength(1)
})

import { beforeAll, expect, test } from 'vitest'
import { TAIL_MAX_OPS } from '#contract/constants.ts'
import { choiceKey } from '#contract/ops.ts'
import { Device, inTurn, must, seedOrganization, signIn, startDevice } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** A sync commits to the device's whole tail: what the device announced is what must come. */

type Seeded = Awaited<ReturnType<typeof seedOrganization>>
const app = await appForFile()
let org: Seeded
let session: Record<string, string>
let person: () => Seeded['candidates'][number]

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'announced', { candidates: 5 })
  person = inTurn(org.candidates)
  session = await signIn(app.send, org.admin.email, org.admin.password)
})

async function begin() {
  const who = person()
  return { who, device: await startDevice(app, who) }
}
const someHash = 'ab'.repeat(32)

function save(device: Device, times = 1): void {
  const [question] = org.questions
  const body = { question_id: question.id, selected_options: question.right }
  for (let i = 0; i < times; i++) device.write('mcq_save', choiceKey(question.id), body)
}

async function awaited(who: { ref: string }) {
  const report = await must(app.send, 'getReport', { params: { token: who.ref }, headers: session })
  return report.connection.awaited
}

test('other ops in the place of the announced ones are a fork, and the announced ones go on', async () => {
  const { who, device } = await begin()
  save(device, 3)
  const [first, ...rest] = device.tail
  if (!first) throw new Error('three ops')
  await device.sync([first])
  expect(await awaited(who)).toEqual({ count: 2, announced_at: new Date(app.clock.now()).toISOString() })

  // Another chain that continues the same head under the same lease.
  const other = new Device(app.send, who.token, app.clock.now)
  other.adopt(device.grant)
  other.continueFrom(first)
  save(other, 2)
  const [second, third] = other.tail
  const answer = await other.post(other.request(second && third ? [second, third] : []))
  expect(answer).toMatchObject({ status: 409, failure: { code: 'fork' } })

  expect((await device.sync(rest)).head_seq).toBe(3)
  expect(await awaited(who)).toBeNull()
})

test('a tail that never comes whole is told in the report', async () => {
  const { who, device } = await begin()
  save(device)
  await device.sync(device.tail, { tail_seq: 7, tail_hash: someHash })
  expect(await awaited(who)).toMatchObject({ count: 6 })
})

test('a tail longer than anybody can write is no promise', async () => {
  const { who, device } = await begin()
  save(device)
  await device.sync(device.tail, { tail_seq: TAIL_MAX_OPS + 1, tail_hash: someHash })
  expect(await awaited(who)).toBeNull()
})

test('a hundred announcements are kept and no more', async () => {
  const { who, device } = await begin()
  for (let i = 0; i < 105; i++) await device.sync([], { tail_seq: 2 + i, tail_hash: someHash })
  expect(await awaited(who)).toMatchObject({ count: 101 })
})

test('what a lease announced binds nothing of the next one', async () => {
  const { device } = await begin()
  save(device)
  await device.sync(device.tail, { tail_seq: 3, tail_hash: someHash })
  await device.takeOver()
  save(device, 3)
  expect((await device.sync()).head_seq).toBe(4)
})

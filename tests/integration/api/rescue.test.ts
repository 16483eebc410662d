import { beforeAll, expect, test } from 'vitest'
import type { RescueResult } from '#contract/rescue.ts'
import {
  call,
  DAY,
  Device,
  type Invited,
  inTurn,
  must,
  type Organization,
  rescueFileOf,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The rescue file: the same way in as over the network, whenever it comes and however often. */

const app = await appForFile()
let org: Organization
let person: () => Invited

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'rescue', { candidates: 8 })
  person = inTurn(org.candidates)
})

const headers = () => signIn(app.send, org.admin.email, org.admin.password)
const fileOf = (who: Invited, device: Device) => rescueFileOf(app.ctx.keys.rescueKey, who.ref, device.ops)
const read = async (who: Invited, file: { name: string; content: string }) =>
  call(app.send, 'postRescueFile', { params: { ref: who.ref }, body: {}, file, headers: await headers() })
const must200 = async (who: Invited, device: Device): Promise<RescueResult> => {
  const answer = await read(who, fileOf(who, device))
  if (answer.status !== 200) throw new Error(answer.text)
  return (answer.json as { data: RescueResult }).data
}

const code = (answer: string) => ({ problem_id: org.problems[0].id, language_id: 1, answer })
const draft = (device: Device, answer: string) =>
  device.write('draft', `code:${org.problems[0].id}:1`, code(answer))
const logOf = (who: Invited) =>
  app.rows<{ seq: number; hash: string; result: string; verdict: string }>(
    'SELECT seq, hash, result, verdict FROM ops WHERE attempt_id = ? ORDER BY seq',
    who.attemptId,
  )
const draftOf = async (who: Invited) =>
  (await app.rows<{ saved: string }>('SELECT saved FROM answers WHERE attempt_id = ?', who.attemptId))[0]
    ?.saved
const finish = (device: Device) => device.write('finish', 'finish', { reason: 'candidate' })

test('comes to what the network would have come to, in the log, the answers and the end', async () => {
  const [byFile, byNetwork] = [person(), person()]
  const write = async (who: Invited) => {
    const device = await startDevice(app, who)
    draft(device, 'first')
    await device.sync()
    draft(device, 'second')
    device.write('mcq_save', `mcq:${org.questions[0].id}`, {
      question_id: org.questions[0].id,
      selected_options: org.questions[0].right,
    })
    finish(device)
    return device
  }
  const [rescued, sent] = [await write(byFile), await write(byNetwork)]
  expect(await must200(byFile, rescued)).toEqual({
    read: 4,
    known: 1,
    applied: 3,
    late: 0,
    rejected: 0,
    aside: 0,
  })
  await sent.sync()
  const shape = async (who: Invited) =>
    (await logOf(who)).map(({ seq, result, verdict }) => [seq, result, verdict])
  expect(await shape(byFile)).toEqual(await shape(byNetwork))
  expect(await draftOf(byFile)).toBe(await draftOf(byNetwork))
  const ends = await app.rows(
    'SELECT end_reason, finish_seq FROM attempts WHERE id IN (?, ?)',
    byFile.attemptId,
    byNetwork.attemptId,
  )
  expect(ends[0]).toEqual(ends[1])
  // A second time, and by the device itself that found a network after all: the same.
  const before = await logOf(byFile)
  expect(await must200(byFile, rescued)).toMatchObject({ known: 4, applied: 0 })
  await rescued.sync(rescued.ops)
  expect(await logOf(byFile)).toEqual(before)
})

test('does not count as contact: work claimed to be older is judged as if it had not come by', async () => {
  const who = person()
  const device = await startDevice(app, who)
  draft(device, 'seen')
  await device.sync()
  const contact = async () =>
    (
      await app.rows<{ at: number }>('SELECT last_contact_at AS at FROM attempts WHERE id = ?', who.attemptId)
    )[0]?.at
  const before = await contact()
  app.clock.move(5 * 60_000)
  draft(device, 'by file')
  await must200(who, device)
  expect(await contact()).toBe(before)
})

test('of a device that lost the test stands beside the log, once', async () => {
  const who = person()
  const device = await startDevice(app, who)
  draft(device, 'in the log')
  await device.sync()
  draft(device, 'only there')
  const other = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  await other.takeOver()
  draft(other, 'went on')
  await other.sync()
  expect(await must200(who, device)).toMatchObject({ known: 1, aside: 1, applied: 0 })
  expect(await must200(who, device)).toMatchObject({ known: 2, aside: 0 })
  expect(await draftOf(who)).toBe('went on')
})

test('that does not continue the log stands beside it', async () => {
  const who = person()
  const device = await startDevice(app, who)
  const twin = new Device(app.send, who.token, app.clock.now)
  twin.adopt(device.grant)
  draft(device, 'the log')
  await device.sync()
  draft(twin, 'a storage that went back')
  expect(await must200(who, twin)).toMatchObject({ aside: 1, applied: 0 })
  expect(await draftOf(who)).toBe('the log')
})

test.each<[string, (who: Invited, device: Device) => string, RegExp]>([
  ['no JSON', () => 'a,b,c', /not a rescue file/],
  ['another JSON', () => '{"a":1}', /not a rescue file/],
  [
    'a changed byte',
    (who, device) => {
      const { content } = fileOf(who, device)
      const file = JSON.parse(content) as { data: string }
      return JSON.stringify({ ...file, data: `${file.data[0] === 'A' ? 'B' : 'A'}${file.data.slice(1)}` })
    },
    /cannot be opened/,
  ],
  [
    'a key that is no point of the curve',
    (who, device) => JSON.stringify({ ...JSON.parse(fileOf(who, device).content), key: 'AAAA' }),
    /cannot be opened/,
  ],
  [
    "another candidate's",
    (_, device) => rescueFileOf(app.ctx.keys.rescueKey, org.candidates[0]?.ref ?? '', device.ops).content,
    /another candidate/,
  ],
])('%s is refused in words at its field', async (_, make, words) => {
  const who = org.candidates[3] as Invited
  const device = new Device(app.send, who.token, app.clock.now)
  const answer = await read(who, { name: 'x.json', content: make(who, device) })
  expect(answer.status).toBe(422)
  expect((answer.failure.errors as Record<string, string[]>).file?.[0]).toMatch(words)
})

test('is not read for another organization, and is audited', async () => {
  const who = org.candidates[0] as Invited
  const other = await seedOrganization(app.ctx, 'elsewhere', { candidates: 1 })
  const theirs = await signIn(app.send, other.admin.email, other.admin.password)
  const file = rescueFileOf(app.ctx.keys.rescueKey, who.ref, [])
  const refused = await call(app.send, 'postRescueFile', {
    params: { ref: who.ref },
    body: {},
    file,
    headers: theirs,
  })
  expect(refused.status).toBe(404)
  await must(app.send, 'postRescueFile', {
    params: { ref: who.ref },
    body: {},
    file,
    headers: await headers(),
  })
  const [entry] = await app.rows('SELECT action, subject FROM audit_log ORDER BY id DESC LIMIT 1')
  expect(entry).toEqual({ action: 'candidate.rescue', subject: `attempt ${who.ref}` })
})

test('is taken after the upload window, as late work', async () => {
  const who = person()
  const device = await startDevice(app, who)
  draft(device, 'in time')
  await device.sync()
  draft(device, 'never sent')
  app.clock.move(3 * DAY)
  expect((await device.post(device.request())).status).toBe(410)
  expect(await must200(who, device)).toMatchObject({ known: 1, late: 1 })
  expect((await logOf(who)).at(-1)).toMatchObject({ result: 'applied_late', verdict: 'late' })
})

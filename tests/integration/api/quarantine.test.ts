import { beforeAll, expect, test } from 'vitest'
import { QUARANTINE_MAX_BYTES, QUARANTINE_MAX_OPS } from '#contract/constants.ts'
import { choiceKey, codeKey, type Op } from '#contract/ops.ts'
import { Device, inTurn, MINUTE, seedOrganization, startDevice } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Ops that a device sends after its lease was taken: kept beside the log, whole, once, and not without end. */

type Seeded = Awaited<ReturnType<typeof seedOrganization>>
const app = await appForFile()
let org: Seeded
let person: () => Seeded['candidates'][number]

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'quarantine', { candidates: 18 })
  person = inTurn(org.candidates)
})

const draft = (device: Device, answer: string): Op =>
  device.write('draft', codeKey(org.problems[0].id, 1), {
    problem_id: org.problems[0].id,
    language_id: 1,
    answer,
  })

/** A device with two ops in the log whose test was taken over by another one. */
async function lost() {
  const who = person()
  const device = await startDevice(app, who, 'Blue laptop')
  const inLog = [draft(device, 'one'), draft(device, 'two')]
  await device.sync()
  const other = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  await other.takeOver()
  const rows = () =>
    app.rows<{ seq: number; hash: string }>(
      'SELECT seq, hash FROM quarantine WHERE attempt_id = ? ORDER BY seq, hash',
      who.attemptId,
    )
  return { who, device, inLog, rows }
}

test('what the log holds already is acknowledged and not kept twice', async () => {
  const { device, inLog, rows } = await lost()
  const third = draft(device, 'three')
  expect(await device.post(device.request([...inLog, third]))).toMatchObject({
    failure: { code: 'lease_lost', details: { quarantined_seq: 3 } },
  })
  expect(await rows()).toEqual([{ seq: 3, hash: third.hash }])
})

test('two different ops of the same place are both kept', async () => {
  const { who, device, inLog, rows } = await lost()
  const twin = new Device(app.send, who.token, app.clock.now)
  twin.adopt(device.grant)
  if (inLog[1]) twin.continueFrom(inLog[1])
  const ops = [draft(device, 'three'), draft(twin, 'three, written differently')]
  for (const op of ops) expect((await device.post(device.request([op]))).status).toBe(403)
  expect((await rows()).map((row) => row.hash)).toEqual(ops.map((op) => op.hash).toSorted())
})

test('a hole, a foreign op or a broken header is refused and nothing of the batch is kept', async () => {
  const { device, rows } = await lost()
  const [third, , fifth] = [draft(device, 'three'), draft(device, 'four'), draft(device, 'five')]
  const batches: Op[][] = [
    [third, fifth],
    [third, { ...fifth, seq: 4 }],
    [{ ...third, est_server_ms: third.est_server_ms - 1 }],
    [{ ...third, lease_id: 'another-lease-of-this-test' }],
  ]
  for (const batch of batches)
    expect(await device.post(device.request(batch))).toMatchObject({
      status: 422,
      failure: { code: 'invalid' },
    })
  expect(await rows()).toEqual([])
})

test('an attempt’s share is limited; what is there is still acknowledged', async () => {
  const { who, device, rows } = await lost()
  const third = draft(device, 'three')
  await device.post(device.request([third]))
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO quarantine (attempt_id, lease_id, seq, hash, op_id, type, key, op, bytes, received_at)
       SELECT ?, 'filler', i, 'hash', 'op', 'online', '', '{}', 2, 0 FROM n`,
      100 + QUARANTINE_MAX_OPS - 2,
      who.attemptId,
    ),
  )
  const before = await rows()
  expect(before).toHaveLength(QUARANTINE_MAX_OPS)
  const fourth = draft(device, 'four')
  const full = await device.post(device.request([fourth]))
  expect(full).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await rows()).toEqual(before)
  expect(await device.post(device.request([third]))).toMatchObject({
    failure: { code: 'lease_lost', details: { quarantined_seq: 3 } },
  })
})

test('the share is limited in bytes as well', async () => {
  const { who, device, rows } = await lost()
  await device.post(device.request([draft(device, 'three')]))
  await app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE quarantine SET bytes = ? WHERE attempt_id = ?', QUARANTINE_MAX_BYTES, who.attemptId),
  )
  const before = await rows()
  expect(await device.post(device.request([draft(device, 'four')]))).toMatchObject({
    status: 429,
    failure: { code: 'too_many_requests' },
  })
  expect(await rows()).toEqual(before)
})

test('a device that names another turn of its lease has lost it', async () => {
  const device = await startDevice(app, person(), 'Blue laptop')
  draft(device, 'one')
  const request = device.request(device.tail, { lease_epoch: device.grant.lease_epoch + 1 })
  expect(await device.post(request)).toMatchObject({
    failure: { code: 'lease_lost', details: { quarantined_seq: 1 } },
  })
})

/** A device that was taken over, and what becomes of a choice it sends afterwards. */
async function taken() {
  const who = person()
  const device = await startDevice(app, who, 'Blue laptop')
  const [question] = org.questions
  const [right] = question.right
  const [wrong] = question.wrong
  const choose = (of: Device, type: 'mcq_save' | 'mcq_select', option: number | undefined, est?: number) =>
    of.write(
      type,
      choiceKey(question.id),
      { question_id: question.id, selected_options: [option] },
      est === undefined ? {} : { est },
    )
  const other = new Device(app.send, who.token, app.clock.now, 'Red laptop')
  const stands = async () => {
    const [row] = await app.rows<{ saved: string | null; score: number | null }>(
      `SELECT (SELECT saved FROM answers n WHERE n.attempt_id = a.id AND n.key = ?) AS saved, a.score
       FROM attempts a WHERE a.id = ?`,
      choiceKey(question.id),
      who.attemptId,
    )
    return {
      saved: row?.saved === null ? null : (JSON.parse(row?.saved ?? 'null') as number[])[0],
      score: row?.score,
    }
  }
  const end = async (of: Device, reason: 'candidate' | 'switched' = 'candidate') => {
    of.write('mcq_submit_all', '', {})
    of.write('finish', 'finish', { reason })
    await of.sync()
  }
  return { who, device, other, choose, right, wrong, stands, end, marks: question.marks }
}

test('what a lost device wrote in time is the answer where the other one wrote nothing', async () => {
  const { device, other, choose, right, stands } = await taken()
  const save = choose(device, 'mcq_save', right)
  await other.takeOver()
  expect((await device.post(device.request([save]))).status).toBe(403)
  expect(await stands()).toMatchObject({ saved: right })
})

test('a choice and its saving come together, as the screen makes them: the saved one counts', async () => {
  const { device, other, choose, right, stands, end, marks } = await taken()
  const ops = [choose(device, 'mcq_select', right), choose(device, 'mcq_save', right)]
  await other.takeOver()
  app.clock.move(1000)
  expect((await device.post(device.request(ops))).status).toBe(403)
  expect(await stands()).toMatchObject({ saved: right })
  await end(other)
  expect(await stands()).toEqual({ saved: right, score: marks })
})

test('a newer click of the device that goes on stays, saved or not, whatever the lost one had saved', async () => {
  const { who, device, other, choose, right, wrong } = await taken()
  const save = choose(device, 'mcq_save', wrong)
  await other.takeOver()
  app.clock.move(1000)
  choose(other, 'mcq_select', right)
  await other.sync()
  expect((await device.post(device.request([save]))).status).toBe(403)
  expect(await app.rows('SELECT saved, selected FROM answers WHERE attempt_id = ?', who.attemptId)).toEqual([
    { saved: null, selected: JSON.stringify([right]) },
  ])
})

test('of what one lost device wrote the last counts, also where it comes in two parts', async () => {
  const { device, other, choose, right, wrong, stands } = await taken()
  const first = [choose(device, 'mcq_select', wrong), choose(device, 'mcq_save', wrong)]
  const second = [choose(device, 'mcq_select', right), choose(device, 'mcq_save', right)]
  await other.takeOver()
  app.clock.move(1000)
  await device.post(device.request(first))
  expect(await stands()).toMatchObject({ saved: wrong })
  await device.post(device.request(second))
  expect(await stands()).toMatchObject({ saved: right })
})

test('of two lost devices the later one counts, whichever comes first', async () => {
  const { who, device, other, choose, right, wrong, stands } = await taken()
  const oldest = choose(device, 'mcq_save', wrong)
  const sent = device.request([oldest])
  await other.takeOver()
  const newer = choose(other, 'mcq_save', right)
  await device.takeOver()
  await other.post(other.request([newer]))
  expect(await stands()).toMatchObject({ saved: right })
  const late = new Device(app.send, who.token, app.clock.now)
  expect(await late.post(sent)).toMatchObject({ failure: { code: 'lease_lost' } })
  expect(await stands()).toMatchObject({ saved: right })
})

test('nothing is written into a test that had ended when it was taken over', async () => {
  const { device, other, choose, right, wrong, stands, end } = await taken()
  choose(device, 'mcq_save', wrong)
  await end(device, 'switched')
  const endedAt = app.clock.now()
  app.clock.move(1000)
  await other.takeOver()
  // As if it had been made before the end: its place in the lease says otherwise.
  const save = choose(device, 'mcq_save', right, endedAt - 1000)
  const submit = device.write('submit', codeKey(org.problems[0].id, 1), {
    problem_id: org.problems[0].id,
    language_id: 1,
    source_code: 'console.log(1)',
  })
  expect((await device.post(device.request([save, submit]))).status).toBe(403)
  expect(await stands()).toEqual({ saved: wrong, score: 0 })
  expect(await app.rows("SELECT id FROM submissions WHERE kind = 'submit'")).toEqual([])
})

test('what comes long after the other device ended the test waits for staff, whenever it says it was made', async () => {
  const { device, other, choose, right, wrong, stands, end } = await taken()
  const before = app.clock.now()
  app.clock.move(MINUTE)
  await other.takeOver()
  choose(other, 'mcq_save', wrong)
  // Behind the takeover: what the lost device holds may be older than the end.
  app.clock.move(1_000)
  await end(other)
  app.clock.move(5 * MINUTE)
  const second = org.questions[1]
  const untouched = device.write(
    'mcq_save',
    choiceKey(second.id),
    { question_id: second.id, selected_options: second.right },
    { est: before },
  )
  expect((await device.post(device.request([untouched]))).status).toBe(403)
  expect(await stands()).toEqual({ saved: wrong, score: 0 })
  expect(await app.rows('SELECT adopted_at FROM quarantine WHERE op_id = ?', untouched.op_id)).toEqual([
    { adopted_at: null },
  ])
  expect(right).not.toBe(wrong)
})

test('a choice that was not saved on the lost device does not take the place of a saved one', async () => {
  const { device, other, choose, right, wrong, stands, end, marks } = await taken()
  choose(device, 'mcq_save', right)
  await device.sync()
  const select = choose(device, 'mcq_select', wrong)
  await other.takeOver()
  expect((await device.post(device.request([select]))).status).toBe(403)
  await end(other)
  expect(await stands()).toEqual({ saved: right, score: marks })
})

test.each([
  ['a language that is none', () => `code:${org.problems[0].id}:zzz`],
  ['a question', () => choiceKey(org.questions[0].id)],
])('work under the key of %s is nobody’s answer, and keeps no test from its end', async (_, key) => {
  const { who, device, other } = await taken()
  const problem_id = org.problems[0].id
  const op = device.write('draft', key(), { problem_id, language_id: 1, answer: 'console.log(1)' })
  await other.takeOver()
  expect((await device.post(device.request([op]))).status).toBe(403)
  expect(await app.rows('SELECT * FROM answers WHERE attempt_id = ?', who.attemptId)).toEqual([])
  app.clock.move(Date.parse(device.grant.deadline_at) - app.clock.now() + 60 * MINUTE)
  await app.seal()
  const [stored] = await app.rows('SELECT sealed_at FROM attempts WHERE id = ?', who.attemptId)
  expect(stored).not.toMatchObject({ sealed_at: null })
})

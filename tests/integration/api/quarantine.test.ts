import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUARANTINE_MAX_OPS } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'
import { Device, inTurn, openApp, seedOrganization, startDevice } from '../../factories/index.ts'

/** What a device sends after its lease was taken: kept beside the log, whole, once, and not without end. */

type Seeded = Awaited<ReturnType<typeof seedOrganization>>
let app: Awaited<ReturnType<typeof openApp>>
let org: Seeded
let person: () => Seeded['candidates'][number]

beforeAll(async () => {
  app = await openApp()
  org = await seedOrganization(app.ctx, 'quarantine', { candidates: 5 })
  person = inTurn(org.candidates)
})
afterAll(() => app.remove())

const draft = (device: Device, answer: string): Op =>
  device.write('draft', '', { problem_id: org.problems[0].id, language_id: 1, answer })

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

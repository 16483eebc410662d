import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { JUDGE_QUEUE_LIMIT } from '#contract/constants.ts'
import {
  call,
  Device,
  jpeg,
  MINUTE,
  must,
  openApp,
  seedOrganization,
  startDevice,
  type TestApp,
} from '../../factories/index.ts'
import { expectRefusal } from './expect.ts'

/** The limits of what one attempt may ask of the server: Runs, a place in a long queue, pictures. */

async function seated(people = 1) {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'limits', { candidates: people })
  const devices = await Promise.all(org.candidates.map((who) => startDevice(app, who)))
  const run = (place = 0) =>
    call(app.send, 'postExecution', {
      token: org.candidates[place]?.token ?? '',
      body: { language_id: 1, source_code: 'x', stdin: '' },
    })
  return { app, org, devices, run }
}

const count = async (app: TestApp, table: string): Promise<number> =>
  (await app.rows<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0

test('a candidate runs six times a minute; the seventh waits, and another candidate does not', async () => {
  const { app, run } = await seated(2)
  for (let i = 0; i < 6; i++) {
    expect((await run()).status, `run ${i + 1}`).toBe(200)
    if (i === 0) app.clock.move(20_000)
  }
  // The first of the six is a minute old in so many seconds.
  expect((await run()).headers.get('retry-after')).toBe('40')
  app.clock.move(MINUTE - 20_000 - 1)
  const seventh = await run()
  expectRefusal(seventh, 'the seventh')
  expect(seventh).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
  expect(seventh.headers.get('retry-after')).toBe('1')
  expect(await count(app, 'executions')).toBe(6)
  expect((await run(1)).status).toBe(200)
  app.clock.move(1)
  expect((await run()).status).toBe(200)
})

test('with 2,000 jobs waiting a Run is put off, and a submission is stored all the same', async () => {
  const { app, org, devices, run } = await seated()
  expect(JUDGE_QUEUE_LIMIT).toBe(2_000)
  const fill = (jobs: number, from: number) =>
    app.ctx.db.write((tx) =>
      tx.raw.run(
        `WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
         INSERT INTO jobs (kind, subject_id, status, not_before, created_at) SELECT 'judge', i, 'queued', 0, 0 FROM n`,
        from,
        from + jobs,
      ),
    )
  await fill(1_998, 1_000_000)
  expect((await run()).status).toBe(200)
  expect(await count(app, 'jobs')).toBe(1_999)
  await fill(1, 2_000_000)
  const refused = await run()
  expect(refused).toMatchObject({ status: 503, failure: { code: 'unavailable' } })
  // As long as no job was done each is taken to last two seconds, and this engine has a single slot.
  expect(refused.failure.message).toContain('a Run would take about 67 minutes now')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await count(app, 'executions')).toBe(1)
  const problem_id = org.problems[0].id
  devices[0]?.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: 'x' })
  expect((await devices[0]?.sync())?.results).toMatchObject([{ result: 'applied' }])
  expect(await count(app, 'submissions')).toBe(1)
  expect(await count(app, 'jobs')).toBe(2_001)
})

test('an attempt keeps 500 pictures', async () => {
  const { app, org } = await seated()
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
       INSERT INTO snapshots (attempt_id, sha256, stored_at, bytes, taken_at) SELECT ?, printf('%064d', i), 1, 1, 1 FROM n`,
      who.attemptId,
    ),
  )
  const put = async (fill: number) => {
    const body = jpeg({ fill })
    const sha256 = createHash('sha256').update(body).digest('hex')
    const { url } = await must(app.send, 'postSnapshotUrl', { token: who.token, body: { sha256 } })
    return app.send(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body })
  }
  expect((await put(1)).status).toBe(200)
  const refused = await put(2)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
  expect(await count(app, 'snapshots')).toBe(500)
})

test('the log names 500 pictures; one more is refused, and blocks nothing behind it', async () => {
  const { app, org, devices } = await seated()
  const [who] = org.candidates
  const [device] = devices
  if (!who || !device) throw new Error('nobody')
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
       INSERT INTO snapshots (attempt_id, sha256, logged_at, bytes, taken_at) SELECT ?, printf('%064d', i), 1, 1, 1 FROM n`,
      who.attemptId,
    ),
  )
  const problem_id = org.problems[0].id
  for (const sha256 of ['a'.repeat(64), 'b'.repeat(64)])
    device.write('snapshot_taken', '', { sha256, bytes: 9 })
  device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: 'kept' })
  expect((await device.sync()).results).toMatchObject([
    { result: 'applied' },
    { result: 'rejected', reason: 'too_large' },
    { result: 'applied' },
  ])
  expect(await count(app, 'snapshots')).toBe(500)
})

test('what pictures are missing is read from an index of its own', async () => {
  const { app } = await seated()
  const plan = await app.rows<{ detail: string }>(
    'EXPLAIN QUERY PLAN SELECT sha256 FROM snapshots WHERE attempt_id = 1 AND stored_at IS NULL ORDER BY id LIMIT 100',
  )
  expect(plan.map(({ detail }) => detail).join()).toContain('USING INDEX snapshots_missing')
  expect(plan.map(({ detail }) => detail).join()).not.toContain('TEMP B-TREE')
})

test('sixty leases in ten minutes; the next one waits, and whoever holds the test goes on', async () => {
  const { app, org } = await seated()
  const [who] = org.candidates
  const devices = [0, 1].map((n) => new Device(app.send, who?.token ?? '', app.clock.now, `Device ${n}`))
  for (let n = 1; n < 60; n++) await devices[n % 2]?.takeOver()
  const [, holder] = devices
  expect((await holder?.sync([]))?.head_seq).toBe(0)
  const refused = await call(app.send, 'postSyncLease', {
    token: who?.token,
    body: devices[0]?.leaseRequest(true),
  } as never)
  expect(refused).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
  expect(refused.headers.get('retry-after')).toBe('600')
  expect((await holder?.sync([]))?.head_seq).toBe(0)
  app.clock.move(10 * MINUTE)
  await devices[0]?.takeOver()
  expect(await count(app, 'leases')).toBe(61)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addErased, readErased } from '#api/backups/erased.ts'
import { eraseAttemptsAgain, eraseDueResults, markOfAttempt } from '#api/services/retention/erasing.ts'
import { listKept } from '#api/services/retention/listing.ts'
import { sweep } from '#api/services/sweep.ts'
import { listDueIds } from '#db/queries/retention.ts'
import {
  call,
  DAY,
  giveAssessment,
  HOUR,
  must,
  openApp,
  seedSecondDrive,
  signIn,
  startDevice,
  startExam,
} from '../../factories/index.ts'
import { failWrite } from './erased.ts'

/** Where erasing by time begins and ends, to the millisecond and to the last of many. */

async function open(candidates = 2) {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const exam = await startExam(app, { candidates, lasts: 2 * HOUR })
  const sql = (text: string, ...values: unknown[]) => app.ctx.db.write((tx) => tx.raw.run(text, ...values))
  const finish = async (device = exam.device) => {
    device.write('finish', '', { reason: 'candidate' })
    await device.sync()
  }
  return {
    ...exam,
    app,
    sql,
    headers: () => signIn(app.send, exam.org.admin.email, exam.org.admin.password),
    finish,
    /** So many begin and end their test. */
    async finishAll(many: number) {
      await finish()
      for (const who of exam.org.candidates.slice(1, many)) await finish(await startDevice(app, who))
    },
    left: async () => (await app.rows('SELECT 1 FROM attempts')).length,
    /** Invites so many more, as rows alone. */
    invite: async (many: number) => {
      await sql(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO candidates (organization_id, email, email_key, created_at, updated_at)
         SELECT ?, 'many' || i || '@people.example', 'many' || i || '@people.example', 1, 1 FROM n`,
        many,
        exam.org.id,
      )
      await sql(
        `INSERT INTO attempts (ref, drive_id, candidate_id, invitation_hash, token_hash, invited_at, order_seed, search_key, created_at)
         SELECT 'many' || id, ?, id, 'i' || id, 't' || id, 1, 's', '', 1 FROM candidates WHERE email LIKE 'many%'`,
        exam.org.driveId,
      )
    },
  }
}

const entriesOf = async (app: Awaited<ReturnType<typeof openApp>>) =>
  (
    await app.rows<{ before: string | null; after: string }>(
      "SELECT before, after FROM audit_log WHERE action LIKE '%.erase_results' ORDER BY id",
    )
  ).map(({ before, after }) => ({
    before: JSON.parse(before ?? 'null') as Record<string, number> | null,
    after: JSON.parse(after) as Record<string, number>,
  }))

describe('the time', () => {
  test('is over at its last millisecond, and not before', async () => {
    const e = await open()
    const [{ end } = { end: 0 }] = await e.app.rows<{ end: number }>('SELECT end_time AS end FROM drives')
    const due = (now: number) => listDueIds(e.app.ctx.db.read, e.org.driveId, { days: 30, now })
    expect(await due(end + 30 * DAY - 1)).toEqual([])
    expect(await due(end + 30 * DAY)).toHaveLength(2)
  })

  test('is over for each of many, and what is under way in the last of them keeps them all', async () => {
    const e = await open()
    await e.finish()
    await e.invite(2_100)
    await e.sql('UPDATE drives SET results_retention_days = 30')
    const now = e.app.clock.now() + 40 * DAY
    expect(await listDueIds(e.app.ctx.db.read, e.org.driveId, { days: 30, now })).toHaveLength(2_102)
    await e.sql(
      `INSERT INTO submissions (attempt_id, problem_id, language_id, op_id, kind, source, status, verdict, total_testcases, made_at, created_at)
       SELECT max(id), ?, 1, 'op', 'submit', 'x', 'processing', 'on_time', 2, 0, 0 FROM attempts`,
      e.org.problems[0].id,
    )
    await e.app.live(40 * DAY)
    expect(await listKept(e.app.ctx)).toMatchObject([
      { due: 2_102, heldUp: expect.stringContaining('are waiting for their results') },
    ])
  })

  test('that is over for invitations nobody used is confirmed too, on the tile and in no form', async () => {
    const e = await open()
    await giveAssessment(e.app, e)
    const id = e.org.assessment?.id ?? 0
    await e.sql('UPDATE drives SET appeared = 0 WHERE id = ?', id)
    await e.sql(
      'UPDATE attempts SET started_at = NULL, link_expires_at = ? WHERE drive_id = ?',
      e.app.clock.now(),
      id,
    )
    // The same person is invited to the drive.
    await e.sql('UPDATE attempts SET candidate_id = ? WHERE drive_id = ?', e.who.candidateId, id)
    await e.app.live(100 * DAY)
    const headers = await e.headers()
    const tile = await call(e.app.send, 'putRetention', { params: { id }, body: { days: 30 }, headers })
    expect([tile.status, tile.failure.message]).toEqual([409, expect.stringContaining('within minutes')])
    expect(tile.failure.details).toMatchObject({ erases: { attempts: 1, candidates: 0 } })
    const form = await call(e.app.send, 'putAssessment', {
      params: { id },
      body: { settings: { results_retention_days: 30 } },
      headers,
    })
    expect([form.status, Object.keys(form.failure.errors ?? {})]).toEqual([
      422,
      ['settings.results_retention_days'],
    ])
    await sweep(e.app.ctx)
    expect(await e.app.rows('SELECT id FROM attempts WHERE drive_id = ?', id)).toHaveLength(1)
  })
})

describe('the figures that stay', () => {
  test('of four are none', async () => {
    const e = await open(5)
    await e.finishAll(4)
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    await eraseDueResults(e.app.ctx)
    expect(await entriesOf(e.app)).toMatchObject([{ before: { invited: 5, started: 4, finished: 4 } }])
    expect(Object.keys((await entriesOf(e.app))[0]?.before ?? {})).toHaveLength(3)
  })

  test('of an assessment are those of the tests that go that day: two entries tell nobody one score', async () => {
    const e = await open(8)
    await e.finishAll(8)
    await e.sql('UPDATE drives SET is_assessment = 1, results_retention_days = 30')
    const ids = (await e.app.rows<{ id: number }>('SELECT id FROM attempts ORDER BY id')).map(({ id }) => id)
    // Five end on one day with 10 marks each, one on the next, two on the day after that.
    for (const [n, id] of ids.entries())
      await e.sql(
        'UPDATE attempts SET score = ?, finished_at = finished_at + ? WHERE id = ?',
        n < 5 ? 10 : 90,
        n < 5 ? 0 : n === 5 ? DAY : 2 * DAY,
        id,
      )
    await e.app.live(30 * DAY)
    for (let day = 0; day < 3; day++) {
      await sweep(e.app.ctx)
      await e.app.live(DAY)
    }
    expect(await e.left()).toBe(0)
    const entries = await entriesOf(e.app)
    expect(entries.map(({ before }) => before?.average_score)).toEqual([10, undefined, undefined])
    expect(entries.map(({ before }) => before?.finished)).toEqual([5, 1, 2])
  })
})

test('a drive that is being erased goes whole: no rejudge is begun and no test reopened that would keep the rest', async () => {
  const e = await open(25)
  await e.finishAll(25)
  await e.sql('UPDATE drives SET results_retention_days = 30')
  await e.app.live(31 * DAY)
  // The transaction of the second part, after the removals of the first, is the third.
  const succeed = failWrite(e.app, 3)
  await expect(eraseDueResults(e.app.ctx)).rejects.toThrow('disk is full')
  succeed()
  expect(await e.left()).toBe(15)
  const headers = await e.headers()
  const [{ ref } = { ref: '' }] = await e.app.rows<{ ref: string }>('SELECT ref FROM attempts')
  const rejudge = await call(e.app.send, 'postRejudge', {
    params: { driveId: e.org.driveId },
    body: { problem_id: e.org.problems[0].id },
    headers,
  })
  const reopen = await call(e.app.send, 'postReopen', { params: { ref }, body: { minutes: 5 }, headers })
  for (const { status, failure } of [rejudge, reopen])
    expect([status, failure.message]).toEqual([409, expect.stringContaining('they are being erased')])
  await sweep(e.app.ctx)
  expect(await e.left()).toBe(0)
})

test('of tests that a copy brought back each is erased again, whichever their drive and however many there are', async () => {
  const e = await open()
  const [, second] = await seedSecondDrive(e.app.ctx, e.org)
  await e.invite(600)
  const marked = ['many600', second?.ref ?? '', e.who.ref]
  const [last] = await e.app.rows<{ ref: string }>('SELECT ref FROM attempts ORDER BY id DESC LIMIT 1')
  marked[0] = last?.ref ?? ''
  await addErased(
    e.app.data,
    marked.map((ref) => ({ attempt: markOfAttempt(e.app.ctx, ref), erased_at: 1 })),
  )
  expect(await eraseAttemptsAgain(e.app.ctx, await readErased(e.app.data))).toBe(3)
  const refs = (await e.app.rows<{ ref: string }>('SELECT ref FROM attempts')).map(({ ref }) => ref)
  expect(refs).toHaveLength(601)
  for (const ref of marked) expect(refs).not.toContain(ref)
})

test('a page that listens to a test whose results go is let go', async () => {
  const e = await open()
  await e.finish()
  const listened = createServer((_, response) =>
    e.app.ctx.hub.open({ attempt_id: e.who.attemptId }, response, 0),
  )
  await new Promise<void>((ready) => listened.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void listened.close())
  const stream = await fetch(`http://127.0.0.1:${(listened.address() as AddressInfo).port}`)
  await e.sql('UPDATE drives SET results_retention_days = 30')
  await e.app.live(31 * DAY)
  await eraseDueResults(e.app.ctx)
  await expect(stream.text()).rejects.toThrow('terminated')
})

test('a drive whose results are erased stays as the record of that, and says when they went', async () => {
  const e = await open()
  await e.finish()
  await e.sql('UPDATE drives SET results_retention_days = 30')
  await e.app.live(31 * DAY)
  await eraseDueResults(e.app.ctx)
  const headers = await e.headers()
  const params = { id: e.org.driveId }
  const evidence = await call(e.app.send, 'getDriveEvidence', { params, headers })
  expect([evidence.status, evidence.failure.message]).toEqual([
    409,
    'The results were erased on 2026-02-15, so there is no evidence any more.',
  ])
  expect((await call(e.app.send, 'deleteDrive', { params, headers })).status).toBe(409)
  const { drive } = await must(e.app.send, 'getDriveDetails', {
    params: { driveId: e.org.driveId },
    headers,
  })
  expect(drive).toMatchObject({
    can_delete: false,
    results_erased_at: expect.stringContaining('2026-02-15'),
  })
})

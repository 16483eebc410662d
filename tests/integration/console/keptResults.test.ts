import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noteRestore } from '#api/attempts/restores.ts'
import { eraseDueResults } from '#api/services/retention/erasing.ts'
import { listKept } from '#api/services/retention/listing.ts'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import type { KeptFields } from '#contract/views/drive.ts'
import { listDueIds } from '#db/queries/retention.ts'
import {
  behind,
  call,
  DAY,
  Device,
  giveAssessment,
  HOUR,
  lateWorkIn,
  must,
  openApp,
  seedOrganization,
  signIn,
  startDevice,
  startExam,
} from '../../factories/index.ts'
import { failWrite } from './erased.ts'

/** Results are kept as long as their drive says, and go as a whole. */

async function open(options: Parameters<typeof startExam>[1] = {}) {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const exam = await startExam(app, options)
  const headers = async () => signIn(app.send, exam.org.admin.email, exam.org.admin.password)
  const params = { id: exam.org.driveId }
  return {
    ...exam,
    app,
    headers,
    put: async (body: object) => call(app.send, 'putRetention', { params, body, headers: await headers() }),
    finish: async (device = exam.device) => {
      device.write('finish', '', { reason: 'candidate' })
      await device.sync()
    },
    left: async () => (await app.rows('SELECT 1 FROM attempts')).length,
    view: async (): Promise<KeptFields> => {
      const { drives } = await must(app.send, 'getDrives', { headers: await headers() })
      return drives.find(({ id }) => id === exam.org.driveId) ?? {}
    },
    sql: (text: string, ...values: unknown[]) => app.ctx.db.write((tx) => tx.raw.run(text, ...values)),
  }
}

const lasting = { candidates: 2, lasts: 2 * HOUR }

describe('the rule of a drive', () => {
  test('is set after its end too; what goes by it is told first, and who did it is written down', async () => {
    const e = await open(lasting)
    expect(await e.view()).toMatchObject({ results_retention_days: null, results_kept_until: null })
    await e.finish()
    await e.app.live(31 * DAY)
    const refused = await e.put({ days: 30 })
    expect(refused.status).toBe(409)
    expect(refused.failure.details).toEqual({
      erases: { attempts: 2, candidates: 2, at: new Date(Date.UTC(2026, 1, 14, 10)).toISOString() },
    })
    expect(refused.failure.message).toContain('will be erased within minutes')
    expect(await e.left()).toBe(2)
    const later = await e.put({ days: 40 })
    expect(later.failure.message).toContain('will be erased on 2026-02-24, and with them 2 candidates')
    expect((await e.put({ days: 40, confirmed: true })).status).toBe(200)
    // Longer, or for ever, loses nothing.
    expect((await e.put({ days: 50, was: 40 })).status).toBe(200)
    const stale = await e.put({ days: 60, was: 40 })
    expect([stale.status, stale.failure.details]).toMatchObject([409, { current: 50 }])
    expect((await e.put({ days: null })).status).toBe(200)
    expect((await e.put({ days: 90, confirmed: true })).status).toBe(200)
    expect(await e.view()).toMatchObject({
      results_retention_days: 90,
      results_kept_until: new Date(Date.UTC(2026, 3, 15, 10)).toISOString(),
    })
    const { entries } = await must(e.app.send, 'getAuditLog', { headers: await e.headers() })
    expect(entries.map(({ action, before, after }) => [action, before, after])).toContainEqual([
      'drive.update',
      { results_retention_days: 40 },
      { results_retention_days: 50 },
    ])
  })

  test('is a whole number of days within its limits', async () => {
    const e = await open()
    for (const days of [29, 30.5, 3651, '365', 'never'])
      expect((await e.put({ days, confirmed: true })).status, String(days)).toBe(422)
  })

  test('is set with a new drive, and shortened by no form once somebody has started', async () => {
    const e = await open(lasting)
    const change = async (days: number | null) =>
      call(e.app.send, 'putDrive', {
        params: { id: e.org.driveId },
        body: { settings: { results_retention_days: days } },
        headers: await e.headers(),
      })
    const refused = await change(100)
    expect(refused.status).toBe(422)
    expect(refused.failure.errors).toHaveProperty(['settings.results_retention_days'])
    await e.put({ days: 100, confirmed: true })
    expect((await change(200)).status).toBe(200)
    expect((await change(null)).status).toBe(200)
    await e.sql('UPDATE drives SET appeared = 0')
    expect((await change(30)).status).toBe(200)
    expect(await e.view()).toMatchObject({ results_retention_days: 30 })
  })

  test('tells candidates the shorter of both times before their camera is asked for', async () => {
    const e = await open(lasting)
    const told = async () =>
      (await must(e.app.send, 'getDrive', { params: { token: e.who.invitation } })).webcam_retention_days
    expect(await told()).toBe(60)
    await e.put({ days: 45, confirmed: true })
    expect(await told()).toBe(45)
    await e.put({ days: 400 })
    expect(await told()).toBe(60)
  })
})

describe('results whose time is over', () => {
  /** What is under way, as rows have it, how it ends, and the words for it. */
  const table: [what: string, begin: (e: Opened) => unknown, end: (e: Opened) => unknown, words: string][] = [
    [
      'a test that staff reopened',
      (e) => e.sql('UPDATE attempts SET finished_at = NULL WHERE id = ?', e.who.attemptId),
      (e) => e.sql('UPDATE attempts SET finished_at = 1 WHERE id = ?', e.who.attemptId),
      'The test of Ana Berg is still open.',
    ],
    [
      'a job that waits',
      (e) =>
        e.sql(
          "INSERT INTO jobs (kind, subject_id, attempt_id, status, not_before, created_at) VALUES ('run', 1, ?, 'queued', 0, 0)",
          e.who.attemptId,
        ),
      (e) => e.sql("UPDATE jobs SET status = 'done'"),
      'Programs of Ana Berg are waiting for their results.',
    ],
    [
      'a job under way',
      (e) => e.sql("UPDATE jobs SET status = 'leased'"),
      (e) => e.sql('DELETE FROM jobs'),
      'Programs of Ana Berg are waiting',
    ],
    [
      'a submission without a verdict',
      (e) =>
        e.sql(
          `INSERT INTO submissions (attempt_id, problem_id, language_id, op_id, kind, source, status, verdict, total_testcases,
             made_at, created_at) VALUES (?, ?, 1, 'op', 'submit', 'x', 'processing', 'on_time', 2, 0, 0)`,
          e.who.attemptId,
          e.org.problems[0].id,
        ),
      (e) => e.sql("UPDATE submissions SET status = 'accepted'"),
      'Programs of Ana Berg are waiting',
    ],
    ...(['running', 'ready', 'applying'] as const).map(
      (status): [string, (e: Opened) => unknown, (e: Opened) => unknown, string] => [
        `a rejudge that is ${status}`,
        (e) =>
          e.sql(
            'INSERT INTO rejudges (drive_id, problem_id, version, status, user_id, created_at) VALUES (?, ?, 1, ?, ?, 0)',
            e.org.driveId,
            e.org.problems[0].id,
            status,
            e.org.admin.id,
          ),
        (e) => e.sql("UPDATE rejudges SET status = 'discarded'"),
        'The rejudge of ‘Problem',
      ],
    ),
  ]
  type Opened = Awaited<ReturnType<typeof open>>

  test('stay as long as something is under way with them, all of a drive, and it is said what', async () => {
    const e = await open(lasting)
    await e.finish()
    await e.put({ days: 30, confirmed: true })
    await e.app.live(31 * DAY)
    for (const [what, begin, end, words] of table) {
      await begin(e)
      const [held] = await eraseDueResults(e.app.ctx)
      expect([held?.attempts, held?.heldUp], what).toEqual([0, expect.stringContaining(words)])
      expect((await e.view()).results_held_up, what).toContain(words)
      await end(e)
    }
    expect(await e.left()).toBe(2)
    expect(await eraseDueResults(e.app.ctx)).toMatchObject([{ attempts: 2, candidates: 2, heldUp: null }])
    expect(await e.left()).toBe(0)
    expect(await e.view()).toMatchObject({
      appeared: 0,
      results_erased_at: new Date(e.app.clock.now()).toISOString(),
    })
    expect((await verifyAll(e.app.ctx)).findings).toEqual([])
  })

  test('wait for a decision about work that came late, and go after it', async () => {
    const app = await openApp({ judging: true })
    onTestFinished(() => app.remove())
    const late = lateWorkIn(app)
    const { e } = await late.two({ lasts: 2 * HOUR })
    app.clock.move(3 * HOUR)
    await app.seal()
    late.choose(e, 'mcq_save', true, app.clock.now() - 2.5 * HOUR)
    await e.device.sync()
    await app.live(31 * DAY)
    await app.idle()
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET results_retention_days = 30'))
    const [held] = await eraseDueResults(app.ctx)
    expect(held).toMatchObject({
      attempts: 0,
      heldUp: 'Late work of Ana Berg waits for a decision.',
    })
    const { items } = await late.workOf(e)
    await late.decide(e, items, 'rejected')
    expect(await eraseDueResults(app.ctx)).toMatchObject([{ attempts: 1, heldUp: null }])
  })

  test('of an assessment go test by test, each so long after its own end', async () => {
    const e = await open()
    await giveAssessment(e.app, e)
    const id = e.org.assessment?.id ?? 0
    const now = e.app.clock.now()
    const moment = fc.option(fc.integer({ min: now - 60 * DAY, max: now }), { nil: null })
    const [template] = await e.app.rows<{ id: number }>('SELECT id FROM attempts WHERE drive_id = ?', id)
    await fc.assert(
      fc.asyncProperty(
        fc.record({ started: moment, finished: moment, revoked: moment, expires: moment }),
        fc.integer({ min: 30, max: 50 }),
        async ({ started, finished, revoked, expires }, days) => {
          const end = started === null ? (revoked ?? expires) : finished
          await e.sql(
            'UPDATE attempts SET started_at = ?, finished_at = ?, revoked_at = ?, link_expires_at = ? WHERE id = ?',
            ...[started, started === null ? null : finished, revoked, expires, template?.id],
          )
          const isDue = end !== null && end + days * DAY <= now
          expect(await listDueIds(e.app.ctx.db.read, id, { days, now })).toEqual(isDue ? [template?.id] : [])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of an assessment stay where something is under way, and keep none of the others', async () => {
    const e = await open(lasting)
    const second = await startDevice(e.app, e.org.candidates[1] ?? e.who)
    await e.finish()
    await e.finish(second)
    await e.sql('UPDATE drives SET is_assessment = 1, results_retention_days = 30')
    await e.sql(
      "INSERT INTO jobs (kind, subject_id, attempt_id, status, not_before, created_at) VALUES ('run', 1, ?, 'queued', 0, 0)",
      e.who.attemptId,
    )
    await e.app.live(29 * DAY)
    expect(await eraseDueResults(e.app.ctx)).toEqual([])
    await e.app.live(2 * DAY)
    expect(await eraseDueResults(e.app.ctx)).toMatchObject([
      { attempts: 1, heldUp: 'Programs of Ana Berg are waiting for their results.' },
    ])
    expect(await e.app.rows('SELECT id FROM attempts')).toEqual([{ id: e.who.attemptId }])
  })

  test('go a few at a time, as one entry without a name that keeps the figures; one broken off goes on where it was', async () => {
    const e = await open({ ...lasting, candidates: 25 })
    for (const who of e.org.candidates.slice(1, 6)) await e.finish(await startDevice(e.app, who))
    await e.finish()
    await e.sql('UPDATE attempts SET score = id % 3 * 10 WHERE finished_at IS NOT NULL')
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(32 * DAY)
    // The transaction of the second part, after the removals of the first, is the third.
    const succeed = failWrite(e.app, 3)
    await expect(eraseDueResults(e.app.ctx)).rejects.toThrow('disk is full')
    expect(await e.left()).toBe(15)
    succeed()
    await sweep(e.app.ctx)
    expect(await e.left()).toBe(0)
    expect(await e.app.rows('SELECT 1 FROM candidates')).toEqual([])
    const { entries } = await must(e.app.send, 'getAuditLog', { headers: await e.headers() })
    const [entry] = entries.filter(({ action }) => action === 'drive.erase_results')
    expect(entries.filter(({ action }) => action === 'drive.erase_results')).toHaveLength(1)
    expect(entry).toMatchObject({
      user: 'Retention rule',
      subject: `drive ${e.org.driveId}`,
      before: { invited: 25, started: 6, finished: 6, average_score: 10 },
      after: { erased: 25, people: 25 },
    })
    const figures = entry?.before as { distribution: Record<string, number> } | undefined
    expect(Object.values(figures?.distribution ?? {})).toEqual([2, 2, 2])
    const kept = "SELECT 1 FROM audit_log WHERE action = 'drive.erase_results' AND before ->> '$.invited' > 0"
    expect(await e.app.rows(kept)).toHaveLength(1)
    expect(JSON.stringify(await e.app.rows('SELECT * FROM audit_log'))).not.toContain('people.example')
    expect((await verifyAll(e.app.ctx)).findings).toEqual([])
  })

  test('of fewer than five leave their number alone', async () => {
    const e = await open(lasting)
    await e.finish()
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    await eraseDueResults(e.app.ctx)
    const [entry] = await e.app.rows<{ before: string }>(
      "SELECT before FROM audit_log WHERE action = 'drive.erase_results'",
    )
    expect(JSON.parse(entry?.before ?? '{}')).toEqual({ invited: 2, started: 1, finished: 1 })
  })

  test.each([
    ['the time is set longer', 'UPDATE drives SET results_retention_days = 300', null],
    [
      'a test is reopened',
      'UPDATE attempts SET finished_at = NULL WHERE finished_at IS NOT NULL',
      'The test of Ana Berg is still open.',
    ],
  ])('stay where %s just before their turn', async (_, change, heldUp) => {
    const e = await open({ ...lasting, candidates: 12 })
    await e.finish()
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    const { write } = e.app.ctx.db
    let isFirst = true
    Object.assign(e.app.ctx.db, {
      write: async (job: Parameters<typeof write>[0]) => {
        if (isFirst) await write((tx) => tx.raw.run(change))
        isFirst = false
        return write(job)
      },
    })
    expect(await eraseDueResults(e.app.ctx)).toMatchObject([{ attempts: 0, heldUp }])
    Object.assign(e.app.ctx.db, { write })
    expect(await e.left()).toBe(12)
    expect(await listKept(e.app.ctx)).toMatchObject([{ due: heldUp ? 12 : 0, heldUp }])
  })

  test('are gone for a device that comes back: it is told in words', async () => {
    const e = await open(lasting)
    await e.finish()
    e.device.write('feedback', '', { rating: 2, comment: 'Sent a month later.' })
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    await eraseDueResults(e.app.ctx)
    const words = 'This link is no longer valid. Open your invitation again.'
    const answer = await e.device.post(e.device.request())
    expect([answer.status, answer.failure.message]).toEqual([401, words])
    const fresh = new Device(e.app.send, e.who.token, e.app.clock.now)
    const anew = await fresh.start().catch((error: unknown) => String(error))
    expect(anew).toContain(words)
    const link = await call(e.app.send, 'getDrive', { params: { token: e.who.invitation } })
    expect([link.status, link.failure.message]).toEqual([404, 'This invitation was not found.'])
    const receipt = await call(e.app.send, 'getReport', {
      params: { token: e.who.ref },
      headers: await e.headers(),
    })
    expect(receipt.status).toBe(404)
  })

  test('are owed to nobody who shows a receipt of them, also where the server came back from a backup before', async () => {
    const e = await open(lasting)
    await e.finish()
    const body = e.device.proof.newest
    await noteRestore(e.app.ctx, {
      server_epoch: e.app.ctx.serverEpoch + 1,
      backup_of: new Date(e.app.clock.now() - HOUR).toISOString(),
      restored_at: new Date(e.app.clock.now()).toISOString(),
    })
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    await eraseDueResults(e.app.ctx)
    expect(await must(e.app.send, 'postReceiptCheck', { body })).toMatchObject({
      outcome: 'missing',
      held: 0,
    })
    expect(await e.app.rows('SELECT 1 FROM shown_receipts')).toEqual([])
  })

  test('stay where somebody has set a longer time since they were found', async () => {
    const e = await open(lasting)
    await e.finish()
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    const keep = () => behind(e.app.data, 'UPDATE drives SET results_retention_days = NULL')
    expect(await eraseDueResults(e.app.ctx, keep)).toMatchObject([{ attempts: 0 }])
    expect(await e.left()).toBe(2)
  })

  test('leave nothing of what staff was told about them', async () => {
    const e = await open(lasting)
    await e.finish()
    await e.sql('UPDATE drives SET results_retention_days = 30')
    await e.app.live(31 * DAY)
    await e.sql(
      "INSERT INTO once_keys (user_id, key_hash, request_hash, claim, outcome, created_at) SELECT id, 'k', 'r', 'c', ?, 1 FROM users WHERE organization_id = ?",
      JSON.stringify({ candidate: e.who.email }),
      e.org.id,
    )
    await eraseDueResults(e.app.ctx)
    expect(await e.app.rows('SELECT 1 FROM once_keys WHERE outcome IS NOT NULL')).toEqual([])
  })

  test('of somebody who is invited elsewhere leave the person there', async () => {
    const e = await open(lasting)
    await e.finish()
    const other = await seedOrganization(e.app.ctx, 'elsewhere', { candidates: 1 })
    await e.sql('UPDATE attempts SET candidate_id = ? WHERE drive_id = ?', e.who.candidateId, other.driveId)
    await e.sql('UPDATE drives SET results_retention_days = 30 WHERE id = ?', e.org.driveId)
    await e.app.live(31 * DAY)
    expect(await eraseDueResults(e.app.ctx)).toMatchObject([{ attempts: 2, candidates: 1 }])
    expect(await e.app.rows('SELECT id FROM candidates WHERE id = ?', e.who.candidateId)).toHaveLength(1)
  })
})

import { expect, onTestFinished, test } from 'vitest'
import {
  call,
  must,
  type Organization,
  openApp,
  programs,
  scriptedExecutor,
  seedOrganization,
  signIn,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { begin, end, type Headers, scoreOf, spoil, submit } from './attemptSupport.ts'

/** Judging anew is decided on once, and what was decided is carried out whole. */

/** More than one transaction takes. */
const MANY = 23
/** Entries of the audit log: one with marks for each transaction. */
const APPLIED = ['drive.rejudge', 'drive.rejudge_marks', 'drive.rejudge_marks', 'drive.rejudge_applied']

async function opened(candidates: number) {
  const app = await openApp({ judging: true, executor: scriptedExecutor() })
  const org = await seedOrganization(app.ctx, 'rej', { candidates })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  return { app, org, headers }
}

/** Everybody submits what is right and ends, and then a test of the problem expects something else. */
async function judged(app: TestApp, org: Organization, headers: Headers) {
  const [problem] = org.problems
  for (const index of org.candidates.keys()) {
    const device = await begin(app, org, index)
    await submit(app, device, problem.id, programs.right)
    await end(device)
  }
  const lost = await spoil(app, org, headers, 'nobody prints this\n')
  return { lost, rejudge: await ready(app, org, headers) }
}

async function start(app: TestApp, org: Organization, headers: Headers) {
  const { rejudge } = await must(app.send, 'postRejudge', {
    params: { driveId: org.driveId },
    body: { problem_id: org.problems[0].id },
    headers,
  })
  return rejudge
}

async function ready(app: TestApp, org: Organization, headers: Headers) {
  const rejudge = await start(app, org, headers)
  await waitFor(
    'the new verdicts',
    async () => (await read(app, rejudge.id, headers)).rejudge.status === 'ready',
  )
  return rejudge
}

const read = (app: TestApp, id: number, headers: Headers) =>
  must(app.send, 'getRejudge', { params: { id }, headers })
const apply = (app: TestApp, id: number, headers: Headers) =>
  call(app.send, 'postRejudgeApply', { params: { id }, body: {}, headers })
const discard = (app: TestApp, id: number, headers: Headers) =>
  call(app.send, 'deleteRejudge', { params: { id }, headers })
const actions = async (app: TestApp) =>
  (
    await app.rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE action LIKE 'drive.rejudge%' ORDER BY id",
    )
  ).map((row) => row.action)

test('of decisions made at once one counts', async () => {
  const { app, org, headers } = await opened(MANY)
  onTestFinished(() => app.remove())
  const { rejudge, lost } = await judged(app, org, headers)
  const answers = await Promise.all([
    apply(app, rejudge.id, headers),
    apply(app, rejudge.id, headers),
    discard(app, rejudge.id, headers),
  ])
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
  const isApplied = answers[2]?.status === 409
  const { status } = (await read(app, rejudge.id, headers)).rejudge
  expect(status).toBe(isApplied ? 'applied' : 'discarded')
  expect(await actions(app)).toEqual(isApplied ? APPLIED : ['drive.rejudge', 'drive.rejudge_discarded'])
  const scores = await Promise.all([...org.candidates.keys()].map((index) => scoreOf(app, index, org)))
  expect(new Set(scores)).toEqual(new Set([org.problems[0].marks - (isApplied ? lost : 0)]))
})

test('it is applied once, also by two at once, and not discarded afterwards', async () => {
  const { app, org, headers } = await opened(MANY)
  onTestFinished(() => app.remove())
  const { rejudge } = await judged(app, org, headers)
  const answers = await Promise.all([1, 2].map(() => apply(app, rejudge.id, headers)))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
  expect((await discard(app, rejudge.id, headers)).status).toBe(409)
  expect(await actions(app)).toEqual(APPLIED)
})

test('what was broken off cannot be discarded, and is ended at the next start', async () => {
  const { app, org, headers } = await opened(MANY)
  const { rejudge, lost } = await judged(app, org, headers)
  const last = org.candidates.at(-1)?.attemptId ?? 0
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `CREATE TRIGGER full BEFORE UPDATE OF score ON attempts WHEN new.id = ${last} BEGIN SELECT RAISE(FAIL, 'full'); END`,
    ),
  )
  expect((await apply(app, rejudge.id, headers)).status).toBe(500)
  expect((await read(app, rejudge.id, headers)).rejudge.status).toBe('applying')
  const refused = await discard(app, rejudge.id, headers)
  expect([refused.status, refused.failure.message]).toEqual([409, expect.stringContaining('being applied')])
  await expect(start(app, org, headers)).rejects.toThrow(/409/)
  await app.ctx.db.write((tx) => tx.raw.run('DROP TRIGGER full'))
  await app.close()

  const again = await openApp({ data: app.data, clock: app.clock, listen: true })
  onTestFinished(() => again.remove())
  await waitFor(
    'the decision',
    async () => (await read(again, rejudge.id, headers)).rejudge.status === 'applied',
  )
  const scores = await Promise.all([...org.candidates.keys()].map((index) => scoreOf(again, index, org)))
  expect(new Set(scores)).toEqual(new Set([org.problems[0].marks - lost]))
  expect(await actions(again)).toEqual(APPLIED)
  const [entry] = await again.rows<{ user_id: number }>(
    "SELECT user_id FROM audit_log WHERE action = 'drive.rejudge_applied'",
  )
  expect(entry?.user_id).toBe(org.admin.id)
})

test('what is discarded leaves the queue', async () => {
  const { app, org, headers } = await opened(2)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  for (const index of org.candidates.keys()) {
    const device = await begin(app, org, index)
    await submit(app, device, problem.id, programs.right)
    await end(device)
  }
  await app.idle()
  await app.queue.close()
  await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await start(app, org, headers)
  const jobs = () => app.rows("SELECT 1 FROM jobs WHERE kind = 'rejudge'")
  expect(await jobs()).toHaveLength(2)
  expect((await discard(app, rejudge.id, headers)).status).toBe(200)
  expect(await jobs()).toHaveLength(0)
})

test('the marks before stay known: to the call, and to the audit log with who applied it', async () => {
  const { app, org, headers } = await opened(2)
  onTestFinished(() => app.remove())
  const { rejudge, lost } = await judged(app, org, headers)
  const { marks } = org.problems[0]
  const expected = org.candidates.map(({ ref }) => ({
    token: ref,
    before: marks,
    after: marks - lost,
    score_before: marks,
    score_after: marks - lost,
  }))
  expect(await read(app, rejudge.id, headers)).toMatchObject({
    rejudge: { status: 'ready', decided_by: null },
    rows: expected,
  })
  await apply(app, rejudge.id, headers)
  expect(await read(app, rejudge.id, headers)).toMatchObject({
    rejudge: { status: 'applied', decided_by: 'Ida Storm' },
    rows: expected,
  })
  const { entries } = await must(app.send, 'getAuditLog', { query: { offset: 0, limit: 10 }, headers })
  const of = (action: string) => entries.find((entry) => entry.action === action)
  const both = (one: object) => Object.fromEntries(org.candidates.map(({ ref }) => [ref, one]))
  expect(of('drive.rejudge_marks')).toMatchObject({
    user: 'Ida Storm',
    subject: `drive ${org.driveId}`,
    before: both({ marks, score: marks }),
    after: { problem: org.problems[0].id, ...both({ marks: marks - lost, score: marks - lost }) },
  })
  expect(of('drive.rejudge_applied')).toMatchObject({ subject: `drive ${org.driveId}`, after: { judged: 2 } })
})

test('late work counts neither before nor after', async () => {
  const { app, org, headers } = await opened(1)
  onTestFinished(() => app.remove())
  const { rejudge } = await judged(app, org, headers)
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE submissions SET verdict = 'late'"))
  expect((await read(app, rejudge.id, headers)).rows).toMatchObject([{ before: 0, after: 0 }])
})

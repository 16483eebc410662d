import { expect, onTestFinished, test } from 'vitest'
import {
  type Behaviour,
  call,
  must,
  type Organization,
  openApp,
  programs,
  rightOutput,
  scripted,
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

async function opened(candidates: number, behave?: Behaviour) {
  const app = await openApp({ judging: true, executor: scriptedExecutor(behave) })
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

test('a problem that is worth more then changes everybody’s total: who has which is shown, counted and audited', async () => {
  const { app, org, headers } = await opened(3)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  for (const index of [0, 1]) {
    const device = await begin(app, org, index)
    await submit(app, device, problem.id, programs.right)
    await end(device)
  }
  await end(await begin(app, org, 2))
  const totalOf = async (index: number) => {
    const [row] = await app.rows<{ total: number }>(
      'SELECT p.total_marks AS total FROM attempts a JOIN papers p ON p.id = a.paper_id WHERE a.id = ?',
      org.candidates[index]?.attemptId,
    )
    return row?.total ?? 0
  }
  const total = await totalOf(0)
  await must(app.send, 'postTestCase', {
    body: { problem_id: problem.id, input: 'none such', output: 'nobody prints this', marks: 50 },
    headers,
  })
  const rejudge = await ready(app, org, headers)
  const { marks } = problem
  const rows = [0, 1].map((index) => ({
    token: org.candidates[index]?.ref,
    before: marks,
    after: marks,
    score_before: marks,
    score_after: marks,
    total_before: total,
    total_after: total + 50,
  }))
  expect(await read(app, rejudge.id, headers)).toMatchObject({ rejudge: { others: 1 }, rows })
  expect((await apply(app, rejudge.id, headers)).status).toBe(200)
  expect(await read(app, rejudge.id, headers)).toMatchObject({ rejudge: { others: 1 }, rows })
  expect(await Promise.all([0, 1, 2].map(totalOf))).toEqual([total + 50, total + 50, total + 50])
  const { entries } = await must(app.send, 'getAuditLog', { query: { offset: 0, limit: 10 }, headers })
  const entry = entries.find(({ action }) => action === 'drive.rejudge_marks')
  const [first = '', , last = ''] = org.candidates.map(({ ref }) => ref)
  // Nobody knows a candidate by the reference of an attempt.
  const [who] = org.candidates
  expect(entry?.names.attempts?.[first]).toContain(`<${who?.email}>`)
  expect(entry?.before).toMatchObject({
    [first]: { marks, score: marks, total },
    [last]: { marks: 0, total },
  })
  expect(entry?.after).toMatchObject({
    [first]: { marks, score: marks, total: total + 50 },
    [last]: { marks: 0, total: total + 50 },
  })
})

test('late work counts neither before nor after', async () => {
  const { app, org, headers } = await opened(1)
  onTestFinished(() => app.remove())
  const { rejudge } = await judged(app, org, headers)
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE submissions SET verdict = 'late'"))
  expect((await read(app, rejudge.id, headers)).rows).toMatchObject([{ before: 0, after: 0 }])
})

const reopen = (app: TestApp, org: Organization, index: number, headers: Headers) =>
  must(app.send, 'postReopen', {
    params: { ref: org.candidates[index]?.ref ?? '' },
    body: { minutes: 10 },
    headers,
  })
/** An attempt's paper, and the marks of each of its submissions. */
async function stateOf(app: TestApp, org: Organization, index: number) {
  const id = org.candidates[index]?.attemptId ?? 0
  const [attempt] = await app.rows<{ paper_id: number }>('SELECT paper_id FROM attempts WHERE id = ?', id)
  const submissions = await app.rows<{ marks: number }>(
    'SELECT marks FROM submissions WHERE attempt_id = ? ORDER BY id',
    id,
  )
  return { paper: attempt?.paper_id, marks: submissions.map(({ marks }) => marks) }
}
/** An attempt that was left out is judged anew by itself, and has the same marks as the others then. */
async function judgedLater(app: TestApp, org: Organization, headers: Headers, submissions: number) {
  const again = await ready(app, org, headers)
  expect(again.total).toBe(submissions)
  expect((await apply(app, again.id, headers)).status).toBe(200)
}

test('an attempt that runs again when it is applied keeps its paper, is told as left out, and can be judged anew later', async () => {
  const { app, org, headers } = await opened(3)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  const devices = [await begin(app, org, 0), await begin(app, org, 1), await begin(app, org, 2)] as const
  for (const device of devices.slice(0, 2)) await submit(app, device, problem.id, programs.right)
  // The third submits nothing.
  for (const device of devices) await end(device)
  const lost = await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await ready(app, org, headers)
  expect(rejudge).toMatchObject({ total: 2, left_out: 0 })
  const before = [await stateOf(app, org, 0), await stateOf(app, org, 2)]
  await reopen(app, org, 0, headers)
  await reopen(app, org, 2, headers)
  await apply(app, rejudge.id, headers)
  expect([await stateOf(app, org, 0), await stateOf(app, org, 2)]).toEqual(before)
  expect((await stateOf(app, org, 1)).marks).toEqual([problem.marks - lost])
  const applied = await read(app, rejudge.id, headers)
  expect(applied.rejudge).toMatchObject({ status: 'applied', total: 1, judged: 1, left_out: 2 })
  expect(applied.rows.map(({ token }) => token)).toEqual([org.candidates[1]?.ref])
  const skipped = (why: string) => [0, 2].map((index) => ({ token: org.candidates[index]?.ref, why }))
  expect(applied.rejudge.skipped).toMatchObject(skipped('running'))
  for (const device of [devices[0], devices[2]]) {
    device.write('finish', 'finish again', { reason: 'candidate' })
    await device.sync()
  }
  expect((await read(app, rejudge.id, headers)).rejudge.skipped).toMatchObject(skipped('changed'))
  await judgedLater(app, org, headers, 1)
  expect((await stateOf(app, org, 0)).marks).toEqual([problem.marks - lost])
  const papers = await Promise.all([0, 1, 2].map(async (index) => (await stateOf(app, org, index)).paper))
  expect(new Set(papers).size).toBe(1)
  // A later version by which all are judged makes nobody one who was left out by this one.
  await spoil(app, org, headers, 'nor does anybody print this\n')
  await judgedLater(app, org, headers, 2)
  expect((await read(app, rejudge.id, headers)).rejudge.skipped).toEqual([])
})

test('what is still being judged is left out with its attempt: no old verdict stands on the new paper', async () => {
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const behave: Behaviour = async (program, testCase) => {
    if (program.source !== 'slow') return scripted(program, testCase)
    await held
    return { stdout: rightOutput(testCase.stdin) }
  }
  const { app, org, headers } = await opened(2, behave)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  const [quick, slow] = [await begin(app, org, 0), await begin(app, org, 1)]
  await submit(app, quick, problem.id, programs.right)
  // One of two submissions has its verdict.
  await submit(app, slow, problem.id, programs.right)
  slow.write('submit', `code:${problem.id}:1`, {
    problem_id: problem.id,
    language_id: 1,
    source_code: 'slow',
  })
  await end(quick)
  await end(slow)
  const lost = await spoil(app, org, headers, 'nobody prints this\n')
  const before = await stateOf(app, org, 1)
  const rejudge = await ready(app, org, headers)
  expect(rejudge).toMatchObject({ total: 1, left_out: 1 })
  const { email, ref: token } = org.candidates[1] ?? {}
  expect((await read(app, rejudge.id, headers)).rejudge.skipped).toMatchObject([
    { email, token, why: 'judging' },
  ])
  await apply(app, rejudge.id, headers)
  expect((await read(app, rejudge.id, headers)).rejudge.left_out).toBe(1)
  expect(await stateOf(app, org, 1)).toEqual(before)
  free()
  await app.idle()
  expect(await stateOf(app, org, 1)).toEqual({ ...before, marks: [problem.marks, problem.marks] })
  await judgedLater(app, org, headers, 2)
  const [one, other] = [await stateOf(app, org, 0), await stateOf(app, org, 1)]
  expect(other).toEqual({ paper: one.paper, marks: [problem.marks - lost, problem.marks - lost] })
})

test('what staff took back between the new verdicts and their application stays held, without one', async () => {
  const { app, org, headers } = await opened(1)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  const device = await begin(app, org, 0)
  const params = { ref: org.candidates[0]?.ref ?? '' }
  await must(app.send, 'postPause', { params, headers })
  app.clock.move(60_000)
  device.write('submit', `code:${problem.id}:1`, {
    problem_id: problem.id,
    language_id: 1,
    source_code: programs.right,
  })
  app.clock.move(1)
  await end(device)
  const { items } = await must(app.send, 'getLateWork', { params, headers })
  const decide = async (decision: 'accepted' | 'rejected') => {
    const body = { op_ids: items.map(({ op_id }) => op_id), decision, note: '' }
    await must(app.send, 'postLateDecision', { params, body, headers })
    await app.idle()
  }
  await decide('accepted')
  await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await ready(app, org, headers)
  await decide('rejected')
  await apply(app, rejudge.id, headers)
  expect(await app.rows('SELECT status, marks, judged_at FROM submissions')).toEqual([
    { status: 'held', marks: 0, judged_at: null },
  ])
  expect(await app.rows('SELECT submission_id FROM submission_tests')).toEqual([])
})

test('a last draft that a newer one took the place of meanwhile leaves its attempt out: no result stands on another program', async () => {
  const { app, org, headers } = await opened(1)
  onTestFinished(() => app.remove())
  const [{ id: problem_id }] = org.problems
  const [who] = org.candidates
  await must(app.send, 'putDrive', {
    params: { id: org.driveId },
    body: { settings: { late_policy: 'accept' } },
    headers,
  })
  const device = await begin(app, org, 0)
  await device.sync([])
  const deadline = Date.parse(device.grant.deadline_at)
  app.clock.set(deadline - 5 * 60_000)
  await device.sync([])
  const write = (answer: string, n: number) =>
    device.write(
      'draft',
      `code:${problem_id}:1`,
      { problem_id, language_id: 1, answer },
      { est: deadline - 60_000 + n },
    )
  const [older, newer] = [write(programs.right, 0), write(programs.wrong, 1)]
  app.clock.set(deadline + 31_000)
  await app.seal()
  app.clock.move(5_000)
  const judged = () =>
    waitFor('the verdict', async () => {
      app.clock.move(10_000)
      app.ctx.judge.wake()
      const [row] = await app.rows<{ status: string; source: string; marks: number }>(
        'SELECT status, source, marks FROM submissions',
      )
      return row?.status === 'accepted' && row
    })
  await device.sync([older])
  expect(await judged()).toMatchObject({ source: programs.right, marks: 10 })
  await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await ready(app, org, headers)
  await device.sync([newer])
  const stands = await judged()
  expect(stands.source).toBe(programs.wrong)
  await apply(app, rejudge.id, headers)
  expect(await app.rows('SELECT status, source, marks FROM submissions')).toEqual([stands])
  expect((await read(app, rejudge.id, headers)).rejudge).toMatchObject({ status: 'applied', left_out: 1 })
  expect(await app.rows('SELECT score FROM attempts WHERE id = ?', who?.attemptId)).toEqual([{ score: 0 }])
})

test.each(['', ', and the server stops by then,'])(
  'a last draft that is gone while it is judged anew%s keeps nobody from deciding',
  async (stops) => {
    const held: (() => void)[] = []
    let isHeld = false
    const { app, org, headers } = await opened(1, async (program, testCase) => {
      if (isHeld) await new Promise<void>((free) => held.push(free))
      return scripted(program, testCase)
    })
    const [{ id: problem_id }] = org.problems
    const ref = org.candidates[0]?.ref ?? ''
    const device = await begin(app, org, 0)
    const finishWith = async (answer: string) => {
      device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer })
      await end(device)
    }
    await finishWith(programs.right)
    await app.idle()
    await spoil(app, org, headers, 'nobody prints this\n')
    isHeld = true
    const rejudge = await start(app, org, headers)
    await waitFor('the judging anew', async () => held.length > 0)
    await must(app.send, 'postReopen', { params: { ref }, body: { minutes: 10 }, headers })
    app.clock.move(1_000)
    await finishWith(' ')
    expect(await app.rows('SELECT id FROM submissions')).toEqual([])
    if (stops) await app.close()
    const now = stops ? await openApp({ data: app.data, clock: app.clock, judging: true }) : app
    onTestFinished(() => now.remove())
    isHeld = false
    for (const free of held) free()
    await waitFor('its end', async () => (await read(now, rejudge.id, headers)).rejudge.status === 'ready')
    expect((await apply(now, rejudge.id, headers)).status).toBe(200)
  },
)

test('a late submission that nobody judges keeps its attempt back from nothing, and is judged by the new version once it is accepted', async () => {
  const { app, org, headers } = await opened(2)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  const devices = [await begin(app, org, 0), await begin(app, org, 1)] as const
  await submit(app, devices[0], problem.id, programs.right)
  for (const { ref } of org.candidates) await must(app.send, 'postPause', { params: { ref }, headers })
  app.clock.move(60_000)
  for (const device of devices) {
    device.write('submit', `code:${problem.id}:1`, {
      problem_id: problem.id,
      language_id: 1,
      source_code: programs.right,
    })
    app.clock.move(1)
    await end(device)
  }
  const lost = await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await ready(app, org, headers)
  expect(rejudge).toMatchObject({ total: 1, left_out: 0 })
  await apply(app, rejudge.id, headers)
  expect((await read(app, rejudge.id, headers)).rejudge).toMatchObject({ status: 'applied', left_out: 0 })
  const [one, other] = [await stateOf(app, org, 0), await stateOf(app, org, 1)]
  expect(one.marks).toEqual([problem.marks - lost, 0])
  expect(other).toEqual({ paper: one.paper, marks: [0] })
  const params = { ref: org.candidates[1]?.ref ?? '' }
  const { items } = await must(app.send, 'getLateWork', { params, headers })
  await must(app.send, 'postLateDecision', {
    params,
    body: { op_ids: items.map(({ op_id }) => op_id), decision: 'accepted', note: '' },
    headers,
  })
  await app.idle()
  expect(await stateOf(app, org, 1)).toEqual({ paper: one.paper, marks: [problem.marks - lost] })
})

test.each([
  ['that ran at its start and has ended since', false],
  ['that was reopened, submitted more and has ended again', true],
])('an attempt %s is left out when it is applied', async (_name, isReopened) => {
  const { app, org, headers } = await opened(2)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  const [first, second] = [await begin(app, org, 0), await begin(app, org, 1)]
  await submit(app, first, problem.id, programs.right)
  await end(first)
  await submit(app, second, problem.id, programs.right)
  if (isReopened) await end(second)
  const lost = await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await ready(app, org, headers)
  expect(rejudge).toMatchObject({ total: isReopened ? 2 : 1, left_out: isReopened ? 0 : 1 })
  if (isReopened) {
    await reopen(app, org, 1, headers)
    app.clock.move(60_000)
    await submit(app, second, problem.id, `${programs.right} `)
  }
  second.write('finish', 'the end', { reason: 'candidate' })
  await second.sync()
  await app.idle()
  const before = await stateOf(app, org, 1)
  await apply(app, rejudge.id, headers)
  expect(await stateOf(app, org, 1)).toEqual(before)
  expect((await read(app, rejudge.id, headers)).rejudge).toMatchObject({ total: 1, left_out: 1 })
  await judgedLater(app, org, headers, before.marks.length)
  expect(await stateOf(app, org, 1)).toMatchObject({ paper: (await stateOf(app, org, 0)).paper })
  expect((await stateOf(app, org, 1)).marks[0]).toBe(problem.marks - lost)
})

test('who began with a version that is newer still is not taken back behind it', async () => {
  const { app, org, headers } = await opened(2)
  onTestFinished(() => app.remove())
  const [problem] = org.problems
  const first = await begin(app, org, 0)
  await submit(app, first, problem.id, programs.right)
  await end(first)
  await spoil(app, org, headers, 'nobody prints this\n')
  const rejudge = await ready(app, org, headers)
  await spoil(app, org, headers, 'nor this\n')
  await end(await begin(app, org, 1))
  const before = await stateOf(app, org, 1)
  await apply(app, rejudge.id, headers)
  expect(await stateOf(app, org, 1)).toEqual(before)
  expect((await stateOf(app, org, 0)).paper).not.toBe(before.paper)
  expect((await read(app, rejudge.id, headers)).rejudge.left_out).toBe(1)
})

test('what is reopened while it is broken off is left out by the start that carries it on, and counted once', async () => {
  const { app, org, headers } = await opened(MANY)
  const { rejudge, lost } = await judged(app, org, headers)
  const [first, last] = [0, MANY - 1]
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      `CREATE TRIGGER full BEFORE UPDATE OF score ON attempts WHEN new.id = ${org.candidates[last]?.attemptId ?? 0} BEGIN SELECT RAISE(FAIL, 'full'); END`,
    ),
  )
  expect((await apply(app, rejudge.id, headers)).status).toBe(500)
  await app.ctx.db.write((tx) => tx.raw.run('DROP TRIGGER full'))
  const before = await stateOf(app, org, last)
  // The first has its new marks already, and keeps them.
  for (const index of [first, last]) await reopen(app, org, index, headers)
  await app.close()

  const again = await openApp({ data: app.data, clock: app.clock, listen: true })
  onTestFinished(() => again.remove())
  await waitFor(
    'the decision',
    async () => (await read(again, rejudge.id, headers)).rejudge.status === 'applied',
  )
  const { marks } = org.problems[0]
  expect(await stateOf(again, org, last)).toEqual(before)
  expect((await stateOf(again, org, first)).marks).toEqual([marks - lost])
  expect((await stateOf(again, org, last - 1)).marks).toEqual([marks - lost])
  expect((await read(again, rejudge.id, headers)).rejudge).toMatchObject({ total: MANY - 1, left_out: 1 })
})

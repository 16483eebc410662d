import { expect, onTestFinished, test } from 'vitest'
import { judgeSubmission } from '#api/execution/judge.ts'
import type { Case, Program } from '#api/execution/port.ts'
import { codeKey } from '#contract/ops.ts'
import type { SavedSubmission } from '#contract/sync.ts'
import { finishJob, giveWay, requeueJob, takeJob } from '#db/queries/jobs.ts'
import {
  type Behaviour,
  type Clock,
  Device,
  fillIn,
  MINUTE,
  movableClock,
  must,
  type Organization,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
  signIn,
  startDevice,
  startExam,
  stepwiseExecutor,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/** A submission is judged once and counted once, wherever the server is stopped and started again. */

/** Runs cases and notes them; holds every case behind a gate while it is shut. */
function gated(): { behave: Behaviour; cases: string[]; open(): void; waiting: () => number } {
  let waiting = 0
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const cases: string[] = []
  return {
    cases,
    waiting: () => waiting,
    open,
    behave: async (program: Program, testCase: Case) => {
      waiting++
      await gate
      waiting--
      cases.push(`${program.source} ${testCase.id}`)
      return scripted(program, testCase)
    },
  }
}

async function seated(app: TestApp, people: number): Promise<{ org: Organization; devices: Device[] }> {
  const org = await seedOrganization(app.ctx, 'judging', { candidates: people })
  const devices = await Promise.all(
    org.candidates.map(async (who) => {
      const device = new Device(app.send, await fillIn(app.send, who), app.clock.now)
      await device.start()
      return device
    }),
  )
  return { org, devices }
}

const submit = (device: Device, problemId: number, source_code: string) =>
  device.write('submit', `code:${problemId}:1`, { problem_id: problemId, language_id: 1, source_code })

interface Judged {
  status: string
  passed_testcases: number
  judged_testcases: number
  marks: number
}
const submissions = (app: TestApp) =>
  app.rows<Judged>('SELECT status, passed_testcases, judged_testcases, marks FROM submissions ORDER BY id')

/** Lets the per-minute limit pass until everything is judged. */
const allJudged = (app: TestApp, clock: Clock, n: number) =>
  waitFor(`${n} verdicts`, async () => {
    clock.move(20_000)
    app.ctx.judge.wake()
    const rows = await submissions(app)
    return rows.length === n && rows.every((row) => row.status === 'accepted') && rows
  })

test('stopped in the middle of judging and started on the same data: every submission once, every test once', async () => {
  const clock = movableClock()
  const before = gated()
  let app = await openApp({ clock, judging: true, executor: scriptedExecutor(before.behave) })
  onTestFinished(() => app.remove())
  const { org, devices } = await seated(app, 4)
  const [problem] = org.problems
  for (const device of devices) {
    for (const source of [programs.samplesOnly, programs.right]) submit(device, problem.id, source)
    await device.sync()
    // Sent again: still two submissions.
    await device.sync(device.ops)
  }
  await waitFor('jobs under way', () => before.waiting() === 2)
  const leased = await app.rows("SELECT id FROM jobs WHERE status = 'leased'")
  expect(leased).toHaveLength(2)
  const { data } = app
  await app.close()
  // The old engine ends too late for anybody: what it brings is not written anywhere.
  before.open()
  await waitFor('the old engine', () => before.cases.length >= 2)

  const after = gated()
  after.open()
  app = await openApp({ data, clock, judging: true, executor: scriptedExecutor(after.behave) })
  const rows = await allJudged(app, clock, 8)
  for (const [i, row] of rows.entries())
    expect(row).toEqual(
      i % 2 === 0
        ? { status: 'accepted', passed_testcases: 1, judged_testcases: 3, marks: 2 }
        : { status: 'accepted', passed_testcases: 3, judged_testcases: 3, marks: 10 },
    )
  expect(after.cases).toHaveLength(8 * 3)
  expect(await app.rows('SELECT submission_id FROM submission_tests')).toHaveLength(8 * 3)
  const jobs = () => app.rows<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE status = 'done'")
  await waitFor('the jobs to be done', async () => (await jobs())[0]?.n === 8)
  expect(await app.rows('SELECT id FROM jobs')).toHaveLength(8)
})

test('tests that were judged before the stop are not run again', async () => {
  const clock = movableClock()
  let cases = 0
  let hold = (): void => {}
  const held = new Promise<void>((resolve) => {
    hold = resolve
  })
  const stopsAfterTwo: Behaviour = async (program, testCase) => {
    if (++cases > 2) await held
    return scripted(program, testCase)
  }
  let app = await openApp({ clock, judging: true, executor: scriptedExecutor(stopsAfterTwo, 1) })
  onTestFinished(() => app.remove())
  const { org, devices } = await seated(app, 1)
  const [device] = devices
  if (!device) throw new Error('nobody')
  submit(device, org.problems[0].id, programs.right)
  await device.sync()
  app.ctx.judge.wake()
  await waitFor('the third test', () => cases === 3)
  await waitFor(
    'two results',
    async () => (await app.rows('SELECT test_case_id FROM submission_tests')).length === 2,
  )
  const { data } = app
  await app.close()
  hold()
  const rest = gated()
  rest.open()
  app = await openApp({ data, clock, judging: true, executor: scriptedExecutor(rest.behave, 1) })
  expect(await allJudged(app, clock, 1)).toMatchObject([{ marks: 10, passed_testcases: 3 }])
  expect(rest.cases).toHaveLength(1)
})

test('an engine that fails gives no verdict: the job is tried again until it does not fail', async () => {
  const clock = movableClock()
  let failures = 0
  const shaky: Behaviour = (program, testCase) =>
    failures++ < 3
      ? { outcome: 'engine_error', retryable: true, message: 'gone' }
      : scripted(program, testCase)
  const app = await openApp({ clock, judging: true, executor: scriptedExecutor(shaky) })
  onTestFinished(() => app.remove())
  const { org, devices } = await seated(app, 1)
  const [device] = devices
  if (!device) throw new Error('nobody')
  submit(device, org.problems[0].id, programs.right)
  await device.sync()
  app.ctx.judge.wake()
  await waitFor('a failure', () => failures > 0)
  expect(await submissions(app)).toMatchObject([{ status: 'processing', marks: 0 }])
  expect(await allJudged(app, clock, 1)).toMatchObject([{ marks: 10 }])
  const job = await waitFor(
    'the job to be done',
    async () => (await app.rows<{ tries: number }>("SELECT tries FROM jobs WHERE status = 'done'"))[0],
  )
  expect(job.tries).toBe(4)
})

test('an attempt has one job at a time and two verdicts a minute; the others of the queue go on', async () => {
  const clock = movableClock()
  const running = new Map<string, number>()
  let most = 0
  const counting: Behaviour = async (program, testCase) => {
    const owner = program.source.split('#')[1] ?? ''
    running.set(owner, (running.get(owner) ?? 0) + 1)
    most = Math.max(most, running.get(owner) ?? 0)
    await new Promise(setImmediate)
    running.set(owner, (running.get(owner) ?? 0) - 1)
    return scripted(program, testCase)
  }
  const app = await openApp({ clock, judging: true, executor: scriptedExecutor(counting, 3) })
  onTestFinished(() => app.remove())
  const { org, devices } = await seated(app, 3)
  const [spammer, ...others] = devices
  if (!spammer) throw new Error('nobody')
  for (let i = 0; i < 3; i++) submit(spammer, org.problems[0].id, `${i}#spammer`)
  await spammer.sync()
  for (const [i, other] of others.entries()) {
    submit(other, org.problems[0].id, `1#other${i}`)
    await other.sync()
  }
  app.ctx.judge.wake()
  const judged = () =>
    app.rows<{ attempt_id: number; n: number }>(
      "SELECT attempt_id, count(*) AS n FROM submissions WHERE status = 'accepted' GROUP BY attempt_id ORDER BY attempt_id",
    )
  await waitFor('four verdicts', async () => (await judged()).reduce((sum, row) => sum + row.n, 0) === 4)
  expect((await judged()).map((row) => row.n)).toEqual([2, 1, 1])
  expect(most).toBe(1)
  clock.move(MINUTE)
  app.ctx.judge.wake()
  await waitFor('the fifth', async () => (await judged())[0]?.n === 3)
})

test('a device that goes on is told what was judged before, as whoever asks for it is', async () => {
  const clock = movableClock()
  const app = await openApp({ clock, judging: true })
  onTestFinished(() => app.remove())
  const { org, devices } = await seated(app, 1)
  const [first] = devices
  const [who] = org.candidates
  if (!first || !who) throw new Error('nobody sits here')
  submit(first, org.problems[0].id, programs.samplesOnly)
  await first.sync()
  await allJudged(app, clock, 1)
  const second = new Device(app.send, who.token, clock.now, 'Red laptop')
  const body = second.leaseRequest(true)
  const { answers } = await must(app.send, 'postSyncLease', { token: who.token, body })
  const [{ submission_id: id, result }] = answers.submissions as [SavedSubmission]
  const asked = await must(app.send, 'getSubmission', { token: who.token, params: { id } })
  expect(result).toMatchObject({
    status: 'accepted',
    passed_testcases: 1,
    marks: 2,
    failures: { runtime_error: 2 },
  })
  // How many are left the page counts for itself.
  expect(result).toEqual({ ...asked, submission_count: 0 })
})

test('the tests that a candidate sees come first, wherever the problem has them', async () => {
  const inputs: string[] = []
  const executor = scriptedExecutor((program, testCase) => {
    inputs.push(testCase.stdin)
    return scripted(program, testCase)
  })
  const clock = movableClock()
  const app = await openApp({ clock, judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'samples', { candidates: 1 })
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE test_cases SET position = -position'))
  const [problem] = org.problems
  const device = await startDevice(app, org.candidates[0])
  submit(device, problem.id, programs.right)
  await device.sync()
  await allJudged(app, clock, 1)
  const rows = await app.rows<{ input: string; is_sample: number }>(
    'SELECT input, is_sample FROM test_cases WHERE problem_id = ? ORDER BY position',
    problem.id,
  )
  expect(rows.map(({ is_sample }) => is_sample)).toEqual([0, 0, 1])
  const [one, two, sample] = rows.map(({ input }) => input)
  expect(inputs).toEqual([sample, one, two])
})

/** A submission that came past the end and was accepted, while one of its tests takes as long as staff does. */
async function decidedMeanwhile(slowTest: number) {
  let letGo: (() => void) | undefined
  let run = 0
  const executor = scriptedExecutor(async (program, testCase) => {
    if (++run === slowTest) await new Promise<void>((resolve) => (letGo = resolve))
    return scripted(program, testCase)
  })
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const e = await startExam(app)
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  app.clock.set(e.deadline + 30_001)
  await app.seal()
  submit(e.device, e.org.problems[0].id, programs.right)
  await e.device.sync()
  const params = { ref: e.who.ref }
  const { items } = await must(app.send, 'getLateWork', { params, headers })
  const decide = (decision: 'accepted' | 'rejected') =>
    must(app.send, 'postLateDecision', {
      params,
      body: { op_ids: items.map(({ op_id }) => op_id), decision, note: '' },
      headers,
    })
  await decide('accepted')
  await waitFor('the slow test', () => letGo)
  return { app, decide, letGo: () => letGo?.(), began: () => run }
}

test.each([1, 3])(
  'rejected while its test %i is run, no test of it is written any more',
  async (slowTest) => {
    const { app, decide, letGo, began } = await decidedMeanwhile(slowTest)
    await decide('rejected')
    letGo()
    await waitFor('its other tests', () => began() === 3)
    // The test that is under way comes to its end.
    await app.queue.close()
    expect(await submissions(app)).toEqual([
      { status: 'held', passed_testcases: 0, judged_testcases: 0, marks: 0 },
    ])
    expect(await app.rows('SELECT test_case_id FROM submission_tests')).toEqual([])
  },
)

test('accepted, taken back and accepted again within one turn of its judging it is judged whole', async () => {
  const { app, decide, letGo } = await decidedMeanwhile(3)
  await decide('rejected')
  await decide('accepted')
  letGo()
  const [row] = await allJudged(app, app.clock, 1)
  expect(row).toEqual({ status: 'accepted', passed_testcases: 3, judged_testcases: 3, marks: 10 })
})

test('claimed drafts that come one after the other are one judging, and only the first goes before others', async () => {
  const { executor, begun, end: endTest } = stepwiseExecutor(1)
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const e = await startExam(app, { candidates: 2, latePolicy: 'accept' })
  const problem_id = e.org.problems[0].id
  app.clock.set(e.deadline - 20 * MINUTE)
  const [, other] = e.org.candidates
  const honest = await startDevice(app, other)
  await e.device.sync([])
  for (let n = 0; n < 20; n++)
    e.device.write(
      'draft',
      codeKey(problem_id, 1),
      { problem_id, language_id: 1, answer: n === 0 ? programs.right : `worse ${n}` },
      { est: e.deadline - 10 * MINUTE + n },
    )
  app.clock.set(e.deadline + 31_000)
  await app.seal()
  for (const op of [...e.device.ops]) {
    app.clock.move(1_000)
    await e.device.sync([op])
  }
  honest.write('submit', codeKey(problem_id, 1), { problem_id, language_id: 1, source_code: 'honest' })
  await honest.sync()
  await waitFor('the honest one to begin', () => {
    endTest()
    return begun.includes('honest')
  })
  // Only those that were under way when it came went before it.
  expect(new Set(begun.slice(0, begun.indexOf('honest'))).size).toBeLessThanOrEqual(2)
  const finals =
    "SELECT source, is_urgent FROM submissions s JOIN jobs j ON j.subject_id = s.id AND j.kind = 'judge' WHERE s.kind = 'final'"
  expect(await app.rows(finals)).toEqual([{ source: 'worse 19', is_urgent: 0 }])
})

test('a claimed draft takes no place of the one that was in time: both are judged, each for its standing', async () => {
  const clock = movableClock()
  const app = await openApp({ judging: true, clock })
  onTestFinished(() => app.remove())
  const e = await startExam(app, { latePolicy: 'hold' })
  const problem_id = e.org.problems[0].id
  const write = (answer: string, est?: number) =>
    e.device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer }, { est })
  clock.set(e.deadline - 20 * MINUTE)
  write(programs.samplesOnly)
  await e.device.sync()
  write(programs.right, e.deadline - 10 * MINUTE)
  clock.set(e.deadline + 31_000)
  await app.seal()
  clock.move(MINUTE)
  await e.device.sync()
  await allJudged(app, clock, 2)
  expect(await app.rows('SELECT source, verdict, marks FROM submissions ORDER BY id')).toEqual([
    { source: programs.samplesOnly, verdict: 'on_time', marks: 2 },
    { source: programs.right, verdict: 'on_time_claimed', marks: 10 },
  ])
  expect(await app.rows('SELECT score, score_claimed FROM attempts WHERE id = ?', e.who.attemptId)).toEqual([
    { score: 2, score_claimed: 10 },
  ])
})

test('a newer draft that comes while the one before is judged takes no second slot, and waits as long as a verdict', async () => {
  const { executor, begun, end: endTest } = stepwiseExecutor(2)
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const e = await startExam(app, { latePolicy: 'hold' })
  const problem_id = e.org.problems[0].id
  app.clock.set(e.deadline - 20 * MINUTE)
  await e.device.sync([])
  const drafts = Array.from({ length: 8 }, (_, n) =>
    e.device.write(
      'draft',
      codeKey(problem_id, 1),
      { problem_id, language_id: 1, answer: `draft ${n}` },
      { est: e.deadline - 10 * MINUTE + n },
    ),
  )
  app.clock.set(e.deadline + 31_000)
  await app.seal()
  const [first, ...others] = drafts
  if (!first) throw new Error('nothing was typed')
  await e.device.sync([first])
  await waitFor('its judging', () => begun.length > 0)
  for (const op of others) {
    app.clock.move(1_000)
    await e.device.sync([op])
    endTest()
    await app.ctx.db.write(async () => {})
  }
  expect(new Set(begun)).toEqual(new Set(['draft 0']))
  await waitFor('the newest one to begin', () => {
    app.clock.move(10_000)
    app.ctx.judge.wake()
    endTest()
    return begun.includes('draft 7')
  })
  expect(new Set(begun)).toEqual(new Set(['draft 0', 'draft 7']))
  await waitFor('its verdict', async () => {
    endTest()
    return (await submissions(app)).every(({ status }) => status === 'accepted')
  })
})

test('drafts of two lost leases that stand at the same place are both judged, also where one of the problem was', async () => {
  const clock = movableClock()
  const app = await openApp({ judging: true, clock })
  onTestFinished(() => app.remove())
  const e = await startExam(app, { latePolicy: 'hold' })
  const headers = await signIn(app.send, e.org.admin.email, e.org.admin.password)
  const [{ id: one }, { id: other }] = e.org.problems
  const write = (device: Device, problem_id: number, answer: string) =>
    device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer })
  clock.move(MINUTE)
  write(e.device, other, 'the first of the second problem')
  await e.device.sync()
  const mine = write(e.device, one, 'of the first device')
  const second = new Device(app.send, e.who.token, clock.now, 'Red laptop')
  await second.takeOver()
  const theirs = write(second, other, 'of the second device')
  expect(theirs.seq).toBe(mine.seq)
  await new Device(app.send, e.who.token, clock.now, 'Green laptop').takeOver()
  await e.device.post(e.device.request([mine]))
  clock.set(e.deadline + 31_000)
  await app.seal()
  await second.post(second.request([theirs]))
  const params = { ref: e.who.ref }
  const { items } = await must(app.send, 'getLateWork', { params, headers })
  const op_ids = items.filter(({ state }) => state === 'waiting').map(({ op_id }) => op_id)
  await must(app.send, 'postLateDecision', {
    params,
    headers,
    body: { op_ids, decision: 'accepted', note: '' },
  })
  await allJudged(app, clock, 3)
  expect(await app.rows('SELECT problem_id, source FROM submissions ORDER BY problem_id, id')).toEqual([
    { problem_id: one, source: 'of the first device' },
    { problem_id: other, source: 'the first of the second problem' },
    { problem_id: other, source: 'of the second device' },
  ])
})

test('what a program came to that a newer draft took the place of is not written onto that', async () => {
  const clock = movableClock()
  let letGo: (() => void) | undefined
  let run = 0
  const executor = scriptedExecutor(async (program, testCase) => {
    // The last test of the older one lasts until the newer one is there.
    if (++run === 3) await new Promise<void>((resolve) => (letGo = resolve))
    return scripted(program, testCase)
  })
  const app = await openApp({ judging: true, clock, executor })
  onTestFinished(() => app.remove())
  const e = await startExam(app, { latePolicy: 'hold' })
  const problem_id = e.org.problems[0].id
  clock.set(e.deadline - 20 * MINUTE)
  await e.device.sync([])
  const [older, newer] = [programs.right, programs.wrong].map((answer, n) =>
    e.device.write(
      'draft',
      codeKey(problem_id, 1),
      { problem_id, language_id: 1, answer },
      { est: e.deadline - 10 * MINUTE + n },
    ),
  )
  if (!older || !newer) throw new Error('nothing was typed')
  clock.set(e.deadline + 31_000)
  await app.seal()
  await e.device.sync([older])
  await waitFor('its last test', () => letGo)
  await e.device.sync([newer])
  letGo?.()
  const [row] = await allJudged(app, clock, 1)
  expect(row).toMatchObject({ passed_testcases: 0, marks: 0 })
})

test('a job is done together with its verdict, and put back it is neither taken nor ended by who did it', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const { org, devices } = await seated(app, 1)
  const [device] = devices
  if (!device) throw new Error('nobody sits here')
  submit(device, org.problems[0].id, programs.right)
  await device.sync()
  const { db, now } = app.ctx
  const take = (underWay: readonly number[]) =>
    db.write((tx) => takeJob(tx, { now: now(), leaseMs: MINUTE, kinds: null, judgedPerMinute: 2, underWay }))
  const statusOf = () => app.rows("SELECT status FROM jobs WHERE kind = 'judge'")
  const job = await take([])
  if (!job) throw new Error('nothing waits')
  expect(await judgeSubmission(app.ctx, job)).toBe(true)
  expect(await statusOf()).toEqual([{ status: 'done' }])
  await db.write((tx) => requeueJob(tx, 'judge', job.subject_id, now()))
  await db.write((tx) => finishJob(tx, job.id, now()))
  await db.write((tx) => giveWay(tx, job.id))
  expect(await statusOf()).toEqual([{ status: 'queued' }])
  app.clock.move(MINUTE)
  expect(await take([job.id])).toBeUndefined()
  expect(await take([])).toMatchObject({ id: job.id })
})

import { expect, onTestFinished, test } from 'vitest'
import type { Case, Program } from '#api/execution/port.ts'
import {
  type Behaviour,
  type Clock,
  Device,
  fillIn,
  MINUTE,
  movableClock,
  type Organization,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
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
    app.ctx.wakeJudge()
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
  app.ctx.wakeJudge()
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
  app.ctx.wakeJudge()
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
  app.ctx.wakeJudge()
  const judged = () =>
    app.rows<{ attempt_id: number; n: number }>(
      "SELECT attempt_id, count(*) AS n FROM submissions WHERE status = 'accepted' GROUP BY attempt_id ORDER BY attempt_id",
    )
  await waitFor('four verdicts', async () => (await judged()).reduce((sum, row) => sum + row.n, 0) === 4)
  expect((await judged()).map((row) => row.n)).toEqual([2, 1, 1])
  expect(most).toBe(1)
  clock.move(MINUTE)
  app.ctx.wakeJudge()
  await waitFor('the fifth', async () => (await judged())[0]?.n === 3)
})

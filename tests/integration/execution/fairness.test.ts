import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type Device,
  looked,
  MINUTE,
  must,
  type Organization,
  openApp,
  programs,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  stepwiseExecutor,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/** Who gets the engine's only slot next, how often, and what a stop leaves behind. */

type Stepwise = ReturnType<typeof stepwiseExecutor>

/** People in the middle of a test; the queue looks for work only when the test says so. */
async function seated(people: number) {
  const steps = stepwiseExecutor()
  const app = await openApp({ executor: steps.executor })
  /** The app on this data that is open at the end. */
  const last = { app }
  onTestFinished(async () => {
    steps.end()
    await last.app.remove()
  })
  const org = await seedOrganization(app.ctx, 'turns', { candidates: people })
  const devices = await Promise.all(org.candidates.map((who) => startDevice(app, who)))
  return { app, last, org, steps, devices: devices as [Device, Device, ...Device[]] }
}

async function submit(org: Organization, device: Device, ...sources: string[]): Promise<void> {
  const problem_id = org.problems[0].id
  for (const source_code of sources)
    device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code })
  await device.sync()
}

/** The programs in the order of their turns, each ended before the next begins. */
async function turns(app: TestApp, steps: Stepwise, count: number): Promise<string[]> {
  const from = steps.begun.length
  const ended = await done(app)
  await app.queue.engine.look()
  for (let n = 1; n <= count; n++) {
    await looked(app)
    await waitFor(`turn ${n}`, () => steps.begun.length === from + n)
    steps.end()
    await waitFor(`the end of turn ${n}`, async () => (await done(app)) === ended + n)
  }
  await looked(app)
  return steps.begun.slice(from, from + count)
}

const done = async (app: TestApp): Promise<number> =>
  (await app.rows("SELECT id FROM jobs WHERE status = 'done'")).length
const leased = (app: TestApp) =>
  app.rows<{ leased_until: number }>("SELECT leased_until FROM jobs WHERE status = 'leased'")

test('an attempt gets two verdicts a minute: the third waits until the minute is over', async () => {
  const { app, org, steps, devices } = await seated(2)
  const [eager, other] = devices
  await submit(org, eager, 'one', 'two', 'three')
  expect(await turns(app, steps, 2)).toEqual(['one', 'two'])
  app.clock.move(MINUTE - 1)
  await looked(app)
  await looked(app)
  expect(await leased(app)).toEqual([])
  // The limit is the attempt's own.
  await submit(org, other, 'theirs')
  expect(await turns(app, steps, 1)).toEqual(['theirs'])
  await looked(app)
  expect(steps.begun).toHaveLength(3)
  app.clock.move(1)
  expect(await turns(app, steps, 1)).toEqual(['three'])
})

test.each([
  [9, ['theirs', 'third']],
  [11, ['third', 'theirs']],
])('%i minutes after two jobs of one attempt the order is %j', async (minutes, order) => {
  const { app, org, steps, devices } = await seated(2)
  const [one, two] = devices
  await submit(org, one, 'first', 'second')
  await turns(app, steps, 2)
  app.clock.move(minutes * MINUTE)
  // Turns that are counted decide against what is older.
  const late = minutes > 10
  if (late) await submit(org, two, 'theirs', 'theirs too')
  await submit(org, one, 'third')
  if (!late) await submit(org, two, 'theirs')
  expect(await turns(app, steps, 2)).toEqual(order)
})

test('where two attempts have had as many, a submission goes before a Run that is older', async () => {
  const { app, org, steps, devices } = await seated(2)
  const body = { language_id: 1, source_code: 'run', stdin: '' }
  await must(app.send, 'postExecution', { token: org.candidates[0]?.token ?? '', body })
  await submit(org, devices[1], 'submission')
  expect(await turns(app, steps, 2)).toEqual(['submission', 'run'])
})

test('the last draft of an ended attempt goes first and waits for no minute', async () => {
  const { app, org, steps, devices } = await seated(3)
  const [ended, ...others] = devices
  await submit(org, ended, 'one', 'two')
  await turns(app, steps, 2)
  for (const [i, other] of others.entries()) await submit(org, other, `other ${i}`)
  const { id: problem_id } = org.problems[1]
  ended.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: 'last draft' })
  ended.write('finish', '', { reason: 'candidate' })
  await ended.sync()
  expect(await turns(app, steps, 3)).toEqual(['last draft', 'other 0', 'other 1'])
})

test('a candidate is told how many programs go before theirs, and as many do', async () => {
  const { app, org, steps, devices } = await seated(8)
  const ask = (token: string, path: { token: string }) =>
    must(app.send, 'getExecution', { token, params: path })
  // One is under way; five submissions and two Runs wait.
  await app.queue.engine.look()
  for (const [i, device] of devices.slice(0, 6).entries()) await submit(org, device, `submission ${i}`)
  await looked(app)
  await waitFor('the first', () => steps.begun.length === 1)
  const runs: { token: string; run: { token: string }; source_code: string }[] = []
  for (const who of org.candidates.slice(6)) {
    const source_code = `run ${who.email}`
    const body = { language_id: 1, source_code, stdin: '' }
    runs.push({
      token: who.token,
      source_code,
      run: await must(app.send, 'postExecution', { token: who.token, body }),
    })
  }
  const told = await Promise.all(runs.map(async ({ token, run }) => (await ask(token, run)).position))
  // Every fourth turn is a Run's: neither waits for all the submissions that are older.
  expect(told).toEqual([2, 6])
  for (let n = 1; n <= 8; n++) {
    await waitFor(`turn ${n}`, () => steps.begun.length === n)
    steps.end()
    await waitFor(`the end of turn ${n}`, async () => (await done(app)) === n)
  }
  const order = steps.begun.slice(1)
  expect(runs.map(({ source_code }) => order.indexOf(source_code))).toEqual(told)
  const [first] = runs
  expect(first && (await ask(first.token, first.run)).position).toBeNull()
})

test('how long the queue takes is guessed from how long jobs lasted, over all slots', async () => {
  const { app, org, steps } = await seated(3)
  await app.queue.engine.look()
  expect(app.queue.secondsFor(60)).toBe(120)
  const body = { language_id: 1, source_code: 'run', stdin: '' }
  let taken = 0
  // Thirty programs of ten seconds each.
  for (let round = 0; round < 10; round++) {
    for (const { token } of org.candidates) await must(app.send, 'postExecution', { token, body })
    for (const _ of org.candidates) {
      await looked(app)
      taken++
      await waitFor(`job ${taken}`, () => steps.begun.length === taken)
      app.clock.move(10_000)
      steps.end()
      await waitFor(`the end of job ${taken}`, async () => (await done(app)) === taken)
    }
    app.clock.move(MINUTE)
  }
  expect(app.queue.secondsFor(60)).toBeGreaterThan(540)
  expect(app.queue.secondsFor(60)).toBeLessThanOrEqual(600)
})

test('what was leased when the server stopped is free at the next start, before its lease ends', async () => {
  const { app, last, org, steps, devices } = await seated(1)
  await submit(org, devices[0], programs.right)
  await app.queue.engine.look()
  await waitFor('the program', () => steps.begun.length === 1)
  await app.close()
  const { data, clock } = app
  last.app = await openApp({ data, clock, judging: true, executor: scriptedExecutor() })
  const judged = () => last.app.rows("SELECT marks FROM submissions WHERE status = 'accepted'")
  expect(await waitFor('the verdict', async () => (await judged())[0])).toEqual({
    marks: 10,
  })
})

test('the lease of a job under way is renewed before it ends', async () => {
  const { app, org, steps, devices } = await seated(1)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await submit(org, devices[0], 'long')
  await app.queue.engine.look()
  await waitFor('the program', () => steps.begun.length === 1)
  const taken = app.clock.now()
  expect(await leased(app)).toEqual([{ leased_until: taken + MINUTE }])
  for (let third = 1; third <= 6; third++) {
    app.clock.move(MINUTE / 3)
    vi.advanceTimersByTime(MINUTE / 3)
    await app.ctx.db.write(async () => {})
    expect(await leased(app)).toEqual([{ leased_until: app.clock.now() + MINUTE }])
  }
  steps.end()
  await app.idle()
  vi.advanceTimersByTime(MINUTE)
  await app.ctx.db.write(async () => {})
  expect(await app.rows('SELECT status, leased_until FROM jobs')).toEqual([
    { status: 'done', leased_until: null },
  ])
})

test.each([
  [8_000, ['endless', 'run', 'endless', 'endless']],
  [501, ['endless', 'run', 'endless', 'endless']],
  // Two of these are longer than half a second.
  [500, ['endless', 'endless', 'run', 'endless']],
])(
  'a submission of tests of %i ms gives way to a Run that waits, and goes on where it was',
  async (ms, order) => {
    const begun: string[] = []
    const held: (() => void)[] = []
    const executor = scriptedExecutor(async ({ source }) => {
      begun.push(source)
      await new Promise<void>((resolve) => held.push(resolve))
      return { outcome: source === 'run' ? 'ok' : 'time_limit' }
    }, 1)
    const app = await openApp({ executor })
    onTestFinished(() => app.remove())
    const org = await seedOrganization(app.ctx, 'gives-way', { candidates: 2 })
    const [slow, other] = await Promise.all(org.candidates.map((who) => startDevice(app, who)))
    if (!slow || !other) throw new Error('nobody')
    const body = { language_id: 1, source_code: 'run', stdin: '' }
    const run = () => must(app.send, 'postExecution', { token: org.candidates[1]?.token ?? '', body })
    const ends = async (count: number, ms: number) => {
      await waitFor(`program ${count}`, async () => {
        await looked(app)
        return begun.length === count
      })
      app.clock.move(ms)
      held.shift()?.()
    }
    await app.queue.engine.look()
    // However many programs this candidate has run lately.
    for (let n = 1; n <= 5; n++) {
      await run()
      await ends(n, 0)
    }
    await waitFor('the Runs', async () => (await done(app)) === 5)
    await submit(org, slow, 'endless')
    await waitFor('the submission', async () => {
      await looked(app)
      return begun.length === 6
    })
    await run()
    for (let n = 6; n <= 9; n++) await ends(n, begun.at(-1) === 'run' ? 100 : ms)
    await waitFor('all', async () => (await done(app)) === 7)
    expect(begun.slice(5)).toEqual(order)
    expect(await app.rows('SELECT outcome FROM submission_tests')).toEqual(
      Array(3).fill({ outcome: 'time_limit' }),
    )
    expect(await app.rows("SELECT DISTINCT tries FROM jobs WHERE kind = 'judge'")).toEqual([{ tries: 1 }])
  },
)

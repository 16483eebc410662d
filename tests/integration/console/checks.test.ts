import { expect, onTestFinished, test } from 'vitest'
import { TESTS_A_TURN } from '#api/execution/check.ts'
import { TURN_MS } from '#api/execution/turn.ts'
import { CHECKS_PER_MINUTE } from '#api/services/problems/checks.ts'
import { sweep } from '#api/services/sweep.ts'
import {
  type AppOptions,
  type Behaviour,
  call,
  DAY,
  MINUTE,
  must,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
  signIn,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'
import { addAdmin } from './support.ts'

/** Programs of staff against tests that need not be saved: the reference solution, and a try as a candidate. */

const tests = [
  { input: '1 2\nsample\n', output: '3\nelpmas\n', marks: 1, is_sample: true },
  { input: '3 4\nword\n', output: '7\ndrow\n', marks: 2 },
  { input: '5 6\nword\n', output: '99\ndrow\n', marks: 3 },
]

async function opened(options: AppOptions = {}) {
  const app = await openApp({ judging: true, ...options })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'checks')
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  return { app, org, headers }
}
type Headers = Record<string, string>
const start = async (app: TestApp, headers: Headers, source: string, more: object = {}) =>
  (await must(app.send, 'postCheck', { body: { language_id: 1, source, tests, ...more }, headers })).check
const read = async (app: TestApp, headers: Headers, id: number) =>
  (await must(app.send, 'getCheck', { params: { id }, headers })).check
const done = (app: TestApp, headers: Headers, id: number) =>
  waitFor('the check', async () => {
    const check = await read(app, headers, id)
    return check.status === 'done' && check
  })

test('every test is run and compared; a wrong output stands beside what was wanted', async () => {
  const { app, headers } = await opened()
  const { id, ...first } = await start(app, headers, programs.right)
  expect(first).toEqual({ status: 'queued', total: 3, results: [] })
  const { results } = await done(app, headers, id)
  expect(results.map((one) => [one.outcome, one.is_passed, one.actual_output])).toEqual([
    ['passed', true, '3\nelpmas\n'],
    ['passed', true, '7\ndrow\n'],
    ['wrong_answer', false, '11\ndrow\n'],
  ])
  expect(await app.rows('SELECT count(*) AS n FROM executions')).toEqual([{ n: 0 }])
  expect(await app.rows('SELECT count(*) AS n FROM submissions')).toEqual([{ n: 0 }])
})

test('checker and limits are the ones asked for; time allowed is told with each result', async () => {
  const seen: unknown[] = []
  const executor = scriptedExecutor(() => ({ stdout: '3.0005 elpmas', cpuMs: 850, memoryBytes: 1e6 }))
  const { app, headers } = await opened({
    executor: {
      ...executor,
      execute(program, cases, options) {
        seen.push(options.limits)
        return executor.execute(program, cases, options)
      },
    },
  })
  const check = await start(app, headers, 'x', {
    tests: tests.slice(0, 1),
    checker: 'float',
    tolerance: '0.001',
    limits: { javascript: { cpu_ms: 1_000, memory_mb: 64 } },
  })
  const { results } = await done(app, headers, check.id)
  expect(results).toMatchObject([{ is_passed: true, cpu_ms: 850, memory_bytes: 1e6, limit_ms: 1_000 }])
  expect(seen).toEqual([{ cpuMs: 1_000, memoryBytes: 64 * 1024 * 1024 }])
})

test('what the compiler refuses is compiled once and fails every test', async () => {
  let cases = 0
  const behave: Behaviour = () => {
    cases++
    return { outcome: 'compile_error', exitCode: 1, compileOutput: 'bad' }
  }
  const { app, headers } = await opened({ executor: scriptedExecutor(behave) })
  const { results } = await done(app, headers, (await start(app, headers, 'x')).id)
  expect(results.map((one) => [one.outcome, one.message])).toEqual(Array(3).fill(['compile_error', 'bad']))
  expect(cases).toBe(1)
})

test('after a crash it goes on with the first test that has no result, and doubles none', async () => {
  const ran: string[] = []
  let hold = true
  const behave: Behaviour = async (program, testCase) => {
    ran.push(testCase.id)
    if (hold && testCase.id === '1') await new Promise(() => {})
    return scripted(program, testCase)
  }
  const executor = scriptedExecutor(behave)
  const app = await openApp({ judging: true, executor })
  const org = await seedOrganization(app.ctx, 'crash')
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const { id } = await start(app, headers, programs.right)
  const half = await waitFor('its first result', async () => {
    const check = await read(app, headers, id)
    return check.results.length === 1 && check
  })
  expect(half.status).toBe('running')
  await waitFor('the second to hang', () => ran.length === 2)
  hold = false
  await app.close()
  const again = await openApp({ data: app.data, judging: true, executor })
  onTestFinished(() => again.remove())
  const { results } = await done(again, headers, id)
  expect(results.map((one) => one.is_passed)).toEqual([true, true, false])
  expect(ran).toEqual(['0', '1', '1', '2'])
})

test('while the engine fails it is tried again, four times, and says then that it could not be run', async () => {
  let tries = 0
  const behave: Behaviour = () => {
    tries++
    return { outcome: 'engine_error', retryable: true, message: 'gone' }
  }
  const { app, headers } = await opened({ executor: scriptedExecutor(behave) })
  const { id } = await start(app, headers, 'x', { tests: tests.slice(0, 1) })
  const check = await waitFor('its end', async () => {
    app.clock.move(10_000)
    app.ctx.judge.wake()
    // Sessions end by idleness; the clock moves far.
    const found = await read(app, headers, id)
    return found.status === 'done' && found
  })
  expect(check.results).toMatchObject([
    {
      outcome: 'engine_error',
      is_passed: false,
      message: 'The program could not be run just now. Try again.',
    },
  ])
  expect(tries).toBe(4)
})

test('only the organization reads it', async () => {
  const { app, org, headers } = await opened()
  const other = await seedOrganization(app.ctx, 'elsewhere')
  const foreign = await signIn(app.send, other.admin.email, other.admin.password)
  const peer = await addAdmin(app, org, 'peer')
  const { id } = await start(app, headers, programs.right)
  expect((await call(app.send, 'getCheck', { params: { id }, headers: foreign })).status).toBe(404)
  expect((await read(app, await signIn(app.send, peer.email, peer.password), id)).id).toBe(id)
  expect((await call(app.send, 'getCheck', { params: { id: 999 }, headers })).status).toBe(404)
})

test('a person may ask twenty times a minute', async () => {
  const { app, headers } = await opened({ judging: false })
  for (let i = 0; i < CHECKS_PER_MINUTE; i++) await start(app, headers, 'x')
  const body = { language_id: 1, source: 'x', tests }
  const refused = await call(app.send, 'postCheck', { body, headers })
  expect(refused).toMatchObject({ status: 429, failure: { code: 'too_many_requests' } })
  expect(refused.headers.get('retry-after')).toBe('15')
  app.clock.move(MINUTE)
  expect((await call(app.send, 'postCheck', { body, headers })).status).toBe(200)
})

test.each<[string, object, number]>([
  ['no tests', { tests: [] }, 422],
  ['an empty program', { source: ' ' }, 422],
  ['a language that is not offered', { language_id: 77 }, 404],
  ['a tolerance that is none', { checker: 'float', tolerance: '2' }, 422],
  ['a limit out of bounds', { limits: { javascript: { cpu_ms: 10_001 } } }, 422],
])('%s is refused', async (_, change, status) => {
  const { app, headers } = await opened({ judging: false })
  const body = { language_id: 1, source: 'x', tests, ...change }
  expect((await call(app.send, 'postCheck', { body, headers })).status).toBe(status)
})

test('all that a problem may hold can be run at once, of line ends alone as well', async () => {
  const { app, headers } = await opened({ judging: false })
  const full = Array.from({ length: 4 }, () => ({ input: '\n'.repeat(999_999), output: 'x', marks: 1 }))
  const send = (tests: object[]) =>
    call(app.send, 'postCheck', { body: { language_id: 1, source: 'x', tests }, headers })
  expect((await send(full)).status).toBe(200)
  expect(await send([...full, { input: 'x', output: 'x', marks: 1 }])).toMatchObject({
    status: 422,
    failure: { message: 'The test cases of a problem can have at most 4 MB in total' },
  })
})

test('of one person one check is done at a time, and a candidate’s Run does not wait for the others', async () => {
  const begun: string[] = []
  const held: (() => void)[] = []
  const behave: Behaviour = async ({ source }) => {
    begun.push(source)
    await new Promise<void>((resolve) => held.push(resolve))
    return { stdout: 'x' }
  }
  const { app, org, headers } = await opened({ executor: scriptedExecutor(behave, 2) })
  const one = tests.slice(0, 1)
  await start(app, headers, 'first check', { tests: one })
  await waitFor('the first', () => begun.length === 1)
  await start(app, headers, 'second check', { tests: one })
  await must(app.send, 'postExecution', {
    headers,
    body: { language_id: 1, source_code: 'a Run', stdin: '', problem_id: org.problems[0].id },
  })
  await waitFor('the Run', () => begun.length === 2)
  expect(begun).toEqual(['first check', 'a Run'])
  held.shift()?.()
  await waitFor('the second check', () => begun.length === 3)
  expect(begun[2]).toBe('second check')
  for (const free of held) free()
  await app.idle()
})

/** One slot; what runs in it waits until it is let go, test by test. */
async function oneSlot() {
  const ran: string[] = []
  let free = () => {}
  const behave: Behaviour = async (program, testCase) => {
    ran.push(program.source)
    await new Promise<void>((resolve) => {
      free = resolve
    })
    return scripted(program, testCase)
  }
  const { app, org, headers } = await opened({ executor: scriptedExecutor(behave, 1) })
  /** Ends so many tests, each once it has begun. */
  const step = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const at = ran.length
      await waitFor('a test', () => ran.length > 0)
      free()
      await waitFor('the next', async () => ran.length > at || (await isIdle()))
    }
  }
  const isIdle = async () => (await app.rows("SELECT 1 FROM jobs WHERE status <> 'done'")).length === 0
  const begun = () => waitFor('the first test', () => ran.length > 0)
  return { app, org, headers, ran, step, begun }
}
const many = (count: number) => Array.from({ length: count }, () => tests[0])
const runOf = (app: TestApp, by: { token: string } | { headers: Headers }, source_code: string) =>
  must(app.send, 'postExecution', { ...by, body: { language_id: 1, source_code, stdin: '' } })

test('a check gives way after a few tests: a candidate’s Run that comes after it does not wait for the rest', async () => {
  const { app, org, headers, ran, step, begun } = await oneSlot()
  const [who] = org.candidates
  await startDevice(app, who)
  const total = 2 * TESTS_A_TURN + 3
  const { id } = await start(app, headers, 'check', { tests: many(total) })
  await begun()
  await runOf(app, { token: who?.token ?? '' }, 'candidate')
  await step(TESTS_A_TURN + 1)
  expect(ran.indexOf('candidate')).toBe(TESTS_A_TURN)
  expect((await read(app, headers, id)).results).toHaveLength(TESTS_A_TURN)
  await step(total - TESTS_A_TURN)
  // Every test was run once, in parts, and no part was a try that failed.
  expect((await read(app, headers, id)).results).toHaveLength(total)
  expect(ran).toHaveLength(total + 1)
  expect(await app.rows("SELECT status, tries FROM jobs WHERE kind = 'check'")).toEqual([
    { status: 'done', tries: 1 },
  ])
})

test('tests that take long are fewer in a turn', async () => {
  const { app, org, headers, ran, step, begun } = await oneSlot()
  const [who] = org.candidates
  await startDevice(app, who)
  await start(app, headers, 'check', { tests: many(5) })
  await begun()
  await runOf(app, { token: who?.token ?? '' }, 'candidate')
  await step(1)
  app.clock.move(TURN_MS + 1)
  await step(5)
  expect(ran).toEqual(['check', 'check', 'candidate', 'check', 'check', 'check'])
})

test('what staff runs goes behind candidates, however many jobs those had lately', async () => {
  const { app, org, headers, ran, step, begun } = await oneSlot()
  const [who] = org.candidates
  const device = await startDevice(app, who)
  const token = who?.token ?? ''
  const submit = (source_code: string) =>
    device.write('submit', `code:${org.problems[0].id}:1`, {
      problem_id: org.problems[0].id,
      language_id: 1,
      source_code,
    })
  await runOf(app, { token }, 'one')
  await begun()
  for (const source of ['two', 'three']) await runOf(app, { token }, source)
  await runOf(app, { headers }, 'staff')
  await start(app, headers, 'check', { tests: many(1) })
  await runOf(app, { token }, 'four')
  submit('submitted')
  await device.sync()
  await step(10)
  expect(ran.filter((source, i) => source !== ran[i - 1])).toEqual([
    'one',
    'submitted',
    'two',
    'three',
    'four',
    'staff',
    'check',
  ])
})

test('after seven days it is gone, with its job', async () => {
  const { app, headers } = await opened()
  const { id } = await start(app, headers, programs.right)
  await done(app, headers, id)
  await app.idle()
  app.clock.move(7 * DAY)
  await sweep(app.ctx)
  expect(await app.rows('SELECT count(*) AS n FROM checks')).toEqual([{ n: 1 }])
  app.clock.move(1)
  await sweep(app.ctx)
  expect(await app.rows('SELECT count(*) AS n FROM checks')).toEqual([{ n: 0 }])
  expect(await app.rows("SELECT count(*) AS n FROM jobs WHERE kind = 'check'")).toEqual([{ n: 0 }])
})

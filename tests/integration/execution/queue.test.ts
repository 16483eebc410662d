import { expect, onTestFinished, test } from 'vitest'
import type { EngineDescription, Executor } from '#api/execution/port.ts'
import {
  type Behaviour,
  Device,
  fillIn,
  looked,
  MINUTE,
  must,
  openApp,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/** The queue and its engine: what happens while none answers, when it is there again, and who gets its slots. */

/** The scripted engine, which a test sends away and calls back, with what it says of itself. */
function comesAndGoes(slots = 2) {
  const state = { isThere: true, cases: 0, says: {} as Partial<EngineDescription> }
  const behave: Behaviour = (program, testCase) => {
    state.cases++
    return state.isThere
      ? scripted(program, testCase)
      : { outcome: 'engine_error', retryable: true, message: 'gone' }
  }
  const engine = scriptedExecutor(behave, slots)
  const executor: Executor = {
    ...engine,
    describe: async () => {
      if (!state.isThere) throw new Error('no connection')
      return { ...(await engine.describe()), ...state.says }
    },
  }
  return { state, executor }
}

const submit = (device: Device, problemId: number, source_code: string) =>
  device.write('submit', `code:${problemId}:1`, { problem_id: problemId, language_id: 1, source_code })

const verdicts = (app: TestApp) =>
  app.rows<{ marks: number }>("SELECT marks FROM submissions WHERE status = 'accepted'")

const languages = async (app: TestApp) =>
  (
    await app.rows<{ code_id: string; is_active: number }>(
      'SELECT code_id, is_active FROM languages ORDER BY id',
    )
  ).map((row) => `${row.code_id} ${row.is_active === 1 ? 'on' : 'off'}`)

test('while no engine answers submissions wait untried, and are judged once one does', async () => {
  const { state, executor } = comesAndGoes()
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'away', { candidates: 3 })
  const devices = await Promise.all(org.candidates.map((who) => startDevice(app, who)))
  state.isThere = false
  expect(await app.queue.engine.look()).toBeNull()
  for (const device of devices) {
    submit(device, org.problems[0].id, programs.right)
    await device.sync()
  }
  for (let minute = 0; minute < 5; minute++) {
    app.clock.move(MINUTE)
    expect(await app.queue.engine.look()).toBeNull()
    await looked(app)
  }
  expect(state.cases).toBe(0)
  expect(await app.rows('SELECT tries, status FROM jobs')).toEqual(
    Array(3).fill({ tries: 0, status: 'queued' }),
  )
  expect(await languages(app)).toEqual(['javascript on', 'python on'])
  state.isThere = true
  expect(await app.queue.engine.look()).not.toBeNull()
  const rows = await waitFor('three verdicts', async () => {
    const found = await verdicts(app)
    return found.length === 3 && found
  })
  expect(rows).toEqual(Array(3).fill({ marks: 10 }))
})

test('an engine that goes in the middle is found out by one job, not by each', async () => {
  const { state, executor } = comesAndGoes(1)
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'middle', { candidates: 4 })
  const devices = await Promise.all(org.candidates.map((who) => startDevice(app, who)))
  await waitFor('the engine', () => app.queue.engine.answers)
  state.isThere = false
  for (const device of devices) {
    submit(device, org.problems[0].id, programs.right)
    await device.sync()
  }
  app.ctx.judge.wake()
  await waitFor('the fault', () => !app.queue.engine.answers)
  app.clock.move(MINUTE)
  await looked(app)
  expect(state.cases).toBe(1)
  expect(await app.rows('SELECT sum(tries) AS tries FROM jobs')).toEqual([{ tries: 1 }])
  state.isThere = true
  await app.queue.engine.look()
  await waitFor('four verdicts', async () => (await verdicts(app)).length === 4)
})

test('a Run is tried all the same and says after four times that it could not be', async () => {
  const { state, executor } = comesAndGoes()
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'run', { candidates: 1 })
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  const token = await fillIn(app.send, who)
  await new Device(app.send, token, app.clock.now).start()
  state.isThere = false
  await app.queue.engine.look()
  const run = await must(app.send, 'postExecution', {
    token,
    body: { language_id: 1, source_code: programs.echo, stdin: 'x' },
  })
  const answer = await waitFor('its end', async () => {
    app.clock.move(10_000)
    app.ctx.judge.wake()
    const found = await must(app.send, 'getExecution', { token, params: { token: run.token } })
    return found.status === 'done' && found
  })
  expect(answer).toMatchObject({
    outcome: 'engine_error',
    message: 'The program could not be run just now. Try again.',
  })
  expect(state.cases).toBe(4)
})

test('while it serves languages come and none goes; a start takes away only what a whole engine lacks', async () => {
  const { state, executor } = comesAndGoes()
  const { languages: both } = await executor.describe()
  const [javascript, python] = both
  if (!javascript || !python) throw new Error('no languages')
  let app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  await app.queue.engine.look()
  const lua = { ...python, id: 'lua', name: 'Lua', version: '5' }
  state.says = { languages: [javascript, lua] }
  await app.queue.engine.look()
  expect(await languages(app)).toEqual(['javascript on', 'python on', 'lua on'])
  // The content that a candidate's work is checked against knows the new one too.
  const org = await seedOrganization(app.ctx, 'languages')
  const asked = { drive_id: org.driveId, content_version: 1, paper_id: null }
  const content = await app.ctx.content.get(app.ctx.db.read, asked)
  expect(content.languages.map((l) => l.name)).toEqual(['JavaScript 1', 'Python 1', 'Lua 5'])
  state.says = { languages: [...both, { ...lua, id: 'ruby', name: 'Ruby' }] }
  await app.queue.engine.look()
  const later = await app.ctx.content.get(app.ctx.db.read, asked)
  expect(later.languages.map((l) => l.code_id)).toContain('ruby')

  const restart = async (says: Partial<EngineDescription>) => {
    await app.close()
    // openApp itself writes what is offered; the start that counts is the one of the queue.
    state.says = {}
    app = await openApp({ data: app.data, executor })
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE languages SET is_active = 1'))
    state.says = says
    await app.queue.engine.look()
    return languages(app)
  }
  expect(await restart({ languages: [javascript], isPartial: true })).toEqual([
    'javascript on',
    'python on',
    'lua on',
    'ruby on',
  ])
  expect(await restart({ languages: [javascript] })).toEqual([
    'javascript on',
    'python off',
    'lua off',
    'ruby off',
  ])
})

test.each([
  ['is compiled once, and fails every test', { exitCode: 1, compileOutput: 'bad' }, 1],
  ['but was ended by a limit is tried for each test', { exitCode: null, compileOutput: '' }, 3],
  [
    'is too large with one input is tried with the others',
    { exitCode: null, message: 'source too large' },
    3,
  ],
])('a program that does not compile %s', async (_name, result, tried) => {
  let cases = 0
  const behave: Behaviour = () => {
    cases++
    return { ...result, outcome: 'compile_error' }
  }
  const app = await openApp({ judging: true, executor: scriptedExecutor(behave) })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'compile')
  const device = await startDevice(app, org.candidates[0])
  submit(device, org.problems[0].id, 'x')
  await device.sync()
  app.ctx.judge.wake()
  expect(await waitFor('the verdict', async () => (await verdicts(app))[0])).toEqual({ marks: 0 })
  expect(cases).toBe(tried)
  expect(await app.rows('SELECT outcome FROM submission_tests')).toEqual(
    Array(3).fill({ outcome: 'compile_error' }),
  )
})

test('a job under way is not begun again when the clock leaps over its lease', async () => {
  let cases = 0
  let free = (): void => {}
  const gate = new Promise<void>((resolve) => {
    free = resolve
  })
  const behave: Behaviour = async (program, testCase) => {
    cases++
    await gate
    return scripted(program, testCase)
  }
  const app = await openApp({ judging: true, executor: scriptedExecutor(behave, 2) })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'leap')
  const device = await startDevice(app, org.candidates[0])
  submit(device, org.problems[0].id, programs.right)
  await device.sync()
  app.ctx.judge.wake()
  await waitFor('the first case', () => cases === 1)
  app.clock.move(10 * MINUTE)
  // Nor does another one of the same attempt begin meanwhile.
  submit(device, org.problems[0].id, programs.wrong)
  await device.sync()
  await looked(app)
  await looked(app)
  expect(cases).toBe(1)
  free()
  await app.idle()
  expect(await verdicts(app)).toEqual([{ marks: 10 }, { marks: 0 }])
  expect(cases).toBe(6)
  expect(await app.rows('SELECT tries FROM jobs')).toEqual([{ tries: 1 }, { tries: 1 }])
})

test('a job that fails because the server stops waits as it was for the next start', async () => {
  let fail: (() => void) | undefined
  const behave: Behaviour = () =>
    new Promise((_, reject) => {
      fail = () => reject(new Error('the engine is closed'))
    })
  const app = await openApp({ judging: true, executor: scriptedExecutor(behave, 1) })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'stops')
  const device = await startDevice(app, org.candidates[0])
  submit(device, org.problems[0].id, programs.right)
  await device.sync()
  await waitFor('the program', () => fail)
  const jobs = 'SELECT status, tries, not_before, leased_until, last_fault FROM jobs'
  const [before] = await app.rows(jobs)
  const closing = app.queue.close()
  fail?.()
  await closing
  await app.ctx.db.write(async () => {})
  expect(before).toMatchObject({ status: 'leased', last_fault: null })
  expect(await app.rows(jobs)).toEqual([before])
})

test('a quarter of the slots goes to Run where one waits, whatever is judged', async () => {
  const started: string[] = []
  const gates: (() => void)[] = []
  const held: Behaviour = async ({ source }) => {
    started.push(source)
    await new Promise<void>((resolve) => gates.push(resolve))
    return { outcome: 'runtime_error' }
  }
  const app = await openApp({ executor: scriptedExecutor(held, 4) })
  onTestFinished(async () => {
    for (const free of gates) free()
    await app.remove()
  })
  const org = await seedOrganization(app.ctx, 'quarter', { candidates: 8 })
  for (const [index, who] of org.candidates.entries()) {
    const token = await fillIn(app.send, who)
    const device = new Device(app.send, token, app.clock.now)
    await device.start()
    if (index < 6) {
      submit(device, org.problems[0].id, 'judged')
      await device.sync()
    } else
      await must(app.send, 'postExecution', {
        token,
        body: { language_id: 1, source_code: 'run', stdin: '' },
      })
  }
  await app.queue.start()
  await waitFor('all slots to be taken', () => started.length === 4)
  expect(started.toSorted()).toEqual(['judged', 'judged', 'judged', 'run'])
  gates[started.indexOf('run')]?.()
  await waitFor('the next', () => started.length === 5)
  expect(started[4]).toBe('run')
  gates[4]?.()
  await waitFor('the one after', () => started.length === 6)
  expect(started[5]).toBe('judged')
})

test.each([
  ['crash', 4],
  ['lost', 30],
] as const)(
  'a program that the engine fails over (%s) is given up, told as not judged, and holds nobody up',
  async (suspect, tries) => {
    let failed = 0
    const behave: Behaviour = (program, testCase) => {
      if (program.source !== 'kills' || testCase.stdin.includes('sample')) return scripted(program, testCase)
      failed++
      return { outcome: 'engine_error', retryable: true, message: `away ${failed}`, suspect }
    }
    const app = await openApp({ judging: true, executor: scriptedExecutor(behave, 1) })
    onTestFinished(() => app.remove())
    const org = await seedOrganization(app.ctx, 'kills')
    const device = await startDevice(app, org.candidates[0])
    submit(device, org.problems[0].id, 'kills')
    await device.sync()
    await waitFor('the verdict', async () => {
      await looked(app)
      app.clock.move(MINUTE)
      return (await verdicts(app))[0]
    })
    await app.idle()
    const rows = await app.rows('SELECT outcome, marks FROM submission_tests ORDER BY test_case_id')
    expect(rows.slice(1)).toEqual(Array(2).fill({ outcome: 'engine_error', marks: 0 }))
    // Each later test is tried once: that the engine fails over this program is known by then.
    expect(failed).toBe(tries + 1)
    expect(await app.rows('SELECT status FROM jobs')).toEqual([{ status: 'done' }])
  },
)

test('an engine that fails by itself gives no program up, however often', async () => {
  let failed = 0
  const behave: Behaviour = (program, testCase) => {
    if (failed === 40) return scripted(program, testCase)
    failed++
    // One crash among other faults is no habit.
    return { outcome: 'engine_error', ...(failed % 2 === 0 && { suspect: 'crash' as const }) }
  }
  const app = await openApp({ judging: true, executor: scriptedExecutor(behave, 1) })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'broken')
  const device = await startDevice(app, org.candidates[0])
  submit(device, org.problems[0].id, programs.right)
  await device.sync()
  const verdict = await waitFor('the verdict', async () => {
    await looked(app)
    app.clock.move(MINUTE)
    return (await verdicts(app))[0]
  })
  expect(verdict).toEqual({ marks: 10 })
})

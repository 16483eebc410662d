import { expect, onTestFinished, test } from 'vitest'
import type { Outcome } from '#api/execution/port.ts'
import {
  type Behaviour,
  must,
  openApp,
  programs,
  rightOutput,
  scripted,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/** The outcomes that become a verdict, and when its candidate learns of it. */

async function sitting(behave: Behaviour) {
  const app = await openApp({ judging: true, executor: scriptedExecutor(behave, 1) })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'verdicts')
  const [who] = org.candidates
  const device = await startDevice(app, who)
  const problem_id = org.problems[0].id
  const submit = async (source_code: string) => {
    const op = device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code })
    await device.sync()
    app.ctx.judge.wake()
    const result = device.results.get(op.seq)
    return (result?.result !== 'rejected' && result?.submission_id) || 0
  }
  return { app, device, problem_id, submit, token: who?.token ?? '' }
}

const verdict = (app: TestApp) =>
  waitFor(
    'the verdict',
    async () =>
      (await app.rows("SELECT passed_testcases, marks FROM submissions WHERE status = 'accepted'"))[0],
  )

test.each<Outcome>(['runtime_error', 'time_limit', 'memory_limit', 'output_limit'])(
  'a test whose program wrote the right output and ended with %s is not passed',
  async (outcome) => {
    const { app, submit, token } = await sitting((_program, { stdin }) => ({
      stdout: rightOutput(stdin),
      ...(stdin.includes('sample') && { outcome }),
    }))
    const id = await submit(programs.right)
    expect(await verdict(app)).toEqual({ passed_testcases: 2, marks: 8 })
    const told = await must(app.send, 'getSubmission', { token, params: { id } })
    expect(told.failures).toEqual({ [outcome]: 1 })
    const [event] = await app.rows<{ data: string }>('SELECT data FROM events ORDER BY id DESC LIMIT 1')
    const last = JSON.parse(event?.data ?? '')
    expect([last.status, last.failures]).toEqual(['accepted', { [outcome]: 1 }])
    expect(
      await app.rows('SELECT outcome, is_passed, marks FROM submission_tests ORDER BY test_case_id LIMIT 1'),
    ).toEqual([{ outcome, is_passed: 0, marks: 0 }])
  },
)

test('while it is judged a candidate learns how far the samples are, and neither what passed nor the marks', async () => {
  let begun = 0
  let free = (): void => {}
  const gate = new Promise<void>((resolve) => {
    free = resolve
  })
  const { app, submit, token } = await sitting(async (program, testCase) => {
    if (++begun === 3) await gate
    return scripted(program, testCase)
  })
  onTestFinished(free)
  const id = await submit(programs.right)
  const asked = () => must(app.send, 'getSubmission', { token, params: { id } })
  const told = async () =>
    (
      await app.rows<{ data: string }>(`SELECT data FROM events WHERE data LIKE '%"submission"%' ORDER BY id`)
    ).map((row) => JSON.parse(row.data) as { status: string; passed_testcases: number; marks: number })
  await waitFor('two results', async () => (await app.rows('SELECT 1 FROM submission_tests')).length === 2)
  const hidden = { status: 'processing', total_testcases: 3, passed_testcases: 0, marks: 0 }
  // Whatever stands in the row before its verdict is nobody's business.
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE submissions SET passed_testcases = 2, marks = 5'))
  // When a hidden test ends would tell how long it took, and that what is in it.
  expect(await asked()).toMatchObject({ ...hidden, judged_testcases: 1 })
  expect(await asked()).not.toHaveProperty('failures')
  free()
  expect(await verdict(app)).toEqual({ passed_testcases: 3, marks: 10 })
  expect(await asked()).toMatchObject({ status: 'accepted', passed_testcases: 3, marks: 10 })
  const events = await told()
  expect(events).toMatchObject([
    { ...hidden, judged_testcases: 1 },
    { status: 'accepted', passed_testcases: 3, marks: 10 },
  ])
  // Not even that there are none yet: how tests end is told with the verdict.
  expect(events.map((event) => 'failures' in event)).toEqual([false, true])
})

test('the verdict of a last draft is told to nobody who takes the test', async () => {
  const { app, device, problem_id } = await sitting(scripted)
  device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: programs.right })
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  app.ctx.judge.wake()
  expect(await verdict(app)).toEqual({ passed_testcases: 3, marks: 10 })
  expect(await app.rows(`SELECT data FROM events WHERE data LIKE '%"submission"%'`)).toEqual([])
})

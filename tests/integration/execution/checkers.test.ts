import { expect, onTestFinished, test } from 'vitest'
import {
  call,
  must,
  openApp,
  scriptedExecutor,
  seedOrganization,
  signIn,
  startDevice,
  waitFor,
} from '../../factories/index.ts'

/** The official verdict goes by the problem's checker and its tolerance. */

const EXPECTED = '3.5 word'

/** The outputs that each checker judges for the expected '3.5 word': one candidate each. */
const outputs = {
  same: '3.5 word\n',
  spaced: '3.5\n   word\n',
  near: '3.5005 word\n',
  far: '3.52 word\n',
}
const all = Object.values(outputs)

test.each([
  [{ checker: 'exact' }, [outputs.same]],
  [{ checker: 'tokens' }, [outputs.same, outputs.spaced]],
  [{ checker: 'float', tolerance: '0.001' }, [outputs.same, outputs.spaced, outputs.near]],
  [{ checker: 'float', tolerance: null }, [outputs.same, outputs.spaced]],
] as const)('a submission is judged by %j', async (how, accepted) => {
  // A program prints its own source.
  const executor = scriptedExecutor(({ source }) => ({ stdout: source }))
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'chk', { candidates: all.length })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const [problem] = org.problems
  const { test_cases } = await must(app.send, 'getTestCases', { params: { id: problem.id }, headers })
  await must(app.send, 'putProblem', {
    params: { id: problem.id },
    body: {
      ...how,
      test_cases_attributes: test_cases.map((one) => ({
        id: one.id,
        input: one.input,
        output: EXPECTED,
        marks: 1,
      })),
    },
    headers,
  })
  for (const [i, source_code] of all.entries()) {
    const device = await startDevice(app, org.candidates[i])
    device.write('submit', `code:${problem.id}:1`, { problem_id: problem.id, language_id: 1, source_code })
    await device.sync()
  }
  await waitFor('the verdicts', async () => {
    const judged = await app.rows("SELECT 1 FROM submissions WHERE status = 'accepted'")
    return judged.length === all.length
  })
  const rows = await app.rows<{ source: string; marks: number; passed: number }>(
    'SELECT source, marks, passed_testcases AS passed FROM submissions ORDER BY attempt_id',
  )
  const full = test_cases.length
  expect(rows).toEqual(
    all.map((source) => {
      const passed = (accepted as readonly string[]).includes(source) ? full : 0
      return { source, marks: passed, passed }
    }),
  )
  // A check by staff is judged alike.
  for (const source of all) {
    const tests = [{ input: '1', output: EXPECTED, marks: 1 }]
    const started = await call(app.send, 'postCheck', {
      body: { language_id: 1, source, tests, ...how },
      headers,
    })
    const { id } = (started.json as { data: { check: { id: number } } }).data.check
    const [result] = await waitFor('the check', async () => {
      const { check } = await must(app.send, 'getCheck', { params: { id }, headers })
      return check.status === 'done' && check.results
    })
    expect([source, result?.is_passed]).toEqual([source, (accepted as readonly string[]).includes(source)])
  }
})

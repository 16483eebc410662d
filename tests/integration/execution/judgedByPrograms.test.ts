import { expect, onTestFinished, test } from 'vitest'
import type { Executor, JudgeAnswer } from '#api/execution/port.ts'
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

/** A submission that a program of the problem's author judges, with groups: marks, words for staff, and faults that are no verdict. */

const program = {
  kind: 'validator' as const,
  language: 'python',
  files: [{ name: 'validator.py', content: 'import sys; sys.exit(42)' }],
}
const answer = (to: Partial<JudgeAnswer>): JudgeAnswer => ({
  ...{ verdict: 'accepted', share: 1, message: '', nextInput: null, feedback: {} },
  ...to,
})

/** A judge whose answer stands in the output that it is asked about: JSON. */
const judging: Executor = {
  ...scriptedExecutor(({ source }, { stdin }) => ({
    stdout: JSON.stringify((JSON.parse(source) as Record<string, unknown>)[stdin] ?? {}),
  })),
  judge: async ({ output }) => answer(JSON.parse(output) as Partial<JudgeAnswer>),
}

async function openJudged() {
  const app = await openApp({ judging: true, executor: judging })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'prg', { candidates: 2 })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const id = org.problems[0].id
  const { test_cases } = await must(app.send, 'getTestCases', { params: { id }, headers })
  const tests = [
    { input: 'a', output: 'x', marks: 4, is_sample: true },
    { input: 'b', output: 'x', marks: 6, group_name: 'small' },
    { input: 'c', output: 'x', marks: 4, group_name: 'small' },
    { input: 'd', output: 'x', marks: 10, group_name: 'large' },
  ]
  const groups = [
    { name: 'small', scoring: 'min' as const, depends_on: [] },
    { name: 'large', scoring: 'all' as const, depends_on: ['small'] },
  ]
  await must(app.send, 'putProblem', {
    params: { id },
    body: {
      checker: 'program',
      judging: { program, groups },
      test_cases_attributes: [
        ...test_cases.map((one) => ({ id: one.id, _destroy: true as const })),
        ...tests,
      ],
    },
    headers,
  })
  return { app, org, headers, id }
}

async function submit(source: Record<string, Partial<JudgeAnswer>>) {
  const opened = await openJudged()
  const { app, org, id } = opened
  const device = await startDevice(app, org.candidates[0])
  device.write('submit', `code:${id}:1`, {
    problem_id: id,
    language_id: 1,
    source_code: JSON.stringify(source),
  })
  await device.sync()
  const [submission] = await waitFor('the verdict', async () => {
    const rows = await app.rows<{ marks: number; passed: number }>(
      "SELECT marks, passed_testcases AS passed FROM submissions WHERE status = 'accepted'",
    )
    return rows.length > 0 && rows
  })
  const tests = await app.rows<{ outcome: string; marks: number; said: string; message: string }>(
    'SELECT outcome, marks, judge_message AS said, t.message FROM submission_tests t ORDER BY test_case_id',
  )
  return { ...opened, device, submission, tests }
}

test('marks by its share, groups over them, its words for staff', async () => {
  const { app, org, headers, device, submission, tests } = await submit({
    a: {},
    b: { share: 0.5, message: 'half of it' },
    c: {},
    d: {},
  })
  expect(tests.map(({ outcome, marks }) => [outcome, marks])).toEqual([
    ['passed', 4],
    ['partly', 3],
    ['passed', 2],
    ['passed', 0],
  ])
  expect(submission).toEqual({ marks: 9, passed: 3 })
  expect(tests[1]?.said).toBe('half of it')
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  expect(await app.rows('SELECT score FROM attempts WHERE finished_at IS NOT NULL')).toEqual([{ score: 9 }])
  const report = await must(app.send, 'getReport', {
    params: { token: org.candidates[0]?.ref ?? '' },
    headers,
  })
  expect(report.problems_details[0]?.test_case_result[1]).toMatchObject({
    ...{ group: 'small', judge_message: 'half of it', marks: 3, outcome: 'partly' },
  })
})

test('one that fails is no verdict: the test is not judged, and the others are', async () => {
  const { submission, tests } = await submit({
    a: {},
    b: { verdict: 'fault', share: 0, message: 'The judge’s program ended with exit code 1.' },
    c: {},
    d: { verdict: 'wrong', share: 0 },
  })
  expect(tests.map(({ outcome, marks }) => [outcome, marks])).toEqual([
    ['passed', 4],
    ['engine_error', 0],
    ['passed', 0],
    ['wrong_answer', 0],
  ])
  expect(submission).toEqual({ marks: 4, passed: 2 })
  expect(tests[1]).toMatchObject({ said: 'The judge’s program ended with exit code 1.' })
})

test('a problem without the program is refused in words', async () => {
  const { app, headers, id } = await openJudged()
  const refused = await must(app.send, 'putProblem', {
    params: { id },
    body: { judging: null },
    headers,
  }).catch((error: Error) => error.message)
  expect(refused).toContain('The checker is a program: write it')
})

test('what is judged anew goes by the groups of the new version, also where the judge failed before', async () => {
  const { app, org, headers, id, device } = await submit({
    a: {},
    b: { share: 0.5 },
    c: { verdict: 'fault', share: 0, message: 'no' },
    d: {},
  })
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  expect(await app.rows('SELECT score FROM attempts WHERE finished_at IS NOT NULL')).toEqual([{ score: 4 }])
  const groups = [
    { name: 'small', scoring: 'all' as const, depends_on: [] },
    { name: 'large', scoring: 'sum' as const, depends_on: [] },
  ]
  await must(app.send, 'putProblem', { params: { id }, body: { judging: { program, groups } }, headers })
  const { rejudge } = await must(app.send, 'postRejudge', {
    ...{ params: { driveId: org.driveId }, body: { problem_id: id }, headers },
  })
  await waitFor('the rejudge', async () => {
    const [row] = await app.rows<{ status: string }>('SELECT status FROM rejudges')
    return row?.status === 'ready'
  })
  await must(app.send, 'postRejudgeApply', { params: { id: rejudge.id }, headers })
  // The sample's and the large one's: half of a test is nothing in a group of all or nothing.
  await waitFor('the new score', async () => {
    const [row] = await app.rows<{ score: number }>(
      'SELECT score FROM attempts WHERE finished_at IS NOT NULL',
    )
    return row?.score === 14
  })
})

test('a Run whose judge fails calls nothing wrong, and tells nobody why; staff’s own check says it', async () => {
  const { app, org, headers, id } = await openJudged()
  const [who] = org.candidates
  await startDevice(app, who)
  const source = JSON.stringify({ a: { verdict: 'fault', message: 'secret of the judge' } })
  const { token } = await must(app.send, 'postExecution', {
    token: who?.token ?? '',
    body: { language_id: 1, problem_id: id, source_code: source },
  })
  const run = await waitFor('the run', async () => {
    const told = await must(app.send, 'getExecution', { params: { token }, token: who?.token ?? '' })
    return told.status === 'done' && told
  })
  expect(run.samples).toMatchObject([{ outcome: 'ok', passed: false }])
  expect(JSON.stringify(run)).not.toContain('secret of the judge')
  const { check } = await must(app.send, 'postCheck', {
    body: {
      ...{ language_id: 1, source, checker: 'program', judging: { program } },
      tests: [{ input: 'a', output: 'x', marks: 1 }],
    },
    headers,
  })
  const [result] = await waitFor('the check', async () => {
    const told = await must(app.send, 'getCheck', { params: { id: check.id }, headers })
    return told.check.status === 'done' && told.check.results
  })
  expect(result).toMatchObject({ outcome: 'engine_error', message: 'secret of the judge' })
})

test('neither a candidate nor the audit log has the program or the groups of hidden tests', async () => {
  const { app, org, id } = await openJudged()
  await startDevice(app, org.candidates[0])
  const told = await call(app.send, 'getDriveProblems', {
    params: { id: org.driveId },
    token: org.candidates[0]?.token ?? '',
  })
  expect(told.text).toContain('"checker":"program"')
  for (const secret of ['sys.exit(42)', 'validator.py', 'small', 'large'])
    expect(told.text, secret).not.toContain(secret)
  const audit = await app.rows<{ after: string }>(
    "SELECT after FROM audit_log WHERE subject = ? AND action = 'problem.update'",
    `problem ${id}`,
  )
  expect(JSON.stringify(audit)).toMatch(/validator\.py \([0-9a-f]{12}\)/)
  expect(JSON.stringify(audit)).not.toContain('sys.exit(42)')
})

import { expect, onTestFinished, test } from 'vitest'
import {
  type Device,
  must,
  openApp,
  programs,
  scriptedExecutor,
  seedOrganization,
  signIn,
  waitFor,
} from '../../factories/index.ts'
import { begin, end, scoreOf, spoil, submit, titles } from './attemptSupport.ts'

/** A running attempt keeps the version it began with; what was wrong is judged anew when staff says so. */

async function opened() {
  const app = await openApp({ judging: true, executor: scriptedExecutor() })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'ver', { candidates: 3 })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  return { app, org, headers }
}
test('who has begun sees and is judged by what there was; who begins later gets what there is', async () => {
  const { app, org, headers } = await opened()
  const [problem] = org.problems
  const early = await begin(app, org, 0)
  const before = await titles(app, org, 0)
  await must(app.send, 'putProblem', {
    params: { id: problem.id },
    body: { title: 'Another title', time_in_minutes: 55 },
    headers,
  })
  const lost = await spoil(app, org, headers, 'nothing prints this\n')
  // Who is about to begin is told the time that they will get.
  const { allotted_seconds } = await must(app.send, 'getDrive', {
    params: { token: org.candidates[1]?.invitation ?? '' },
  })
  const late = await begin(app, org, 1)
  expect(await titles(app, org, 0)).toEqual(before)
  expect(await titles(app, org, 1)).toContain('Another title')
  // The longer time is for those who begin with it.
  const lasts = (device: Device) => Date.parse(device.grant.deadline_at) - Date.parse(device.grant.started_at)
  expect(lasts(late) - lasts(early)).toBe((55 * 60 - 20 * 60) * 1000)
  expect(lasts(late)).toBe(allotted_seconds * 1000)
  await submit(app, early, problem.id, programs.right)
  await submit(app, late, problem.id, programs.right)
  const marks = await app.rows<{ marks: number }>('SELECT marks FROM submissions ORDER BY id')
  expect(marks.map((row) => row.marks)).toEqual([problem.marks, problem.marks - lost])
  // The report shows each what it was judged by.
  const expected = async (index: number) => {
    const report = await must(app.send, 'getReport', {
      params: { token: org.candidates[index]?.ref ?? '' },
      headers,
    })
    return report.problems_details
      .find((one) => one.problem_id === problem.id)
      ?.test_case_result.map((one) => one.expected_output)
  }
  expect(await expected(0)).not.toContain('nothing prints this\n')
  expect(await expected(1)).toContain('nothing prints this\n')
  const versions = await app.rows(
    "SELECT version FROM item_versions WHERE kind = 'problem' AND item_id = ?",
    problem.id,
  )
  expect(versions).toHaveLength(2)
})

test('a version is named as one that running tests use as long as one does', async () => {
  const { app, org, headers } = await opened()
  const [problem] = org.problems
  const used = async () =>
    (await must(app.send, 'getProblem', { params: { id: problem.id }, headers })).problem.pinned_versions
  const rename = (title: string) =>
    must(app.send, 'putProblem', { params: { id: problem.id }, body: { title }, headers })
  const early = await begin(app, org, 0)
  expect(await used()).toEqual([])
  await rename('The second version')
  expect(await used()).toEqual([1])
  const late = await begin(app, org, 1)
  await rename('The third version')
  expect(await used()).toEqual([1, 2])
  await end(early)
  expect(await used()).toEqual([2])
  await end(late)
  expect(await used()).toEqual([])
})

test('who begin with the same versions share a paper; a changed name of the drive makes no other', async () => {
  const { app, org, headers } = await opened()
  await begin(app, org, 0)
  await must(app.send, 'putDrive', { params: { id: org.driveId }, body: { name: 'Renamed' }, headers })
  await begin(app, org, 1)
  expect(await app.rows('SELECT DISTINCT paper_id FROM attempts WHERE started_at IS NOT NULL')).toHaveLength(
    1,
  )
})

test('a wrong test is mended: the old marks stand beside the new ones, and count only once they are applied', async () => {
  const { app, org, headers } = await opened()
  const [problem] = org.problems
  const { test_cases } = await must(app.send, 'getTestCases', { params: { id: problem.id }, headers })
  const right = test_cases.find((one) => !one.is_sample)?.output ?? ''
  const lost = await spoil(app, org, headers, 'wrongly expected\n')
  const [ended, empty, running] = [
    await begin(app, org, 0),
    await begin(app, org, 1),
    await begin(app, org, 2),
  ]
  await submit(app, ended, problem.id, programs.right)
  await submit(app, running, problem.id, programs.right)
  await end(ended)
  await end(empty)
  expect(await scoreOf(app, 0, org)).toBe(problem.marks - lost)
  const drive = { driveId: org.driveId }
  const start = () =>
    must(app.send, 'postRejudge', { params: drive, body: { problem_id: problem.id }, headers })
  // By the version it was judged by there is nothing to judge.
  await expect(start()).rejects.toThrow(/409/)

  await spoil(app, org, headers, right)
  const { rejudge } = await start()
  expect(rejudge).toMatchObject({ status: 'running', total: 1, left_out: 1 })
  await expect(start()).rejects.toThrow(/409/)
  const read = () => must(app.send, 'getRejudge', { params: { id: rejudge.id }, headers })
  await waitFor('the new verdicts', async () => (await read()).rejudge.status === 'ready')
  expect((await read()).rows).toMatchObject([
    {
      email: org.candidates[0]?.email,
      before: problem.marks - lost,
      after: problem.marks,
      score_before: problem.marks - lost,
      score_after: problem.marks,
    },
  ])
  expect(await scoreOf(app, 0, org)).toBe(problem.marks - lost)

  await must(app.send, 'postRejudgeApply', { params: { id: rejudge.id }, body: {}, headers })
  expect(await scoreOf(app, 0, org)).toBe(problem.marks)
  const report = await must(app.send, 'getReport', {
    params: { token: org.candidates[0]?.ref ?? '' },
    headers,
  })
  const shown = report.problems_details.find((one) => one.problem_id === problem.id)
  expect(shown).toMatchObject({ obtained_score: problem.marks, total_score: problem.marks })
  expect(shown?.test_case_result.every((one) => one.is_passed)).toBe(true)
  // Who still runs keeps the version the attempt began with.
  const [kept] = await app.rows<{ marks: number }>(
    'SELECT marks FROM submissions WHERE attempt_id = ?',
    org.candidates[2]?.attemptId ?? 0,
  )
  expect(kept?.marks).toBe(problem.marks - lost)
  await expect(
    must(app.send, 'postRejudgeApply', { params: { id: rejudge.id }, body: {}, headers }),
  ).rejects.toThrow(/409/)
  // A candidate who begins afterwards gets the drive's own newest paper.
  const papers = await app.rows<{ paper_id: number }>(
    'SELECT paper_id FROM attempts WHERE drive_id = ? AND finished_at IS NOT NULL',
    org.driveId,
  )
  expect(new Set(papers.map((row) => row.paper_id)).size).toBe(1)
})

test('what is discarded changes nothing, and can be judged anew again', async () => {
  const { app, org, headers } = await opened()
  const [problem] = org.problems
  const device = await begin(app, org, 0)
  await submit(app, device, problem.id, programs.right)
  await end(device)
  await spoil(app, org, headers, 'another\n')
  const start = () =>
    must(app.send, 'postRejudge', {
      params: { driveId: org.driveId },
      body: { problem_id: problem.id },
      headers,
    })
  const { rejudge } = await start()
  await must(app.send, 'deleteRejudge', { params: { id: rejudge.id }, headers })
  expect(await scoreOf(app, 0, org)).toBe(problem.marks)
  expect((await start()).rejudge.id).toBeGreaterThan(rejudge.id)
  const { rejudges } = await must(app.send, 'getRejudges', { params: { driveId: org.driveId }, headers })
  expect(rejudges.map((one) => one.status).at(-1)).toBe('discarded')
})

test('Execute in a report runs the samples that the attempt was asked, and is no Run of the candidate', async () => {
  const { app, org, headers } = await opened()
  const [problem, other] = org.problems
  const [who] = org.candidates
  const device = await begin(app, org, 0)
  await submit(app, device, problem.id, programs.right)
  await end(device)
  const { test_cases } = await must(app.send, 'getTestCases', { params: { id: problem.id }, headers })
  const sample = test_cases.find((one) => one.is_sample)
  const change = { params: { id: sample?.id ?? 0 }, body: { output: 'another answer\n' }, headers }
  await must(app.send, 'putTestCase', change)
  const execute = async (more: object, problem_id: number = problem.id) => {
    const body = { language_id: 1, source_code: programs.right, problem_id, ...more }
    const { token } = await must(app.send, 'postExecution', { body, headers })
    return waitFor('the run', async () => {
      const run = await must(app.send, 'getExecution', { params: { token }, headers })
      return run.status === 'done' && run
    })
  }
  const passed = async (more: object) => (await execute(more)).samples.map((one) => one.passed)
  expect(await passed({ token: who?.ref })).toEqual([true])
  // By itself a problem is what the bank has now.
  expect(await passed({})).toEqual([false])
  // It is told to staff, and is none of the candidate's Runs.
  expect(await app.rows("SELECT attempt_id, user_id FROM events WHERE data LIKE '%TestChannel%'")).toEqual(
    Array(2).fill({ attempt_id: null, user_id: org.admin.id }),
  )
  const report = await must(app.send, 'getReport', { params: { token: who?.ref ?? '' }, headers })
  expect(report.problems_details.find((one) => one.problem_id === problem.id)?.runs).toBe(0)
  await expect(execute({ token: 'nobody' })).rejects.toThrow(/404/)
  const foreign = await seedOrganization(app.ctx, 'foreign')
  await expect(execute({ token: foreign.candidates[0]?.ref })).rejects.toThrow(/404/)
  await expect(execute({ token: who?.ref }, foreign.problems[0].id)).rejects.toThrow(/404/)
  expect((await execute({ token: who?.ref }, other.id)).status).toBe('done')
})

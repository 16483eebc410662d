import { expect, onTestFinished, test } from 'vitest'
import {
  call,
  HOUR,
  must,
  type Organization,
  openApp,
  programs,
  scriptedExecutor,
  seedOrganization,
  signIn,
  type TestApp,
} from '../../factories/index.ts'
import { begin, end, type Headers, submit } from './attemptSupport.ts'

/** A test that was sat keeps its total marks and its time, whatever becomes of the bank. */

async function opened() {
  const app = await openApp({ judging: true, executor: scriptedExecutor() })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'tot', { candidates: 3 })
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  return { app, org, headers }
}

/** Everything that tells a total of the drive. */
async function told(app: TestApp, org: Organization, headers: Headers) {
  const drive = { id: org.driveId }
  const results = await must(app.send, 'getResults', {
    params: drive,
    query: { page: 1, search: '' },
    headers,
  })
  const { histogram } = await must(app.send, 'getStatistics', { params: drive, headers })
  const report = await must(app.send, 'getReport', {
    params: { token: org.candidates[0]?.ref ?? '' },
    headers,
  })
  const file = await call(app.send, 'getResultCsv', {
    params: drive,
    query: { columns: 'Total Marks' },
    headers,
  })
  return {
    file: [...file.text.matchAll(/^"(\d+)"/gm)].map(([, total]) => Number(total)),
    page: results.drive_total_marks,
    rows: results.results.map((row) => [row.email, row.score, row.total_marks]),
    histogram: histogram.map((part) => part.count),
    upTo: histogram.at(-1)?.to,
    report: report.score.total_score,
  }
}

const durationOf = async (app: TestApp, name: 'getCompletedDrives' | 'getOngoingDrives', headers: Headers) =>
  (await must(app.send, name, { headers })).drives[0]?.duration

async function changeBank(app: TestApp, org: Organization, headers: Headers): Promise<void> {
  const [problem] = org.problems
  const { test_cases } = await must(app.send, 'getTestCases', { params: { id: problem.id }, headers })
  const params = { id: test_cases[0]?.id ?? 0 }
  await must(app.send, 'putTestCase', { params, body: { marks: 52 }, headers })
  await must(app.send, 'putProblem', { params: { id: problem.id }, body: { time_in_minutes: 500 }, headers })
  await must(app.send, 'putQuestion', { params: { id: org.questions[0].id }, body: { marks: 99 }, headers })
}

test('a change of the bank rewrites nothing of a drive that is over', async () => {
  const { app, org } = await opened()
  const device = await begin(app, org, 0)
  await submit(app, device, org.problems[0].id, programs.right)
  await end(device)
  app.clock.move(48 * HOUR)
  const session = await signIn(app.send, org.admin.email, org.admin.password)
  const before = await told(app, org, session)
  expect(before).toMatchObject({ page: org.totalMarks, report: org.totalMarks, upTo: org.totalMarks })
  const duration = await durationOf(app, 'getCompletedDrives', session)
  expect(duration).toBe(33)
  await changeBank(app, org, session)
  expect(await told(app, org, session)).toEqual(before)
  expect(await durationOf(app, 'getCompletedDrives', session)).toBe(duration)
})

test('in a running drive each row counts by what it was asked, and who begins later by the newest', async () => {
  const { app, org, headers } = await opened()
  const [problem] = org.problems
  const early = await begin(app, org, 0)
  await submit(app, early, problem.id, programs.right)
  await end(early)
  await changeBank(app, org, headers)
  expect((await told(app, org, headers)).page).toBe(org.totalMarks)
  const late = await begin(app, org, 1)
  await submit(app, late, problem.id, programs.right)
  await end(late)
  const more = org.totalMarks + 50 + 97
  const [first, second] = org.candidates
  expect(await told(app, org, headers)).toMatchObject({
    page: more,
    rows: [
      [second?.email, 60, more],
      [first?.email, 10, org.totalMarks],
      [org.candidates[2]?.email, null, more],
    ],
    // 60 of 168 and 10 of 21.
    histogram: [0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
    report: org.totalMarks,
    // In the order of the rows.
    file: [more, org.totalMarks, more],
  })
})

test('a drive that nobody has begun follows the bank', async () => {
  const { app, org, headers } = await opened()
  await changeBank(app, org, headers)
  expect((await told(app, org, headers)).page).toBe(org.totalMarks + 50 + 97)
  expect(await durationOf(app, 'getOngoingDrives', headers)).toBe(33 + 480)
  // To the second, as its candidates have it.
  const params = { id: org.questions[0].id }
  const { question } = await must(app.send, 'getQuestion', { params, headers })
  await must(app.send, 'putQuestion', {
    params,
    body: { time_in_seconds: question.time_in_seconds + 30 },
    headers,
  })
  expect(await durationOf(app, 'getOngoingDrives', headers)).toBe(33 + 480 + 0.5)
})

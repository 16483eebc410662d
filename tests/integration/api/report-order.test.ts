import { beforeAll, expect, test } from 'vitest'
import { must, type Organization, seedOrganization, signIn, startDevice } from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** Each candidate has an order of their own, drawn at the start; staff compare reports, so these keep the drive's. */

const app = await appForFile()
let org: Organization

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'order', { candidates: 12 })
})

test('a report lists all items in the drive’s order, and tells the number each had for the candidate', async () => {
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  let elsewhere = 0
  for (const who of org.candidates) {
    await startDevice(app, who)
    const problems = await must(app.send, 'getDriveProblems', {
      params: { id: org.driveId },
      token: who.token,
    })
    const questions = await must(app.send, 'getQuestions', { token: who.token })
    const report = await must(app.send, 'getReport', { params: { token: who.ref }, headers })

    expect(report.problems_details.map((p) => p.problem_id)).toEqual(org.problems.map(({ id }) => id))
    expect(report.mcqs_details.map((q) => q.question_id)).toEqual(org.questions.map(({ id }) => id))
    for (const { problem_id, asked_as } of report.problems_details)
      expect(problems[asked_as - 1]?.id).toBe(problem_id)
    for (const [index, { question_id, asked_as }] of report.mcqs_details.entries()) {
      expect(questions[asked_as - 1]?.id).toBe(question_id)
      if (asked_as !== index + 1) elsewhere++
    }
  }
  expect(elsewhere).toBeGreaterThan(0)
})

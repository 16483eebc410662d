import { beforeAll, expect, test } from 'vitest'
import { choiceKey, codeKey } from '#contract/ops.ts'
import { ownReport } from '#contract/views/candidate.ts'
import {
  bearer,
  call,
  DAY,
  type Invited,
  must,
  type Organization,
  programs,
  seedOrganization,
  startDevice,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The report that a candidate may read: released, after the end, and without what would give the next ones away. */

const app = await appForFile({ judging: true })
let org: Organization
let me: Invited
let other: Invited

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'own', { candidates: 2, lasts: DAY })
  const [first, second] = org.candidates
  if (!first || !second) throw new Error('nobody')
  me = first
  other = second
  const device = await startDevice(app, me)
  const problem_id = org.problems[0].id
  device.write('submit', codeKey(problem_id, 1), { problem_id, language_id: 1, source_code: programs.right })
  device.write('mcq_save', choiceKey(org.questions[0].id), {
    question_id: org.questions[0].id,
    selected_options: org.questions[0].right,
  })
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  await waitFor('the verdict', async () => {
    const [row] = await app.rows<{ score: number | null }>(
      'SELECT score FROM attempts WHERE id = ?',
      me.attemptId,
    )
    return row?.score === 12
  })
})

const release = (on: boolean) =>
  app.ctx.db.write((tx) =>
    tx.raw.run('UPDATE drives SET release_reports = ? WHERE id = ?', Number(on), org.driveId),
  )
const read = (token: string) => call(app.send, 'getReport', { params: { token } })
const stateOf = async () =>
  (await must(app.send, 'getDrive', { params: { token: me.invitation } })).own_report

test('is refused until it is released, and then until the drive has ended', async () => {
  expect(await stateOf()).toBe('none')
  expect(await read(me.invitation)).toMatchObject({ status: 403, failure: { message: /not released/ } })
  await release(true)
  expect(await stateOf()).toBe('later')
  expect(await read(me.invitation)).toMatchObject({ status: 403, failure: { message: /has ended/ } })
})

test('tells what was written and what it was worth, by either token, and nothing of keys and hidden tests', async () => {
  await release(true)
  app.clock.move(2 * DAY)
  expect(await stateOf()).toBe('ready')
  for (const token of [me.invitation, me.token]) {
    const answer = await read(token)
    expect(answer.status, answer.text).toBe(200)
    const report = ownReport.parse((answer.json as { data: unknown }).data)
    expect(report.score).toMatchObject({ obtained_score: 12 })
    const [solved] = report.problems_details.filter(({ is_attempted }) => is_attempted)
    expect(solved).toMatchObject({ answer: programs.right, obtained_score: 10 })
    expect(solved?.passed_testcases).toBe(solved?.total_testcases)
    expect(report.mcqs_details.filter(({ obtained_marks }) => obtained_marks > 0)).toHaveLength(1)
    for (const word of [...org.canaries.hidden, 'is_answer', other.email, org.admin.email])
      expect(answer.text).not.toContain(word)
  }
})

test('says of a program that came late that it was not judged', async () => {
  const held = async () =>
    ownReport
      .parse(((await read(me.token)).json as { data: unknown }).data)
      .problems_details.filter(({ is_attempted }) => is_attempted)
      .map(({ is_held }) => is_held)
  expect(await held()).toEqual([false])
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE submissions SET status = 'held', verdict = 'late'"))
  expect(await held()).toEqual([true])
})

test('is nobody else’s', async () => {
  expect((await read('x'.repeat(43))).status).toBe(401)
  const asked = await call(app.send, 'getReport', { params: { token: me.ref }, headers: bearer(other.token) })
  expect(asked.status).toBe(404)
  expect((await read(other.invitation)).status).toBe(403)
})

import { beforeAll, expect, test } from 'vitest'
import { codeKey } from '#contract/ops.ts'
import {
  type Device,
  inTurn,
  MINUTE,
  must,
  type Organization,
  programs,
  seedOrganization,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** A problem's best submission makes the score; a newer draft that was never submitted stands beside it. */

const app = await appForFile({ judging: true })
let org: Organization
let headers: Record<string, string>
let next: () => Organization['candidates'][number]

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'draft', { candidates: 7 })
  headers = await signIn(app.send, org.admin.email, org.admin.password)
  next = inTurn(org.candidates)
})

async function exam() {
  const who = next()
  const device = await startDevice(app, who)
  const report = async () => {
    const { problems_details } = await must(app.send, 'getReport', { params: { token: who.ref }, headers })
    const problem = problems_details.find((p) => p.problem_id === org.problems[0].id)
    if (!problem) throw new Error('The problem is not in the report')
    return problem
  }
  return { device, report }
}

const key = (languageId: number) => codeKey(org.problems[0].id, languageId)
const draft = (device: Device, answer: string, language_id = 1) =>
  device.write('draft', key(language_id), { problem_id: org.problems[0].id, language_id, answer })
const submit = (device: Device, source_code: string, language_id = 1) =>
  device.write('submit', key(language_id), { problem_id: org.problems[0].id, language_id, source_code })

/** Writes, sends, and lets a minute go by, so that what follows is newer. */
async function send(device: Device): Promise<void> {
  await device.sync()
  await app.idle()
  app.clock.move(MINUTE)
}

test('shows a newer draft beside the submission that makes the score, while the test runs and after its end', async () => {
  const { device, report } = await exam()
  submit(device, programs.right)
  await send(device)
  draft(device, programs.wrong, 2)
  const written = app.clock.now()
  await send(device)
  expect(await report()).toMatchObject({
    answer: programs.right,
    answer_kind: 'submit',
    obtained_score: 10,
    drafts: [
      {
        answer: programs.wrong,
        language: 'Python 1',
        lang_code: 'python',
        saved_at: new Date(written).toISOString(),
        verdict: 'on_time',
        passed_testcases: null,
        total_testcases: 3,
      },
    ],
  })

  device.write('finish', '', { reason: 'candidate' })
  await send(device)
  expect(await report()).toMatchObject({
    answer: programs.right,
    answer_kind: 'submit',
    obtained_score: 10,
    drafts: [{ answer: programs.wrong, passed_testcases: 0, total_testcases: 3 }],
  })
})

test('shows what was written in each language, the newest first', async () => {
  const { device, report } = await exam()
  submit(device, programs.right)
  await send(device)
  draft(device, programs.wrong)
  await send(device)
  draft(device, 'print(1)', 2)
  await send(device)
  const { drafts } = await report()
  expect(drafts.map(({ answer }) => answer)).toEqual(['print(1)', programs.wrong])
})

test('shows no draft where the newest code was submitted, however it was typed before', async () => {
  const { device, report } = await exam()
  draft(device, '// a beginning')
  await send(device)
  submit(device, programs.right)
  await send(device)
  submit(device, programs.wrong)
  await send(device)
  draft(device, programs.right)
  await send(device)
  expect(await report()).toMatchObject({ answer: programs.right, answer_kind: 'submit', drafts: [] })
})

test('shows a draft where nothing was submitted, and says that it made the score once it was judged', async () => {
  const { device, report } = await exam()
  draft(device, programs.right)
  await send(device)
  expect(await report()).toMatchObject({
    is_attempted: false,
    answer: null,
    answer_kind: null,
    drafts: [{ answer: programs.right, passed_testcases: null }],
  })
  device.write('finish', '', { reason: 'candidate' })
  await send(device)
  expect(await report()).toMatchObject({
    is_attempted: true,
    answer: programs.right,
    answer_kind: 'final',
    obtained_score: 10,
    drafts: [],
  })
})

test('an emptied editor is no draft', async () => {
  const { device, report } = await exam()
  submit(device, programs.right)
  await send(device)
  draft(device, ' \n')
  await send(device)
  expect(await report()).toMatchObject({ answer: programs.right, drafts: [] })
})

test('a draft that came too late is shown as late', async () => {
  const { device, report } = await exam()
  submit(device, programs.samplesOnly)
  await send(device)
  app.clock.set(Date.parse(device.grant.deadline_at) + 40_000)
  await app.seal()
  draft(device, programs.right)
  await send(device)
  expect(await report()).toMatchObject({
    answer: programs.samplesOnly,
    obtained_score: 2,
    drafts: [{ answer: programs.right, verdict: 'late', passed_testcases: null }],
  })
})

test('of equal worth is what was submitted, and the draft that was judged at the end stands beside it', async () => {
  const { device, report } = await exam()
  submit(device, programs.wrong)
  const made = app.clock.now()
  await send(device)
  draft(device, `${programs.wrong} `)
  device.write('finish', '', { reason: 'candidate' })
  await send(device)
  expect(await report()).toMatchObject({
    answer: programs.wrong,
    answer_kind: 'submit',
    submission_time: new Date(made).toISOString(),
    drafts: [{ answer: `${programs.wrong} ` }],
  })
})

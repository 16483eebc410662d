import { beforeAll, expect, test } from 'vitest'
import {
  bearer,
  call,
  HOUR,
  must,
  newDrive,
  type Organization,
  seedOrganization,
  seedSuperAdmin,
  signIn,
  startDevice,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/** The organization's flags switch the candidates' sections, their time and their marks (specification, 2.19 and 6). */

const app = await appForFile()
let fresh: Organization
let begun: Organization
let superAdmin: Record<string, string>

beforeAll(async () => {
  fresh = await seedOrganization(app.ctx, 'fresh', { candidates: 2, lasts: 40 * HOUR })
  begun = await seedOrganization(app.ctx, 'begun', { candidates: 2, lasts: 40 * HOUR })
  const root = await seedSuperAdmin(app.ctx)
  superAdmin = await signIn(app.send, root.email, root.password)
  await startDevice(app, begun.candidates[0])
})

const setFlags = (org: Organization, allow_coding: boolean, allow_mcq: boolean) =>
  must(app.send, 'putOrganization', {
    params: { organizationId: org.id },
    headers: superAdmin,
    body: {
      show_name: org.name,
      description: 'An organization of the tests.',
      contact_number: '5550100300',
      credits: 100,
      is_param_ai_allowed: false,
      allow_coding,
      allow_mcq,
    },
  })
const seenBy = (org: Organization, index: number) =>
  must(app.send, 'getDrive', { params: { token: org.candidates[index]?.invitation ?? '' } })

test('a drive nobody has begun shows what is allowed, and counts its time and marks alone', async () => {
  await setFlags(fresh, true, false)
  const coding = await seenBy(fresh, 0)
  expect(coding.drive).toMatchObject({ allow_coding: true, allow_mcq: false })
  expect(coding).toMatchObject({ problem_count: 2, question_count: 0, allotted_seconds: 30 * 60 })
  await setFlags(fresh, false, true)
  const mcqs = await seenBy(fresh, 0)
  expect(mcqs.drive).toMatchObject({ allow_coding: false, allow_mcq: true })
  expect(mcqs).toMatchObject({ problem_count: 0, question_count: 3, allotted_seconds: 3 * 60 })
  const device = await startDevice(app, fresh.candidates[0])
  const token = fresh.candidates[0]?.token ?? ''
  expect(
    await must(app.send, 'getDriveProblems', { params: { id: fresh.driveId }, headers: bearer(token) }),
  ).toEqual([])
  expect(Date.parse(device.grant.deadline_at) - Date.parse(device.grant.started_at)).toBe(3 * 60_000)
})

test('a drive that was begun keeps what its first candidate got', async () => {
  await setFlags(begun, false, false)
  const seen = await seenBy(begun, 1)
  expect(seen.drive).toMatchObject({ allow_coding: true, allow_mcq: true })
  expect(seen.allotted_seconds).toBe(begun.allottedSeconds)
})

test('with neither section allowed no drive can be created', async () => {
  const headers = await signIn(app.send, begun.admin.email, begun.admin.password)
  const answer = await call(app.send, 'postDrive', {
    headers,
    body: {
      name: 'Nothing to ask',
      description: 'A drive without sections.',
      institute_id: begun.instituteId,
      question_type: 'problems_mcq',
      start_time: new Date(app.ctx.now() + HOUR).toISOString(),
      end_time: new Date(app.ctx.now() + 2 * HOUR).toISOString(),
      drives_contacts_attributes: [{ user_id: begun.admin.id }],
      drives_problems_attributes: [],
    },
  })
  expect(answer.failure.errors?.question_type).toEqual(['Please select atleast one of problem(s) or MCQ(s)'])
})

const NO_CODING =
  'Your organization is no longer allowed to use coding problems. Remove them, or ask a super admin to allow them.'

test('what is not allowed any more is refused in words at its field, and nothing is dropped unseen', async () => {
  await setFlags(begun, false, true)
  const headers = await signIn(app.send, begun.admin.email, begun.admin.password)
  const both = {
    ...newDrive(begun),
    start_time: new Date(app.ctx.now() + HOUR).toISOString(),
    end_time: new Date(app.ctx.now() + 2 * HOUR).toISOString(),
  }
  const create = (body: object) => call(app.send, 'postDrive', { headers, body: { ...both, ...body } })
  expect(await create({})).toMatchObject({
    status: 422,
    failure: { message: NO_CODING, errors: { drives_problems_attributes: [NO_CODING] } },
  })
  expect((await create({ question_type: 'problems' })).failure.message).toBe(NO_CODING)
  // Who asks for MCQs alone means it.
  expect((await create({ question_type: 'mcq' })).status).toBe(200)
  const made = await must(app.send, 'postDrive', {
    headers,
    body: { ...both, drives_problems_attributes: [] },
  })
  const change = (body: object) =>
    call(app.send, 'putDrive', { headers, params: { id: made.drive.id }, body })
  const added = await change({ drives_problems_attributes: [{ problem_id: begun.problems[0].id }] })
  expect(added.failure.errors).toEqual({ drives_problems_attributes: [NO_CODING] })
  expect((await change({ name: 'Another name' })).status).toBe(200)
})

test('a drive whose section was switched off is renamed; only a change of what it asks is refused', async () => {
  const own = await seedOrganization(app.ctx, 'renamed', { lasts: 40 * HOUR })
  await setFlags(own, true, true)
  const headers = await signIn(app.send, own.admin.email, own.admin.password)
  const { drive } = await must(app.send, 'postDrive', {
    headers,
    body: {
      ...newDrive(own),
      question_type: 'problems',
      drives_questions_attributes: [],
      start_time: new Date(app.ctx.now() + HOUR).toISOString(),
      end_time: new Date(app.ctx.now() + 2 * HOUR).toISOString(),
    },
  })
  await setFlags(own, false, true)
  const change = (body: object) => call(app.send, 'putDrive', { headers, params: { id: drive.id }, body })
  expect(await change({ name: 'Renamed since', question_type: 'problems' })).toMatchObject({ status: 200 })
  const [problem] = drive.drives_problems
  for (const body of [
    { question_type: 'problems_mcq' },
    { drives_problems_attributes: [{ problem_id: problem?.problem_id, _destroy: true }] },
  ])
    expect((await change(body)).failure.errors?.question_type, JSON.stringify(body)).toEqual([
      'Please select atleast one of problem(s) or MCQ(s)',
    ])
  await setFlags(own, true, true)
  const kept = await must(app.send, 'getAdminDrive', { headers, params: { id: drive.id } })
  expect(kept.drive).toMatchObject({ name: 'Renamed since', drives_problems: drive.drives_problems })
})

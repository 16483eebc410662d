import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  call,
  DAY,
  Device,
  fillIn,
  MINUTE,
  must,
  type Organization,
  openApp,
  programs,
  seedOrganization,
  signIn,
  type TestApp,
} from '../../factories/index.ts'

/**
 * The answers to a client of the specification's calls about work that comes after its time, and about a request that
 * comes again.
 */

let app: TestApp
let org: Organization
let token: string

beforeEach(async () => {
  app = await openApp()
  org = await seedOrganization(app.ctx, 'late', { candidates: 1 })
  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  token = await fillIn(app.send, who)
  await must(app.send, 'getQuestions', { token })
})
afterEach(() => app.remove())

async function overForTenMinutes(): Promise<void> {
  app.clock.move(org.allottedSeconds * 1000 + 10 * MINUTE)
  expect(await app.seal()).toBe(1)
}
const choose = (question: { id: number }, selected_options: number[], headers = {}) =>
  call(app.send, 'postQuestionSubmission', {
    token,
    headers,
    body: { question_id: question.id, selected_options },
  })
const draft = (answer: string, headers = {}) =>
  call(app.send, 'postCode', {
    token,
    headers,
    body: { problem_id: org.problems[0].id, language_id: 1, answer },
  })
const submit = (headers = {}) =>
  call(app.send, 'postSubmission', {
    token,
    headers,
    body: { problem_id: org.problems[0].id, language_id: 1, source_code: programs.right },
  })
const choices = async () => (await must(app.send, 'getQuestionSubmissions', { token })).questions_submissions
const code = () =>
  must(app.send, 'getCode', { params: { token, problemId: org.problems[0].id, languageId: 1 } })

const NOT_COUNTED =
  'The time of this test was over when this arrived. It is kept, and does not count unless staff accepts it.'

test('work in time is answered as the specification words it, and says that it is in time', async () => {
  const [single] = org.questions
  expect((await choose(single, single.right)).json).toMatchObject({
    message: 'Answer Saved Successfully',
    data: { selected_options: single.right, verdict: 'on_time' },
  })
  expect((await draft('in time')).json).toMatchObject({
    message: 'Code saved successfully',
    data: { code: 'in time', verdict: 'on_time' },
  })
  const { json } = await submit()
  expect(json).toMatchObject({ data: { verdict: 'on_time' } })
  expect(json).not.toHaveProperty('message')
  expect(await choices()).toMatchObject([{ selected_options: single.right, verdict: 'on_time' }])
})

test('work past the end is kept in the log, and the answer says that it does not count', async () => {
  const [single, multi] = org.questions
  await choose(single, single.right)
  await draft('in time')
  await overForTenMinutes()
  const before = await choices()
  expect((await choose(single, single.wrong.slice(0, 1))).json).toMatchObject({
    message: NOT_COUNTED,
    data: { selected_options: single.wrong.slice(0, 1), verdict: 'late' },
  })
  expect((await choose(multi, multi.right)).json).toMatchObject({ data: { verdict: 'late' } })
  expect((await draft('too late')).json).toMatchObject({
    message: NOT_COUNTED,
    data: { code: 'too late', verdict: 'late' },
  })
  expect((await submit()).json).toMatchObject({ message: NOT_COUNTED, data: { verdict: 'late' } })
  const mcqs = await call(app.send, 'postSubmitMcqs', { token, body: {} })
  expect(mcqs.json).toMatchObject({ message: NOT_COUNTED, data: { submitted: true, verdict: 'late' } })
  expect(
    await app.rows(
      'SELECT DISTINCT verdict, result FROM ops WHERE received_at > 0 AND verdict <> ?',
      'on_time',
    ),
  ).toEqual([{ verdict: 'late', result: 'applied_late' }])

  // The value that counts is read; if nothing counts, the value that is read says so.
  const [first, second] = await choices()
  expect(first).toEqual({ ...before[0], saved_at: null })
  expect(second).toMatchObject({ question_id: multi.id, selected_options: multi.right, verdict: 'late' })
  expect(await code()).toMatchObject({ code: 'in time', verdict: 'on_time' })
})

test('work in a pause is told to be of the pause, and its submission is neither judged nor spent', async () => {
  const [single] = org.questions
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postPause', { params: { ref: org.candidates[0]?.ref ?? '' }, headers })
  app.clock.move(MINUTE)
  const message =
    'The test was paused when this was made. It is kept, and does not count unless staff accepts it.'
  expect((await choose(single, single.right)).json).toMatchObject({ message, data: { verdict: 'late' } })
  expect((await draft('in the pause')).json).toMatchObject({ message })
  const first = await submit()
  expect(first.json).toMatchObject({
    message,
    data: { verdict: 'late', submission_count: 3, not_counted: expect.stringContaining('paused') },
  })
  for (let n = 0; n < 2; n++) expect((await submit()).json).toMatchObject({ message })
  // No more are kept than are allowed in time: each takes room.
  expect((await submit()).json).toMatchObject({ message: 'Submission limit Exceeded' })
  expect(await app.rows('SELECT DISTINCT status FROM submissions')).toEqual([{ status: 'held' }])
  expect((await code()).submission_count_left).toBe(3)
})

test('late work that staff accepts is read as what counts', async () => {
  const [single] = org.questions
  await choose(single, single.right)
  await overForTenMinutes()
  await choose(single, single.wrong.slice(0, 1))
  const session = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { ref: org.candidates[0]?.ref ?? '' }
  const { items } = await must(app.send, 'getLateWork', { headers: session, params })
  await must(app.send, 'postLateDecision', {
    headers: session,
    params,
    body: {
      op_ids: items.map(({ op_id }) => op_id),
      decision: 'accepted',
      note: 'The clock in the room was wrong.',
    },
  })
  expect(await choices()).toMatchObject([{ selected_options: single.wrong.slice(0, 1), verdict: 'on_time' }])
})

test('a key that comes again is answered as the first time, though a device holds the lease or the log is closed', async () => {
  const [single] = org.questions
  const keyed = (name: string) => ({ 'idempotency-key': name })
  const first = await choose(single, single.right, keyed('a'))
  const sent = await submit(keyed('c'))
  const saved = await draft('mine', keyed('b'))
  expect([first.status, saved.status, sent.status]).toEqual([200, 200, 200])

  const device = new Device(app.send, token, app.clock.now)
  await device.start()
  const other = { question_id: single.id, selected_options: single.wrong.slice(0, 1) }
  device.write('mcq_save', `mcq:${single.id}`, other)
  await device.sync()
  const again = async () => {
    expect((await choose(single, single.right, keyed('a'))).json).toEqual(first.json)
    expect((await draft('mine', keyed('b'))).json).toEqual(saved.json)
    expect((await submit(keyed('c'))).json).toEqual(sent.json)
  }
  await again()
  expect((await choose(single, single.wrong, keyed('a'))).json).toMatchObject({
    code: 'idempotency_mismatch',
  })
  expect((await choose(single, single.right, keyed('new'))).json).toMatchObject({ code: 'lease_held' })
  expect((await choices())[0]?.selected_options).toEqual(other.selected_options)
  app.clock.move(org.allottedSeconds * 1000 + 2 * DAY)
  await again()
})

test('the time that is left is never less than none', async () => {
  const left = () =>
    must(app.send, 'getTestTimeLeft', {
      params: { driveId: org.driveId, candidateId: org.candidates[0]?.candidateId ?? 0, authToken: token },
    })
  expect((await left()).time_left).toBe(org.allottedSeconds)
  await overForTenMinutes()
  expect((await left()).time_left).toBe(0)
})

test('past the upload window a plain call is refused and leaves nothing behind', async () => {
  const [single] = org.questions
  app.clock.move(org.allottedSeconds * 1000 + DAY + MINUTE)
  await app.seal()
  const log = () => app.rows('SELECT head_seq, lease_epoch, (SELECT count(*) FROM ops) AS ops FROM attempts')
  const before = await log()
  for (const answer of [await choose(single, single.right), await draft('x'), await submit()]) {
    expect(answer.status).toBe(410)
    expect(answer.json).toMatchObject({ code: 'upload_window_closed' })
  }
  expect(await log()).toEqual(before)
})

test('feedback that comes again under its key ends no test that was opened again since', async () => {
  const post = () =>
    call(app.send, 'postFeedback', {
      token,
      headers: { 'idempotency-key': 'feedback-1' },
      body: { rating: 4, comment: 'ok' },
    })
  const first = await post()
  expect(first.status).toBe(200)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  await must(app.send, 'postReopen', {
    params: { ref: org.candidates[0]?.ref ?? '' },
    body: { minutes: 30 },
    headers,
  })
  await new Device(app.send, token, app.clock.now).start()
  expect((await post()).json).toEqual(first.json)
  const [stored] = await app.rows('SELECT finished_at, finish_seq FROM attempts')
  expect(stored).toMatchObject({ finished_at: null, finish_seq: null })
})

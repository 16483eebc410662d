import { beforeAll, expect, test } from 'vitest'
import { jpeg, type Organization, programs, seedOrganization, waitFor } from '../../factories/index.ts'
import { embeddedExecutor } from '../execution/support.ts'
import { appForFile } from '../forFile.ts'

/**
 * A client that knows the specification's calls and nothing else takes a whole test over real HTTP, on the real
 * engine; then the admin reads what came of it. Paths and fields are spelled out here, as the specification does.
 */

const app = await appForFile({ listen: true, executor: await embeddedExecutor({ slots: 1 }) })
let org: Organization

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'plain', { candidates: 2 })
})

type Json = { data: Record<string, unknown>; message?: string; is_live?: boolean }

async function ask<T = Json>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${app.base}/api/v1/${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(response.headers.get('content-type')).toContain('application/json')
  return { status: response.status, body: (await response.json()) as T, headers: response.headers }
}

async function ok<T = Json>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  const answer = await ask<T>(method, path, body, headers)
  expect(answer, `${method} ${path}`).toMatchObject({ status: 200 })
  return answer.body
}

const decode = (base64: unknown): string => Buffer.from(String(base64), 'base64').toString('utf8')

test('a plain HTTP client takes the whole test, and the admin sees exactly what it did', async () => {
  const [me] = org.candidates
  const [a, b] = org.problems
  const [single, multi, third] = org.questions
  if (!me) throw new Error('nobody was invited')

  // Welcome
  const drive = await ok('GET', `drives/${me.invitation}`)
  expect(drive.data).toMatchObject({
    drive: { id: org.driveId, name: 'Drive plain', allow_coding: true, allow_mcq: true },
    candidate_id: me.candidateId,
    is_finished: false,
    end_reason: null,
    finished_at: null,
  })
  expect(Date.parse(String(drive.data.drive_start_time))).toBeLessThan(
    Date.parse(String(drive.data.drive_end_time)),
  )
  const countdown = await ok('GET', `drives/${org.driveId}/drive_time_left?token=${me.invitation}`)
  expect(countdown).toMatchObject({ data: 0, is_live: true })
  const { rules } = (await ok('GET', `drives/${org.driveId}/rules?token=${me.invitation}`)).data
  expect(rules).toMatchObject([{ description: 'Work alone.' }, { description: 'Keep your camera on.' }])

  // Details
  const form = {
    first_name: '  Zoë ',
    last_name: "O'Neil-Łuk",
    mobile_number: '5550100300',
    created_at: '1999-01-01T00:00:00Z',
    updated_at: null,
    drife_id: 424242,
    token: me.invitation,
  }
  const filled = await ok('PUT', `candidates/${me.candidateId}`, form)
  expect(filled.data).toMatchObject({
    email: me.email,
    first_name: 'Zoë',
    last_name: "O'Neil-Łuk",
    mobile_number: '5550100300',
    is_profile_complete: true,
    drife_id: org.driveId,
  })
  const token = String(filled.data.auth_token)
  const again = await ok('PUT', `candidates/${me.candidateId}`, form)
  expect(again.data.auth_token).toBe(token)

  // The first request for content starts the test
  const before = await ok(
    'GET',
    `drives/${org.driveId}/candidates/${me.candidateId}/candidate_test_time_left/${token}`,
  )
  expect(before.data).toMatchObject({ time_left: org.allottedSeconds, deadline_at: null })
  const problems = await ok<{ data: { id: number; submission_count: number }[] }>(
    'GET',
    `drives/${org.driveId}/problems?token=${token}`,
  )
  expect(problems.data.map((p) => p.id).toSorted()).toEqual([a.id, b.id].toSorted())
  expect(problems.data.every((p) => p.submission_count === 3)).toBe(true)
  app.clock.move(60_000)
  const left = await ok(
    'GET',
    `drives/${org.driveId}/candidates/${me.candidateId}/candidate_test_time_left/${token}`,
  )
  expect(left.data.time_left).toBe(org.allottedSeconds - 60)
  const questions = await ok<{ data: { id: number }[] }>('GET', `questions?token=${token}`)
  expect(questions.data).toHaveLength(3)
  const repeated = await ok<{ data: { id: number }[] }>('GET', `questions?token=${token}`)
  expect(repeated.data.map((q) => q.id)).toEqual(questions.data.map((q) => q.id))
  const languages = await ok<{ data: { id: number; name: string; code: string; mode: string }[] }>(
    'GET',
    'languages/all',
  )
  const javascript = languages.data.find((l) => l.mode === 'javascript')
  expect(javascript?.code).toContain('standard input')
  const language_id = javascript?.id ?? 0
  const { templates } = (await ok('GET', `drives/${org.driveId}/templates?problem_id=${a.id}&token=${token}`))
    .data
  expect(templates).toEqual(
    expect.arrayContaining([{ language_id, code: expect.stringContaining('javascript') }]),
  )

  // A draft, and its backup read again
  const none = await ok('GET', `codes/${token}/${a.id}/${language_id}`)
  expect(none.data).toMatchObject({ code: null, submission_count_left: 3 })
  const draft = { answer: 'let half = 1', language_id, problem_id: a.id, token }
  const saved = await ok('POST', 'codes', draft, { 'idempotency-key': 'draft-1' })
  expect(saved).toMatchObject({
    message: 'Code saved successfully',
    data: { code: 'let half = 1', submission_count_left: 3 },
  })
  expect(await ok('POST', 'codes', draft, { 'idempotency-key': 'draft-1' })).toEqual(saved)
  const mismatch = await ask('POST', 'codes', { ...draft, answer: 'other' }, { 'idempotency-key': 'draft-1' })
  expect(mismatch).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
  expect((await ok('GET', `codes/${token}/${a.id}/${language_id}`)).data.code).toBe('let half = 1')

  // Run with input of one's own
  const run = await ok('POST', 'executions/submission_token', {
    language_id,
    language_name: 'JavaScript',
    source_code: programs.right,
    room: 'anything',
    stdin: '20 22\nabc\n',
    token,
  })
  const ran = await waitFor('the run', async () => {
    const state = await ok('GET', `executions/${run.data.token}`, undefined, {
      authorization: `Bearer ${token}`,
    })
    return state.data.status === 'done' && state
  })
  expect(decode(ran.data.stdout)).toBe('42\ncba\n')
  expect(decode(ran.data.stderr)).toBe('')

  // Submissions: one that fails the hidden tests, then a right one
  const submit = async (source_code: string, key: string, problem_id: number) => {
    const body = {
      source_code,
      language_id,
      problem_id,
      submission_count: 99,
      candidate_id: 1,
      drive_id: 1,
      token,
    }
    const sent = await ok('POST', 'submissions', body, { 'idempotency-key': key })
    const same = await ok('POST', 'submissions', body, { 'idempotency-key': key })
    expect(same.data.submission_id).toBe(sent.data.submission_id)
    expect(sent.data.submission_count).toBe(same.data.submission_count)
    return waitFor('the verdict', async () => {
      const state = await ok('GET', `submissions/${sent.data.submission_id}?token=${token}`)
      expect(['processing', 'accepted']).toContain(state.data.status)
      return state.data.status === 'accepted' && state.data
    })
  }
  expect(await submit(programs.samplesOnly, 'one', a.id)).toMatchObject({
    submission_count: 2,
    total_testcases: 3,
    passed_testcases: 1,
    marks: 2,
  })
  expect(await submit(programs.right, 'two', a.id)).toMatchObject({
    submission_count: 1,
    total_testcases: 3,
    passed_testcases: 3,
    marks: 10,
  })

  // MCQs
  const answer = (question: { id: number }, selected_options: number[]) =>
    ok('POST', 'questions_submissions', { question_id: question.id, selected_options, token })
  expect((await answer(single, single.wrong.slice(0, 1))).message).toBe('Answer Saved Successfully')
  await answer(single, single.right)
  await answer(multi, [...multi.right].reverse())
  await answer(third, third.wrong.slice(0, 1))
  const kept = (await ok('GET', `questions_submissions?token=${token}`)).data
  expect(kept.questions_submissions).toHaveLength(3)
  expect(kept.questions_submissions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ question_id: single.id, selected_options: single.right }),
    ]),
  )
  expect((await ok('POST', 'submit_mcqs', { token })).data).toEqual({ submitted: true, verdict: 'on_time' })
  const tooLate = await ask('POST', 'questions_submissions', {
    question_id: third.id,
    selected_options: third.right,
    token,
  })
  expect(tooLate).toMatchObject({ status: 422, body: { code: 'rejected' } })

  // A snapshot
  const { url } = (
    await ok('POST', 'snapshots/presigned_url', {
      drive_id: org.driveId,
      candidate_id: me.candidateId,
      token,
    })
  ).data
  const picture = jpeg()
  const put = await fetch(new URL(String(url), app.base), {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: picture,
  })
  expect(put.status).toBe(200)
  const noted = await ok('POST', 'snapshots', {
    drive_id: org.driveId,
    candidate_id: me.candidateId,
    token,
    presigned_url: url,
  })
  expect(noted.data).toMatchObject({ snapshot: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })

  // The end
  app.clock.move(9 * 60_000)
  const finished = await ok('PUT', `drives_candidates/${token}`, {})
  expect(finished.data).toMatchObject({ is_finished: true, end_reason: 'Finished by candidate' })
  const twice = await ok('PUT', `drives_candidates/${token}`, {})
  expect(twice.data.finished_at).toBe(finished.data.finished_at)
  expect((await ok('POST', 'feedbacks', { rating: 5, answer: 'Good problems', token })).data).toEqual({
    saved: true,
  })
  const closed = await ask('POST', 'codes', { ...draft, answer: 'after the end' })
  expect(closed).toMatchObject({ status: 422, body: { code: 'rejected' } })
  expect((await ok('GET', `drives/${me.invitation}`)).data).toMatchObject({
    is_finished: true,
    finished_at: finished.data.finished_at,
    end_reason: 'Finished by candidate',
  })
  const bearer = { authorization: `Bearer ${token}` }
  expect(
    (await ok('POST', `drives/${org.driveId}/fraud_candidate`, { reason: 'Switched window' }, bearer)).data,
  ).toEqual({
    recorded: true,
  })

  // The last draft of problem a is judged without spending a submission
  await waitFor('all verdicts', async () => {
    const rows = await app.rows<{ n: number }>(
      "SELECT count(*) AS n FROM submissions WHERE status = 'processing'",
    )
    return rows[0]?.n === 0
  })

  // The admin
  const signed = await ask('POST', 'auth/sign_in', {
    email: org.admin.email.toUpperCase(),
    password: org.admin.password,
  })
  expect(signed).toMatchObject({
    status: 200,
    body: { data: { email: org.admin.email, role: 'Admin', organization_id: org.id } },
  })
  const session = Object.fromEntries(
    ['access-token', 'token-type', 'client', 'expiry', 'uid'].map((name) => [
      name,
      signed.headers.get(name) ?? '',
    ]),
  )
  const ongoing = await ok('GET', 'admin/drives/ongoing_drives', undefined, session)
  expect(ongoing.data).toMatchObject({
    total: 1,
    drives: [
      {
        id: org.driveId,
        appeared: 1,
        invitation_sent: 2,
        total_submissions: 1,
        duration: 33,
        can_delete: false,
      },
    ],
  })
  const list = await ok('GET', `admin/drives/${org.driveId}/candidate_list`, undefined, session)
  expect(list.data).toMatchObject({
    total: 2,
    candidates: [
      { id: me.candidateId, email: me.email, first_name: 'Zoë', status: 'finished' },
      { status: 'invited', first_name: null },
    ],
  })
  const results = await ok('GET', `admin/drives/${org.driveId}/results`, undefined, session)
  expect(results.data).toMatchObject({
    drive_total_marks: org.totalMarks,
    absent_candidates_count: 1,
    results: [
      {
        candidate_id: me.candidateId,
        score: 10 + 2 + 3,
        score_claimed: 15,
        time_taken: '00:10:00',
        test_end_reason: 'Switched window',
        judging: 0,
        token: me.ref,
      },
      { score: null, time_taken: 'Not Attended' },
    ],
  })
  const report = await ok('GET', `report/${me.ref}`, undefined, session)
  expect(report.data).toMatchObject({
    candidate: { first_name: 'Zoë', email: me.email },
    score: { obtained_score: 15, total_score: 21, percentage: 71.4 },
    end_reason: 'Switched window',
    snapshots: [{ status: 'stored', candidate_name: "Zoë O'Neil-Łuk" }],
    connection: { offline: expect.any(Array), arrivals: [] },
  })
  const details = report.data.problems_details as {
    problem_id: number
    submissions_used: number
    runs: number
    obtained_score: number
    answer: string
    is_attempted: boolean
    test_case_result: {
      input: string
      expected_output: string
      actual_output: string
      is_passed: boolean
      is_sample: boolean
    }[]
  }[]
  const solved = details.find((p) => p.problem_id === a.id)
  expect(solved).toMatchObject({
    submissions_used: 2,
    obtained_score: 10,
    answer: programs.right,
    is_attempted: true,
  })
  expect(solved?.test_case_result).toHaveLength(3)
  for (const result of solved?.test_case_result ?? []) {
    expect(result.is_passed).toBe(true)
    expect(result.input).toMatch(/^\d+ \d+\n\w+\n$/)
    expect(result.actual_output).toBe(result.expected_output)
  }
  expect(details.find((p) => p.problem_id === b.id)).toMatchObject({
    is_attempted: false,
    obtained_score: 0,
    answer: null,
  })
  const mcqs = report.data.mcqs_details as {
    question_id: number
    is_accepted: boolean
    selected_options: number[]
    options: { id: number; is_answer: boolean }[]
  }[]
  const shown = mcqs.find((q) => q.question_id === multi.id)
  expect(shown).toMatchObject({ is_accepted: true, obtained_marks: 3 })
  expect(shown?.selected_options.toSorted()).toEqual(multi.right.toSorted())
  expect(shown?.options.filter((o) => o.is_answer).map((o) => o.id)).toEqual(multi.right)
  expect(mcqs.find((q) => q.question_id === third.id)).toMatchObject({
    is_accepted: false,
    selected_options: third.wrong.slice(0, 1),
  })
  const [snapshot] = report.data.snapshots as { image_url: string }[]
  const image = await fetch(new URL(snapshot?.image_url ?? '', app.base))
  expect(image.headers.get('content-type')).toBe('image/jpeg')
  expect(new Uint8Array(await image.arrayBuffer())).toEqual(picture)
  expect((await ok('DELETE', 'auth/sign_out', undefined, session)).data).toEqual({ signed_out: true })
  expect((await ask('GET', `report/${me.ref}`, undefined, session)).status).toBe(401)
})

test('plain writes wait while a device holds the lease; a device takes the server lease without asking', async () => {
  const me = org.candidates[1]
  if (!me) throw new Error('nobody was invited')
  const filled = await ok('PUT', `candidates/${me.candidateId}`, {
    first_name: 'Kim',
    last_name: 'Sato',
    mobile_number: '5550100301',
    token: me.invitation,
  })
  const token = String(filled.data.auth_token)
  const [single] = org.questions
  await ok('GET', `questions?token=${token}`)
  const choice = { question_id: single.id, selected_options: single.right, token }
  await ok('POST', 'questions_submissions', choice)

  const device = { device_id: 'a-device-of-its-own-1', device_name: 'Blue laptop' }
  const lease = await ok('POST', 'sync/start', device, { authorization: `Bearer ${token}` })
  expect(lease.data).toMatchObject({ lease_epoch: 2, granted_head_seq: 1, head_seq: 1 })

  const writes: [string, string, unknown][] = [
    ['POST', 'questions_submissions', choice],
    ['POST', 'codes', { answer: 'x', language_id: 1, problem_id: org.problems[0].id, token }],
    ['POST', 'submissions', { source_code: 'x', language_id: 1, problem_id: org.problems[0].id, token }],
    ['POST', 'submit_mcqs', { token }],
    ['PUT', `drives_candidates/${token}`, {}],
    ['POST', 'feedbacks', { rating: 1, token }],
    ['POST', `drives/${org.driveId}/fraud_candidate`, { reason: 'x', token }],
  ]
  await app.idle()
  const before = await app.fingerprint()
  for (const [method, path, body] of writes) {
    const held = await ask<{ code: string; message: string; details: unknown }>(method, path, body)
    expect(held, path).toMatchObject({
      status: 409,
      body: {
        code: 'lease_held',
        details: { device_name: 'Blue laptop', since: new Date(app.clock.now()).toISOString() },
      },
    })
    expect(held.body.message).toContain('Blue laptop')
  }
  expect(await app.fingerprint()).toBe(before)

  // Reads, Run and addresses for pictures need no lease.
  expect((await ok('GET', `questions_submissions?token=${token}`)).data.questions_submissions).toHaveLength(1)
  await ok('POST', 'snapshots/presigned_url', { token })
  await ok('POST', 'executions/submission_token', { language_id: 1, source_code: 'x', stdin: '', token })
})

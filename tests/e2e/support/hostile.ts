import type { Page } from 'playwright'
import { must, type Send, signIn } from '../../factories/client.ts'
import type { openServerDatabase } from './database.ts'
import type { TestServer } from './server.ts'

/** One record of each kind that holds texts which would run something, were they taken for more than text. */

export const payloads = [
  '<img src=x onerror="window.ran=1">',
  '<script>window.ran=1</script>',
  '"><svg/onload=window.ran=1>',
  "javascript:window.ran=1//'",
  '[link](javascript:window.ran=1)',
  '{{constructor.constructor("window.ran=1")()}}',
  '\u202Egnp.exe',
  '=HYPERLINK("http://evil.example")',
]
export const hostile = payloads.join(' ')

export type Records = Awaited<ReturnType<typeof addRecords>>

/** Drive, problem, question, assessment and all that belongs to them, under the demonstration's organization. */
export async function addRecords(server: TestServer) {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const superAdmin = await signIn(send, server.demo.super_admin.email, server.demo.super_admin.password)
  const { institute } = await must(send, 'postInstitute', { headers, body: { name: payloads[0] } })
  const { users } = await must(send, 'getUsersList', { headers })
  const { problem } = await must(send, 'postProblem', {
    headers,
    body: {
      title: hostile.slice(0, 70),
      description: `${hostile} $${payloads[0]}$ $$\\href{javascript:window.ran=1}{x}$$`,
      submission_count: 1,
      time_in_minutes: 1,
      difficulty: payloads[1],
      tags: payloads,
      reference: { language_id: 1, source: hostile },
      test_cases_attributes: [
        { input: hostile, output: hostile, marks: 1, is_sample: true },
        { input: 'x', output: 'x', marks: 1 },
      ],
    },
  })
  const problemId = problem.id
  await must(send, 'postTemplate', {
    headers,
    body: { code: hostile, language_id: 1, problem_id: problemId },
  })
  await must(send, 'postDefaultTemplate', { headers, body: { code: hostile, language_id: 1 } })
  const { question } = await must(send, 'postQuestion', {
    headers,
    body: {
      description: hostile.slice(0, 350),
      is_multi_select: true,
      marks: 1,
      time_in_seconds: 600,
      difficulty_list: payloads[1],
      tag_list: payloads,
      options_attributes: [0, 1].map((n) => ({ description: `${n} ${hostile}`, is_answer: n === 0 })),
    },
  })
  const questionId = question.id
  const { drive } = await must(send, 'postDrive', {
    headers,
    body: {
      name: hostile.slice(0, 49),
      description: hostile.slice(0, 349),
      institute_id: institute.id,
      question_type: 'problems_mcq',
      start_time: new Date(Date.now() + 60_000).toISOString(),
      end_time: new Date(Date.now() + 86_400_000).toISOString(),
      drives_contacts_attributes: [{ user_id: users[0]?.id ?? 0 }],
      drives_problems_attributes: [{ problem_id: problemId }],
      drives_questions_attributes: [{ question_id: questionId }],
    },
  })
  const driveId = drive.id
  await must(send, 'putDrive', { headers, params: { id: driveId }, body: { name: hostile } })
  const { assessment } = await must(send, 'postAssessment', {
    headers,
    body: {
      name: hostile.slice(0, 200),
      description: hostile,
      problem_count_hash: { easy: 1 },
      mcq_count_hash: {},
      tag_list: [],
      assessments_contacts_attributes: [{ user_id: users[0]?.id ?? 0 }],
    },
  })
  const assessmentId = assessment.id
  for (const description of payloads)
    await must(send, 'postRule', { headers, body: { drive_id: driveId, description } })
  await must(send, 'postRule', { headers, body: { is_default: true, description: hostile } })
  await must(send, 'postInvite', {
    headers,
    body: { drife_id: driveId, emails: `"onerror=1"@x.example,hostile@people.example` },
  }).catch(() => null)
  await must(send, 'putUser', {
    headers,
    params: { id: users[0]?.id ?? 0 },
    body: {
      first_name: payloads[0],
      last_name: payloads[2],
      email: server.demo.admin.email,
      mobile_number: '5550100200',
    },
  })
  const { organizations } = await must(send, 'getOrganizations', { headers: superAdmin })
  const [organization] = organizations
  await must(send, 'putOrganization', {
    headers: superAdmin,
    params: { organizationId: organization?.id ?? 0 },
    body: {
      show_name: hostile.slice(0, 50),
      description: hostile.slice(0, 350),
      contact_number: '5550100200',
      credits: 90,
      is_param_ai_allowed: false,
      allow_coding: true,
      allow_mcq: true,
    },
  })
  return { headers, driveId, problemId, questionId, assessmentId }
}

/** An admin's pages that show the records, each with something of what it shows. */
export const adminPages = ({
  driveId,
  problemId,
  questionId,
  assessmentId,
}: Records): [path: string, shown: string][] => [
  ['/admin', payloads[1] ?? ''],
  ['/rules', payloads[1] ?? ''],
  ['/institute', payloads[0] ?? ''],
  [`/admin/drive/${driveId}/edit`, 'Update Drive'],
  [`/admin/drive/${driveId}/candidates`, 'hostile@people.example'],
  [`/admin/drive/${driveId}/result`, 'hostile@people.example'],
  [`/admin/drive/${driveId}/details`, payloads[1] ?? ''],
  ['/problems', hostile.slice(0, 70)],
  ['/problems?tab=template', payloads[1] ?? ''],
  [`/admin/problem/${problemId}/edit`, 'Update Problem'],
  [`/admin/problem/${problemId}/details`, payloads[1] ?? ''],
  ['/questions', payloads[1] ?? ''],
  ['/problems?tab=mcq', payloads[1] ?? ''],
  [`/admin/question/${questionId}/details`, payloads[1] ?? ''],
  [`/admin/question/${questionId}/edit`, 'Update Question'],
  ['/assessments', payloads[1] ?? ''],
  [`/admin/assessment/${assessmentId}/edit`, 'Questions (1)'],
  [`/admin/assessment/${assessmentId}/candidates`, 'Invite candidate(s) to view data!'],
  [`/admin/assessment/${assessmentId}/reports`, payloads[1] ?? ''],
  ['/users', payloads[0] ?? ''],
  ['/audit_log', payloads[1] ?? ''],
  ['/mails', 'hostile@people.example'],
  ['/profile', payloads[0] ?? ''],
  [`/search?search=${encodeURIComponent(payloads[0] ?? '')}`, payloads[1] ?? ''],
]

type Database = ReturnType<typeof openServerDatabase>

/**
 * Statements, options, programs and what they printed, of the demonstration's tests.
 * @returns one of the tests
 */
export function spoilTests(db: Database): { ref: string; drive_id: number } {
  const text = { hostile }
  db.prepare(
    "UPDATE item_versions SET content = json_set(content, '$.title', @hostile, '$.description', @hostile) WHERE kind = 'problem'",
  ).run(text)
  db.prepare(
    "UPDATE item_versions SET content = json_set(content, '$.description', @hostile, '$.options[0].description', @hostile) WHERE kind = 'question'",
  ).run(text)
  db.prepare('UPDATE submissions SET source = @hostile').run(text)
  db.prepare(
    "UPDATE submission_tests SET actual_output = @hostile, message = @hostile, outcome = 'runtime_error', is_passed = 0",
  ).run(text)
  return db
    .prepare(
      'SELECT a.ref, a.drive_id FROM submissions s JOIN attempts a ON a.id = s.attempt_id JOIN submission_tests t ON t.submission_id = s.id LIMIT 1',
    )
    .get() as { ref: string; drive_id: number }
}

/**
 * Feedbacks, and the names of candidates.
 * @returns one who has taken a test
 */
export function spoilPeople(db: Database): { drive_id: number; candidate_id: number } {
  const text = { hostile, name: payloads[0] }
  db.prepare('UPDATE feedbacks SET answer = @hostile').run({ hostile })
  db.prepare('UPDATE attempts SET first_name = @name, last_name = @hostile').run(text)
  db.prepare('UPDATE candidates SET first_name = @name, last_name = @hostile').run(text)
  return db
    .prepare('SELECT drive_id, candidate_id FROM attempts WHERE finished_at IS NOT NULL LIMIT 1')
    .get() as { drive_id: number; candidate_id: number }
}

/**
 * Listens for what must not happen in a page.
 * @returns what did
 */
export function listen(page: Page): string[] {
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) ran.push(request.url())
  })
  return ran
}

/** Whether something ran in the page, and how many elements came of a text that would run something. */
export const stateOf = (page: Page): Promise<{ ran: boolean; made: number }> =>
  page.evaluate(() => ({
    ran: 'ran' in window,
    made: document.querySelectorAll('[onerror], [onload], a[href^="javascript:"]').length,
  }))

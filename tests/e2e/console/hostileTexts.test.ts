import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeKey } from '#contract/ops.ts'
import { must, type Send, signIn } from '../../factories/client.ts'
import { Device, fillIn } from '../../factories/device.ts'
import { openProfile, type Profile } from '../support/browser.ts'
import { fillDetails, openInvitation, openMcqs } from '../support/candidate.ts'
import { newestAttempt, openServerDatabase, setDeadline } from '../support/database.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** One record of each kind that holds all payloads, and every page that shows it: shown as text, never run. */

let server: TestServer
let profile: Profile
let page: Page
let headers: Record<string, string>
let driveId: number
let problemId: number
let questionId: number
let assessmentId: number
const ran: string[] = []

const payloads = [
  '<img src=x onerror="window.ran=1">',
  '<script>window.ran=1</script>',
  '"><svg/onload=window.ran=1>',
  "javascript:window.ran=1//'",
  '[link](javascript:window.ran=1)',
  '{{constructor.constructor("window.ran=1")()}}',
  '\u202Egnp.exe',
  '=HYPERLINK("http://evil.example")',
]
const hostile = payloads.join(' ')

beforeAll(async () => {
  server = await startTestServer()
  const send: Send = (path, init) => fetch(server.base + path, init)
  headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
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
  problemId = problem.id
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
  questionId = question.id
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
  driveId = drive.id
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
  assessmentId = assessment.id
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
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) ran.push(request.url())
  })
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

/** Nothing ran, and no element came of the text. */
async function expectCalm(where: string): Promise<void> {
  const state = await page.evaluate(() => ({
    ran: 'ran' in window,
    made: document.querySelectorAll('[onerror], [onload], a[href^="javascript:"]').length,
  }))
  expect(state, where).toEqual({ ran: false, made: 0 })
  expect(ran, where).toEqual([])
}

async function enter(account: { email: string; password: string }): Promise<void> {
  await page.goto(`${server.base}/login`)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/(admin|organizations)$/)
}

it('an admin’s pages show hostile texts as they are', async () => {
  await enter(server.demo.admin)
  const pages: [path: string, shown: string][] = [
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
  for (const [path, shown] of pages) {
    await page.goto(server.base + path)
    await see(page.getByText(shown).first(), path).toBeAttached()
    await expectCalm(path)
  }
})

it('the questions before something is deleted do', async () => {
  for (const [path, label] of [
    ['/admin', /^Delete .*<script/],
    ['/problems', /^Delete .*<script/],
    ['/questions', /^Delete .*<script/],
    ['/assessments', /^Delete .*<script/],
    ['/institute', /^Delete <img/],
    ['/rules', 'Delete rule 1'],
  ] as const) {
    await page.goto(server.base + path)
    await page.getByRole('button', { name: label }).first().click()
    await see(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toContainText('<img src=x onerror')
    await expectCalm(`delete in ${path}`)
  }
})

it('what is wrong with a file does, of its columns and of its cells', async () => {
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  const known = 'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers'
  const cells = known.split(',').map(() => quoted(hostile))
  for (const [what, text] of [
    ['columns', known.replace('marks', quoted(payloads[0] ?? ''))],
    ['cells', `${known}\n${cells.join(',')}`],
  ]) {
    await page.goto(`${server.base}/problems?tab=mcq`)
    await page.getByRole('button', { name: 'Import MCQ' }).click()
    const modal = page.getByRole('dialog')
    await modal.getByLabel('CSV file').setInputFiles({
      name: `${payloads[0]?.slice(0, 10)}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(text ?? ''),
    })
    if (what === 'columns') await see(modal.getByText('Not read: ')).toContainText('<img src=x')
    else await see(modal.getByRole('table', { name: 'The first rows' })).toContainText('<img src=x')
    await expectCalm(`preview of ${what}`)
    await modal.getByRole('button', { name: 'Upload' }).click()
    await see(modal.getByRole('table', { name: 'What is wrong with the file' })).toContainText(
      what === 'columns' ? 'This column is missing' : '<img src=x',
    )
    await expectCalm(`wrong ${what}`)
  }
})

it('a super admin’s pages do', async () => {
  await enter(server.demo.super_admin)
  await see(page.getByText(hostile.slice(0, 50)).first()).toBeVisible()
  await expectCalm('/organizations')
  await page.goto(`${server.base}/administrant/organization/1/edit`)
  await see(page.getByLabel('Description')).toHaveValue(hostile.slice(0, 350))
  await expectCalm('organization edit')
  await page.goto(`${server.base}/administrant/audit_log`)
  await see(page.getByText(hostile.slice(0, 50)).first()).toBeVisible()
  await expectCalm('audit log')
})

it('a report does: statements, options, programs and what they printed', async () => {
  const db = openServerDatabase(server.data)
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
  const attempt = db
    .prepare(
      'SELECT a.ref, a.drive_id FROM submissions s JOIN attempts a ON a.id = s.attempt_id JOIN submission_tests t ON t.submission_id = s.id LIMIT 1',
    )
    .get() as { ref: string; drive_id: number }
  db.close()
  // What the server had read before is kept in its memory.
  await server.restart()
  await enter(server.demo.admin)
  await page.goto(`${server.base}/admin/drive/${attempt.drive_id}/candidate/${attempt.ref}/report`)
  await see(page.getByRole('heading', { name: payloads[1] }).first()).toBeVisible()
  // Once where markup is made of it, and it stays words there too.
  await see(page.getByText('{{constructor.constructor').first()).toBeAttached()
  await expectCalm('report')
})

it('feedbacks and names of candidates do', async () => {
  const db = openServerDatabase(server.data)
  const text = { hostile, name: payloads[0] }
  db.prepare('UPDATE feedbacks SET answer = @hostile').run({ hostile })
  db.prepare('UPDATE attempts SET first_name = @name, last_name = @hostile').run(text)
  db.prepare('UPDATE candidates SET first_name = @name, last_name = @hostile').run(text)
  const { drive_id, candidate_id } = db
    .prepare('SELECT drive_id, candidate_id FROM attempts WHERE finished_at IS NOT NULL LIMIT 1')
    .get() as { drive_id: number; candidate_id: number }
  db.close()
  for (const path of [
    '/feedbacks',
    `/admin/drive/${drive_id}/candidates`,
    `/admin/drive/${drive_id}/result`,
    `/drive/${drive_id}/candidate/${candidate_id}/snapshots`,
  ]) {
    await page.goto(server.base + path)
    await see(
      page.getByText(path.endsWith('snapshots') ? 'Nothing to show' : /<img src=x/).first(),
      path,
    ).toBeVisible()
    await expectCalm(path)
  }
  await page.goto(`${server.base}/feedbacks`)
  await page
    .getByRole('button', { name: /^Delete the feedback of/ })
    .first()
    .click()
  await see(page.getByRole('alertdialog')).toContainText('<img src=x')
  await expectCalm('delete in /feedbacks')
})

it('late work does: what was written, and what stands beside it', async () => {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const invitation = (server.demo.candidate_links[0] ?? '').split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const token = await fillIn(send, { invitation, candidateId: candidate_id })
  const device = new Device(send, token, Date.now)
  await device.start()
  const [problem] = await must(send, 'getDriveProblems', {
    params: { id: drive.id },
    headers: { authorization: `Bearer ${token}` },
  })
  const key = codeKey(problem?.id ?? 0, 1)
  const body = (answer: string) => ({ problem_id: problem?.id ?? 0, language_id: 1, answer })
  device.write('draft', key, body(hostile))
  await device.sync()
  const db = openServerDatabase(server.data)
  setDeadline(db, newestAttempt(db).id, Date.now() - 5_000)
  db.close()
  device.write('draft', key, body(`late ${hostile}`), { est: Date.now() })
  await device.sync()
  await page.goto(`${server.base}/admin/drive/${drive.id}/late_work`)
  const program = page.getByRole('region', { name: /^Program, not submitted/ })
  await see(program).toContainText(`late ${payloads[0]}`)
  await program.getByRole('button', { name: 'Accept' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Note (optional)').fill(hostile)
  await modal.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Show what is decided' }).click()
  await see(program).toContainText(`Note: ${payloads[0]}`)
  await expectCalm('late work')
})

it('a candidate’s welcome, details form and test do', async () => {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const { candidates } = await must(send, 'getCandidateList', { params: { driveId }, headers })
  const { link } = await must(send, 'postAttemptLink', {
    params: { ref: candidates[0]?.token ?? '' },
    body: {},
    headers,
  })
  const db = openServerDatabase(server.data)
  db.prepare('UPDATE drives SET start_time = @start WHERE id = @id').run({
    start: Date.now() - 60_000,
    id: driveId,
  })
  db.close()
  await openInvitation(page, link)
  await see(page.getByText(payloads[1] ?? '').first()).toBeVisible()
  await expectCalm('welcome')
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByLabel('First name')).toBeVisible()
  await see(page.getByText(payloads[1] ?? '').first()).toBeVisible()
  await expectCalm('details form')
  await fillDetails(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
  await see(page.getByText('{{constructor.constructor').first()).toBeAttached()
  await expectCalm('problem of a test')
  await openMcqs(page)
  await see(page.getByText('{{constructor.constructor').first()).toBeVisible()
  await expectCalm('MCQ of a test')
})

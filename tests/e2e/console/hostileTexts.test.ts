import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeKey } from '#contract/ops.ts'
import { must, type Send } from '../../factories/client.ts'
import { Device, fillIn } from '../../factories/device.ts'
import { fillDetails, openInvitation, openMcqs } from '../support/candidate.ts'
import { newestAttempt, openServerDatabase, setDeadline } from '../support/database.ts'
import {
  addRecords,
  adminPages,
  hostile,
  listen,
  payloads,
  type Records,
  spoilPeople,
  spoilTests,
  stateOf,
} from '../support/hostile.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** One record of each kind that holds all payloads, and every page that shows it: shown as text, never run. */

let server: TestServer
let profile: Profile
let page: Page
let headers: Record<string, string>
let records: Records
let ran: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  records = await addRecords(server)
  headers = records.headers
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  ran = listen(page)
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

/** Nothing ran, and no element came of the text. */
async function expectCalm(where: string): Promise<void> {
  expect(await stateOf(page), where).toEqual({ ran: false, made: 0 })
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
  for (const [path, shown] of adminPages(records)) {
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
    if (what === 'columns') await see(modal.getByText('Ignored: ')).toContainText('<img src=x')
    else
      await see(modal.getByRole('table', { name: 'Preview of the first rows' })).toContainText('<img src=x')
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
  const attempt = spoilTests(db)
  db.close()
  // The server keeps in its memory what it had read before.
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
  const { drive_id, candidate_id } = spoilPeople(db)
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
  await page.getByRole('button', { name: 'Show decided' }).click()
  await see(program).toContainText(`Note: ${payloads[0]}`)
  await expectCalm('late work')
})

it('a candidate’s welcome, details form and test do', async () => {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const { candidates } = await must(send, 'getCandidateList', {
    params: { driveId: records.driveId },
    headers,
  })
  const { link } = await must(send, 'postAttemptLink', {
    params: { ref: candidates[0]?.token ?? '' },
    body: {},
    headers,
  })
  const db = openServerDatabase(server.data)
  db.prepare('UPDATE drives SET start_time = @start WHERE id = @id').run({
    start: Date.now() - 60_000,
    id: records.driveId,
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

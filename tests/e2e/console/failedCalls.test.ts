import { expect, it } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { type CallName, paths, urlOf } from '#contract/paths.ts'
import { texts } from '#contract/texts.ts'
import { openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/** Console specification, 8: what is shown when a call fails. The calls are cut off on their way; the server is whole. */

const { server, page, faults, button, said } = await openSignedIn()
const WHY = 'The ferry did not come.'

const db = openServerDatabase(server.data)
const idOf = (sql: string) => db.prepare(sql).pluck().get() as number
const driveId = idOf(
  'SELECT id FROM drives WHERE is_assessment = 0 AND deleted_at IS NULL AND appeared = 0 ORDER BY id LIMIT 1',
)
const driveName = db.prepare('SELECT name FROM drives WHERE id = ?').pluck().get(driveId) as string
const ongoingId = idOf("SELECT id FROM drives WHERE name = 'Graduate Engineer Drive'")
const problemId = idOf('SELECT id FROM problems WHERE deleted_at IS NULL ORDER BY id LIMIT 1')
const questionId = idOf('SELECT id FROM questions WHERE deleted_at IS NULL ORDER BY id LIMIT 1')
const candidateId = idOf('SELECT candidate_id FROM attempts ORDER BY id LIMIT 1')
db.close()

/** The address of a call, whatever stands in its braces and behind it. */
const addressOf = (name: CallName): RegExp => {
  const [, path] = paths[name]
  const prefix = urlOf('getLanguages').slice(0, -'/languages/all'.length)
  return new RegExp(`${prefix}${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
}

const dialog = page.getByRole('dialog')
const confirm = (name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

async function addRule(): Promise<void> {
  await page.getByPlaceholder('Type New Rule Here').fill('Come by the second ferry.')
  await button('Add Rule').click()
}

async function invite(): Promise<void> {
  await button('Add Candidates').click()
  await dialog.getByLabel('Email').fill('late@people.example')
  await button('Send Invitation', dialog).click()
}

async function importFile(): Promise<void> {
  await button(t.importMcq).click()
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'q.csv', mimeType: 'text/csv', buffer: Buffer.from('description\nx') })
  await button('Upload', dialog).click()
}

type Case = [
  what: string,
  calls: CallName[],
  path: string,
  act: () => Promise<unknown>,
  words: (string | RegExp)[],
]
const nothing = async (): Promise<void> => {}
const cases: Case[] = [
  [
    'the three columns',
    ['getOngoingDrives', 'getUpcomingDrives', 'getCompletedDrives'],
    '/admin',
    nothing,
    [t.ongoingFailed, t.upcomingFailed, t.completedFailed],
  ],
  [
    'deleting a drive',
    ['deleteDrive'],
    '/admin',
    async () => {
      await button(`Delete ${driveName}`).click()
      await confirm('Delete')
    },
    [t.driveDeleteFailed, WHY],
  ],
  [
    'a drive’s details',
    ['getDriveDetails'],
    `/admin/drive/${driveId}/details`,
    nothing,
    [t.somethingWrong, WHY],
  ],
  [
    'a drive in the wizard',
    ['getAdminDrive'],
    `/admin/drive/${driveId}/edit`,
    nothing,
    [t.somethingWrong, WHY],
  ],
  ['the rules', ['getDefaultRules'], '/rules', nothing, ['The rules could not be loaded.', WHY]],
  ['adding a rule', ['postRule'], '/rules', addRule, [WHY]],
  [
    'changing a rule',
    ['putRule'],
    '/rules',
    async () => {
      // The text that was typed when adding it failed is kept.
      await button('Add Rule').click()
      await button('Edit rule 1').click()
      await page.getByPlaceholder('Type New Rule Here').fill('Come by the third ferry.')
      await button('Update').click()
    },
    [WHY],
  ],
  [
    'deleting a rule',
    ['deleteRule'],
    '/rules',
    async () => {
      await button('Delete rule 1').click()
      await confirm('Delete')
    },
    [WHY],
  ],
  [
    'adding an institute',
    ['postInstitute'],
    '/institute',
    async () => {
      await button('Add Institute').click()
      await dialog.getByLabel('Name').fill('Ferry Campus')
      await button('Add', dialog).click()
    },
    [new RegExp(`^${t.instituteCreateFailed}`)],
  ],
  [
    'renaming an institute',
    ['putInstitute'],
    '/institute',
    async () => {
      await page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click()
      await dialog.getByLabel('Name').fill('Ferry Campus')
      await button('Update', dialog).click()
    },
    [new RegExp(`^${t.instituteUpdateFailed}`)],
  ],
  [
    'deleting an institute',
    ['deleteInstitute'],
    '/institute',
    async () => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await button('Delete', dialog).click()
      await confirm('Delete')
    },
    [t.instituteDeleteFailed],
  ],
  [
    'inviting a user',
    ['postInviteUser'],
    '/users',
    async () => {
      await page.getByLabel('Email').fill('late@people.example')
      await page.getByLabel('Role').selectOption('Admin')
      await button('Send the invitation').click()
    },
    [WHY],
  ],
  [
    'switching a user off',
    ['putUser'],
    '/users',
    async () => {
      await page.getByLabel('Email').fill('late@people.example')
      await page.getByLabel('Role').selectOption('Admin')
      await button('Send the invitation').click()
      await page.getByRole('row').filter({ hasText: 'late@people.example' }).getByRole('checkbox').click()
      await confirm('Deactivate')
    },
    [WHY],
  ],
  [
    'inviting absent candidates again',
    ['postResendInvite'],
    `/admin/drive/${ongoingId}/candidates`,
    async () => {
      await page.getByRole('tab', { name: 'Absent Candidates' }).click()
      await page.getByLabel('Select all').check()
      await button('Send the invitation again to those selected').click()
    },
    [WHY],
  ],
  ['inviting candidates', ['postInvite'], `/admin/drive/${driveId}/candidates`, invite, [WHY]],
  ['downloading the MCQs', ['getQuestionsCsv'], '/problems?tab=mcq', () => button('Download').click(), [WHY]],
  ['an import', ['postQuestionsImport'], '/problems?tab=mcq', importFile, [WHY]],
  [
    'the snapshots',
    ['getSnapshots'],
    `/drive/${driveId}/candidate/${candidateId}/snapshots`,
    nothing,
    ['The snapshots could not be loaded.', WHY],
  ],
  [
    'a problem',
    ['getProblem'],
    `/admin/problem/${problemId}/details`,
    nothing,
    ['The problem could not be loaded.', WHY],
  ],
  [
    'a question',
    ['getQuestion'],
    `/admin/question/${questionId}/details`,
    nothing,
    ['The question could not be loaded.', WHY],
  ],
  [
    'a default template',
    ['postDefaultTemplate'],
    '/problems?tab=template',
    async () => {
      await button('Add Template').click()
      const form = page.getByRole('form', { name: 'Add Template' })
      await form.getByLabel('Language').selectOption({ index: 1 })
      await form.getByRole('textbox').click()
      await page.keyboard.insertText('# begin here')
      await button('Add', form).click()
    },
    [WHY],
  ],
  [
    'taking a test case away',
    ['putTestCase'],
    `/admin/problem/${problemId}/edit`,
    async () => {
      await button('Remove test 1').click()
      await confirm('Delete')
    },
    [WHY],
  ],
  [
    'a picture',
    ['getProblemImageUrl'],
    '/problem/create',
    () =>
      page
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: Buffer.from('\u0089PNG', 'latin1') }),
    [`${texts.imageUploadFailed}: ${WHY}`],
  ],
]

it.each(cases)('%s: what is shown when %j fails', async (_, calls, path, act, words) => {
  for (const name of calls)
    await page.route(addressOf(name), (route) =>
      route.request().method() === paths[name][0]
        ? route.fulfill({ status: 500, json: { code: 'internal', message: WHY } })
        : route.fallback(),
    )
  await page.goto(server.base + path)
  await act()
  for (const sentence of words) await said(sentence)
  await page.unrouteAll()
  expect(faults).toEqual([])
})

it('too few credits are told in the modal, and what was typed stays', async () => {
  await page.goto(`${server.base}/admin/drive/${driveId}/candidates`)
  await page.route(addressOf('postInvite'), (route) =>
    route.fulfill({
      status: 422,
      json: {
        code: 'insufficient_credits',
        message: t.insufficientCredits,
        details: { needed: 120, credits: 100 },
      },
    }),
  )
  await invite()
  await see(dialog.getByText(t.insufficientCredits, { exact: true })).toBeVisible()
  await see(dialog.getByText('This takes 120 credits, and your organization has 100.')).toBeVisible()
  await see(dialog.getByRole('link', { name: t.needCredits })).toBeVisible()
  await see(dialog.getByText('100 Credits')).toBeVisible()
  await see(dialog.getByLabel('Email')).toHaveValue('late@people.example')
  await page.unrouteAll()
})

it('the list of organizations, for a super admin', async () => {
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.base}/login`)
  await page.getByLabel('Email').fill(server.demo.super_admin.email)
  await page.getByLabel('Password', { exact: true }).fill(server.demo.super_admin.password)
  await page.route(addressOf('getOrganizations'), (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: WHY } }),
  )
  await button('Login').click()
  await said(t.organizationsFailed)
  await said(WHY)
  expect(faults).toEqual([])
})

import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { downloadOf, holdAnswers, openSignedIn } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.14: assessments, their candidates and results, in the browser. */

const { server, profile, page, faults, button, said } = await openSignedIn()
const NAME = 'Screening of the shore crew'

const card = (name: string): Locator => page.getByRole('article', { name, exact: true })
/** With a second connection, as somebody else would change it meanwhile. */
const change = (sql: string, ...values: unknown[]) => {
  const db = openServerDatabase(server.data)
  db.prepare(sql).run(...values)
  db.close()
}

it('the form tells all errors together, counts what there is, and keeps what was typed through a reload', async () => {
  await page.getByRole('link', { name: 'Assessments' }).first().click()
  await see(page.getByRole('heading', { name: 'Assessments (0)' })).toBeVisible()
  await said('Assessments Not Found')
  const release = await holdAnswers(page, `${server.base}/api/v1/admin/users_list`)
  await page.getByRole('link', { name: 'Add Assessment' }).click()
  await button('Create').click()
  for (const words of [
    'Title is a required field',
    'Description is a required field',
    'Please select contact(s)',
    'Please add atleast 1 count',
  ])
    await said(words)
  await see(page.getByLabel('Title')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  // Nothing speaks of Param where it is not allowed.
  await see(page.getByText('Param Assessment')).toHaveCount(0)

  await page.keyboard.type('Four')
  await said('Title must be atleast 5 characters')
  await page.getByLabel('Title').fill(NAME)
  await page.getByLabel('Description').fill('Half an hour for whoever applies at the gate.')
  const contacts = page.getByRole('combobox', { name: 'Contacts' })
  await contacts.press('Enter')
  // Enter takes what is marked: the list has the keys, and its first one is marked, also where they come after it opened.
  await see(page.getByRole('listbox')).toBeFocused()
  await see(page.getByRole('option')).toHaveCount(0)
  await release()
  await see(page.getByRole('option').first()).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await see(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await page.getByLabel('Easy Problems').fill('99')
  await page.getByLabel('Hard MCQs').fill('x')
  await said('Count should be less than total')
  await said('Count must be a whole number')
  await button('Create').click()
  await see(page.getByLabel('Easy Problems')).toBeFocused()
  await see(page.getByText(/Draft kept/)).toBeVisible()
  await page.reload()
  await see(page.getByLabel('Title')).toHaveValue(NAME)
  await page.getByLabel('Easy Problems').fill('1')
  await page.getByLabel('Hard MCQs').fill('2')
  await said('3 questions in total')
  await said(/^Full screen throughout\. Leaving the window ends the test\. Webcam pictures are taken/)
  await button('Advanced').click()
  await page.getByLabel('Leaving the test window').selectOption('Warns, then ends the test')
  await page.getByText('Take webcam pictures during the test').click()
  await said(/ends the test after 3 warnings\. No webcam pictures\./)
  expect(await violationsOf(page)).toEqual([])
})

it('is created, copied and changed; two people on one see both states', async () => {
  await button('Create').click()
  await said('Assessment created successfully')
  await see(card(NAME)).toContainText('1 problem, 2 MCQs')
  await button(`Copy ${NAME}`).click()
  await said(`Are you sure you want to copy ${NAME} assessment?`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Copy' }).click()
  await see(page.getByLabel('Title')).toHaveValue(`${NAME} (copy)`)
  await said(/ends the test after 3 warnings\. No webcam pictures\./)
  await button('Create').click()
  await see(card(`${NAME} (copy)`)).toBeVisible()

  await page.getByRole('link', { name: `Edit ${NAME}`, exact: true }).click()
  await see(page.getByRole('heading', { name: 'Questions (3)' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Questions' })
  await see(table.getByRole('columnheader')).toHaveText(['#', 'Question', 'Type', 'Difficulty'])
  await see(table.getByRole('row')).toHaveCount(4)
  await page.getByLabel('Title').fill('Screening, mine')
  await page.getByLabel('Hard MCQs').fill('1')
  await said('Counts or tags have changed: new questions will be drawn when you update.')
  change(
    "UPDATE drives SET version = version + 1, name = 'Theirs', description = 'Theirs alone, and it stays.' WHERE name = ?",
    NAME,
  )
  await button('Update').click()
  const dialog = page.getByRole('alertdialog')
  await see(dialog.getByRole('row', { name: /Title/ })).toContainText('Screening, mineTheirs')
  await see(dialog.getByRole('row', { name: /Description/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await said('Assessment updated successfully')
  await see(card('Screening, mine')).toContainText('1 problem, 1 MCQ')
  await page.getByRole('link', { name: 'Edit Screening, mine', exact: true }).click()
  await see(page.getByLabel('Description')).toHaveValue('Theirs alone, and it stays.')
  await page.goBack()
  expect(await violationsOf(page)).toEqual([])
})

it('is renamed although the bank has fewer questions than it drew', async () => {
  await page.goto(`${server.base}/assessments`)
  await page.getByRole('link', { name: `Edit ${NAME} (copy)` }).click()
  await see(page.getByRole('heading', { name: 'Questions (3)' })).toBeVisible()
  change('UPDATE problems SET deleted_at = 1')
  await page.reload()
  await see(page.getByText('of 0').first()).toBeVisible()
  await page.getByLabel('Description').fill('Described anew, with the same questions.')
  await button('Update').click()
  await said('Assessment updated successfully')
  change('UPDATE problems SET deleted_at = NULL')
})

it('candidates are invited to it as to a drive; an expired link is told and sent again', async () => {
  await card('Screening, mine').getByRole('link', { name: 'Candidates', exact: true }).click()
  await see(page.getByRole('heading', { name: 'Candidates (0)' })).toBeVisible()
  await button('Add Candidates').click()
  const modal = page.getByRole('dialog')
  await see(modal.getByText('100 Credits')).toBeVisible()
  await modal.getByLabel('Email').fill('deck@people.example,hold@people.example')
  await modal.getByRole('button', { name: 'Send Invitation' }).click()
  await said(/^2 candidates were invited\. No email was sent/)
  await see(modal.getByText('98 Credits')).toBeVisible()
  await page.keyboard.press('Escape')
  await see(page.getByRole('heading', { name: 'Candidates (2)' })).toBeVisible()
  change('UPDATE attempts SET link_expires_at = 1 WHERE link_expires_at IS NOT NULL')
  await page.getByRole('tab', { name: 'Absent Candidates' }).click()
  const row = page.getByRole('row').filter({ hasText: 'deck@people.example' })
  await see(row).toContainText('Link expired')
  await row.getByRole('checkbox').check()
  await button('Send the invitation again to those selected').click()
  await said(/^Invitation created again\. No email was sent/)
  await see(row).not.toContainText('Link expired')
  await see(page.getByRole('row').filter({ hasText: 'hold@people.example' })).toContainText('Link expired')
  expect(await violationsOf(page)).toEqual([])
})

it('a candidate opens the link without a countdown; an expired one says whom to ask', async () => {
  const linkOf = async (email: string) => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/link')),
      page.getByRole('menuitem', { name: 'Copy link' }).click(),
    ])
    return (await answer.json()) as { data?: { link: string }; message?: string }
  }
  await page.getByRole('tab', { name: 'Default' }).click()
  expect((await linkOf('hold@people.example')).message).toContain('expired')
  const { data } = await linkOf('deck@people.example')
  const other = await profile.context.newPage()
  await other.goto(data?.link ?? '')
  await see(other.getByText('Begin when you are ready')).toBeVisible()
  await see(other.getByText('Begin before')).toBeVisible()
  await see(other.getByText(/Expired|9999/)).toHaveCount(0)
  expect(await violationsOf(other)).toEqual([])
  change('UPDATE attempts SET link_expires_at = 1 WHERE link_expires_at IS NOT NULL')
  await other.goto('about:blank')
  await other.goto(data?.link ?? '')
  await see(other.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await see(other.getByText(/can send it again: ask Mira Tolland/)).toBeVisible()
  await other.close()
})

it('results stand without a shortlist, with and without /admin; a drive nobody began is deleted', async () => {
  await page.getByRole('navigation', { name: 'Assessment' }).getByRole('link', { name: 'Result' }).click()
  await see(page.getByRole('row').filter({ hasText: 'hold@people.example' })).toContainText('Not Attended')
  await see(page.getByRole('columnheader', { name: 'Shortlisted' })).toHaveCount(0)
  await see(button('Send Report')).toHaveCount(0)
  // Under the address of a drive's there is none.
  const own = page.url()
  for (const place of ['result', 'candidates']) {
    await page.goto(own.replace('/assessment/', '/drive/').replace(/reports.*$/, place))
    await said('Oops, page not found')
  }
  await page.goto(own)
  await see(page.getByRole('row').filter({ hasText: 'hold@people.example' })).toContainText('Not Attended')
  await button('Download').click()
  await see(page.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  const file = await downloadOf(page, page.getByRole('menuitem', { name: 'Report' }))
  expect(file.suggestedFilename()).toMatch(/^Report_Screening, mine_.+\.csv$/)
  await page.getByRole('link', { name: 'Rejudge' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Rejudge' })).toBeVisible()
  await see(page.getByLabel('Problem', { exact: true })).toBeEnabled()
  // The path above leads back to the assessment.
  await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Screening, mine' }).click()
  await see(page.getByRole('row').filter({ hasText: 'hold@people.example' })).toContainText('Not Attended')
  await page.goto(page.url().replace('/admin/', '/'))
  await see(page.getByRole('row').filter({ hasText: 'deck@people.example' })).toBeVisible()
  await page.goto(`${server.base}/assessments`)
  await page.getByLabel('Search Assessment').fill('(COPY)')
  await see(page.getByRole('heading', { name: 'Assessments (1)' })).toBeVisible()
  await button(`Delete ${NAME} (copy)`).click()
  await said(`Are you sure you wish to delete assessment ${NAME} (copy)?`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Assessment deleted successfully.')
  await see(page.getByRole('heading', { name: 'Assessments (0)' })).toBeVisible()
  expect(faults).toEqual([])
})

it('a Param assessment is copied without Param where the organization has it no more', async () => {
  change("UPDATE drives SET is_param = 1 WHERE name = 'Screening, mine'")
  await page.goto(`${server.base}/assessments`)
  await button('Copy Screening, mine').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Copy' }).click()
  await see(page.getByLabel('Title')).toHaveValue('Screening, mine (copy)')
  await button('Create').click()
  await said('Assessment created successfully')
  await see(card('Screening, mine (copy)')).toBeVisible()
})

it('of thousands of tags the first hundred are listed, and the others are found by typing', async () => {
  change(
    "INSERT INTO tags (organization_id, name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT (SELECT id FROM organizations LIMIT 1), printf('reference %04d', i) FROM n",
  )
  await page.goto(`${server.base}/assessment/create`)
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.click()
  await see(page.getByRole('option')).toHaveCount(100)
  await said(/^Type to search 4,9\d\d more$/)
  await tags.fill('reference 4321')
  await see(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: 'reference 4321' }).click()
  await see(button('Remove reference 4321')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await button('Remove reference 4321').click()
})

it('with neither section allowed the form says why nothing can be created', async () => {
  change('UPDATE organizations SET allow_coding = 0, allow_mcq = 0')
  await page.goto(`${server.base}/assessment/create`)
  const why = /^Neither problems nor MCQs are allowed in your organization/
  await see(page.getByText(why)).toBeVisible()
  await page.getByLabel('Title').fill('Nothing to ask')
  await page.getByLabel('Description').fill('Nothing can be asked here.')
  await page.getByRole('combobox', { name: 'Contacts' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await button('Create').click()
  await see(page.getByRole('alert').filter({ hasText: why })).toBeVisible()
  await see(page).toHaveURL(/assessment\/create/)
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})

import type { Locator, Page } from 'playwright'
import { expect as see } from 'playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../support/admin.ts'
import { seriousFaults } from '../support/axe.ts'
import { openProfile, type Profile } from '../support/browser.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Console specification, 2.4, 2.5, 2.11 and 2.16: drives, their rules and institutes, in the browser. */

let server: TestServer
let profile: Profile
let page: Page
const faults: string[] = []
const NAME = 'Platform Engineer, Accra'

beforeAll(async () => {
  server = await startTestServer()
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  page.on('pageerror', (fault) => faults.push(fault.message))
  await signIn(page, server)
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
const tile = (name: string): Locator => page.getByRole('article', { name })
const said = (words: string) => see(page.getByText(words, { exact: true }).first()).toBeVisible()

it('an institute is added, renamed and deleted after two questions', async () => {
  await page.goto(`${server.base}/institute`)
  await see(page.getByRole('heading', { name: 'Institutes (1)' })).toBeVisible()
  await button('Add Institute').click()
  const modal = page.getByRole('dialog')
  await see(modal.getByRole('heading', { name: 'Add Institute' })).toBeVisible()
  await modal.getByRole('button', { name: 'Add', exact: true }).click()
  await see(modal.getByText('Institute name is required.')).toBeVisible()
  await modal.getByLabel('Name').fill('North Campus')
  await modal.getByRole('button', { name: 'Add', exact: true }).click()
  await said('Institute added successfully')
  await button('Edit North Campus').click()
  await see(modal.getByRole('heading', { name: 'Edit Institute' })).toBeVisible()
  await modal.getByLabel('Name').fill('Harbour Campus')
  await button('Update').click()
  await said('Institute updated successfully')
  await see(page.getByRole('heading', { name: 'Institutes (2)' })).toBeVisible()
  await button('Add Institute').click()
  await modal.getByLabel('Name').fill('To be deleted')
  await modal.getByRole('button', { name: 'Add', exact: true }).click()
  await button('Delete To be deleted').click()
  await see(modal.getByText('Are you sure you want to delete "To be deleted"?')).toBeVisible()
  await modal.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await said('Institute deleted successfully')
  await see(page.getByRole('row', { name: /To be deleted/ })).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
})

it('default rules are added, refused twice, edited and deleted', async () => {
  await page.goto(`${server.base}/rules`)
  const rule = page.getByPlaceholder('Type New Rule Here')
  await button('Add Rule').click()
  await see(page.getByText('Description is a required field')).toBeVisible()
  await rule.fill('Be on time.')
  await button('Add Rule').click()
  await see(page.getByRole('heading', { name: 'Rules (1)' })).toBeVisible()
  await rule.fill('be ON time')
  await button('Add Rule').click()
  await see(page.getByText('Cannot add duplicate rule!')).toBeVisible()
  await button('Cancel').click()
  await see(rule).toHaveValue('')
  await button('Edit rule 1').click()
  await see(rule).toHaveValue('Be on time.')
  await rule.fill('Be early.')
  await button('Update').click()
  await see(page.getByRole('listitem').filter({ hasText: 'Be early.' })).toBeVisible()
  await button('Delete rule 1').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await see(page.getByRole('heading', { name: 'Rules (0)' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

it('the wizard tells all faults at their fields together, and keeps its draft through a reload', async () => {
  await page.goto(`${server.base}/admin`)
  await page.getByRole('link', { name: 'New Drive' }).first().click()
  await see(page.getByRole('heading', { name: 'Add New Drive' })).toBeVisible()
  await button('Next').click()
  for (const fault of [
    'Title is a required field',
    'Description is a required field',
    'Please select institute',
    'Please select/add contact(s)',
    'Please select a question type',
  ])
    await said(fault)
  await see(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(NAME)
  await page.getByLabel('Description').fill('A test for platform engineers.')
  await page.getByLabel('Institute').selectOption('Harbour Campus')
  await page.getByLabel('Question Type').selectOption('Coding problems and MCQs')
  await page.getByRole('combobox', { name: 'Contacts' }).click()
  await page.getByRole('option', { name: 'Mira Tolland' }).click()
  await page.keyboard.press('Escape')
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await see(page.getByLabel('Title')).toHaveValue(NAME)
  await see(page.getByLabel('Question Type')).toHaveValue('problems_mcq')
})

it('an end before the start is told at its field', async () => {
  const day = page.getByLabel('End Date: day, dd/MM/yyyy')
  const kept = await day.inputValue()
  await page.getByLabel('Start Date: day, dd/MM/yyyy').fill('02/01/2099')
  await page.keyboard.press('Enter')
  await see(page.getByText('End date cannot be before start date and time')).toBeVisible()
  await day.fill('03/01/2099')
  await page.keyboard.press('Enter')
  await see(page.getByText('End date cannot be before start date and time')).toHaveCount(0)
  expect(kept).toMatch(/^\d\d\/\d\d\/\d{4}$/)
})

it('questions are found, filtered and chosen; the drive is created, then its rules', async () => {
  await button('Next').click()
  await see(page.getByRole('tab', { name: /Add Coding Problem to Drive/ })).toBeVisible()
  await button('Create Drive').click()
  await said('Please select atleast one of problem(s) or MCQ(s)')
  await button('Search and filter the problems').click()
  await page.getByLabel('Search problems').fill('Dredging')
  await button('Filter').click()
  await see(page.getByText('1 problem', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Dredging days' }).check()
  await see(page.getByRole('tab', { name: /1 Selected/ })).toBeVisible()
  await button('Reset').click()
  await see(page.getByText('14 problems')).toBeVisible()
  await page.getByRole('tab', { name: /Add MCQs to Drive/ }).click()
  const boxes = page.getByRole('tabpanel').getByRole('checkbox')
  await boxes.first().check()
  await see(page.getByRole('complementary', { name: 'In this drive' }).getByRole('listitem')).toHaveCount(2)
  expect(await seriousFaults(page)).toEqual([])
  await button('Create Drive').click()
  await said('Drive created successfully')
  await page.getByPlaceholder('Type New Rule Here').fill('No telephones.')
  await button('Add Rule').click()
  await see(page.getByRole('listitem').filter({ hasText: 'No telephones.' })).toBeVisible()
  // Loaded again, the page is still about the drive that was made.
  await page.reload()
  await see(page.getByRole('listitem').filter({ hasText: 'No telephones.' })).toBeVisible()
  await button('Finish').click()
  await see(tile(NAME)).toBeVisible()
})

it('what the institute had already is muted and cannot be chosen again', async () => {
  await page.goto(`${server.base}/drive/create`)
  await see(page.getByLabel('Title')).toHaveValue('')
  await page.getByLabel('Title').fill('Second at the harbour')
  await page.getByLabel('Description').fill('The same institute once more.')
  await page.getByLabel('Institute').selectOption('Harbour Campus')
  await page.getByLabel('Question Type').selectOption('Coding problems')
  await page.getByRole('combobox', { name: 'Contacts' }).click()
  await page.getByRole('option', { name: 'Mira Tolland' }).click()
  await page.keyboard.press('Escape')
  await button('Next').click()
  await see(page.getByRole('tab', { name: /Add MCQs to Drive/ })).toHaveCount(0)
  const row = page.getByRole('row', { name: /Dredging days/ })
  await see(row).toContainText('(Already used in this institute)')
  await see(row.getByRole('checkbox')).toBeDisabled()
  await button('Discard draft').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await see(page.getByRole('tab', { name: /Selected/ })).toHaveCount(0)
  await page.goto(`${server.base}/drive/create`)
  await see(page.getByLabel('Title')).toHaveValue('')
})

it('a copy has its own name and dates and brings the items along', async () => {
  await page.goto(`${server.base}/admin`)
  await button(`Copy ${NAME}`).click()
  await see(page.getByText(`Are you sure you want to copy ${NAME} drive?`)).toBeVisible()
  await button('Copy').click()
  await see(page.getByLabel('Title')).toHaveValue(`${NAME} (copy)`)
  await button('Next').click()
  await see(page.getByRole('tab', { name: /Add Coding Problem to Drive 1 Selected/ })).toBeVisible()
  await button('Create Drive').click()
  await said('Duplicate Drive created successfully')
  await see(page.getByRole('listitem').filter({ hasText: 'No telephones.' })).toBeVisible()
  await button('Finish').click()
  await see(tile(`${NAME} (copy)`)).toBeVisible()
})

it('two people on one drive: the second sees both states and loses nothing', async () => {
  await page.goto(`${server.base}/admin`)
  await tile(`${NAME} (copy)`).getByRole('link', { name: /^Edit/ }).click()
  await see(page.getByRole('heading', { name: 'Update Drive' })).toBeVisible()
  await page.getByLabel('Description').fill('What I typed meanwhile.')
  const other = await profile.context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Title').fill('What the other one named it')
  const finish = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Next', exact: true }).click()
    await tab.getByRole('button', { name: 'Next', exact: true }).click()
    await tab.getByRole('button', { name: 'Update Drive' }).click()
  }
  await other.getByLabel('Description').fill('A copy that two people work on.')
  await finish(other)
  await see(other.getByRole('article', { name: 'What the other one named it' })).toBeVisible()
  await other.close()
  await finish(page)
  const conflict = page.getByRole('alertdialog')
  await see(conflict.getByRole('heading')).toHaveText('Somebody else changed this drive meanwhile')
  await see(conflict.getByRole('cell', { name: 'What I typed meanwhile.' })).toBeVisible()
  await see(conflict.getByRole('cell', { name: 'What the other one named it' })).toBeVisible()
  await button('Save mine').click()
  await said('Drive updated successfully')
  await tile('What the other one named it').getByRole('link', { name: /^Edit/ }).click()
  await see(page.getByLabel('Description')).toHaveValue('What I typed meanwhile.')
})

it('a drive nobody has begun is deleted; the counts follow', async () => {
  await page.goto(`${server.base}/admin`)
  const upcoming = page.getByRole('region', { name: 'Upcoming' })
  await see(upcoming.getByRole('article')).toHaveCount(3)
  await button('Delete What the other one named it').click()
  await see(
    page.getByText('Are you sure you wish to delete drive What the other one named it?'),
  ).toBeVisible()
  await button('Delete').click()
  await said('Drive deleted successfully.')
  await see(upcoming.getByRole('article')).toHaveCount(2)
})

it('a completed drive shows its details and can only be copied', async () => {
  const past = tile('Internship Drive')
  await see(past.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await see(past.getByRole('button', { name: /^Delete/ })).toHaveCount(0)
  await past.getByRole('link', { name: 'Details' }).click()
  await see(page.getByRole('heading', { name: 'Drive Stats & Problem Details' })).toBeVisible()
  await see(page.getByRole('table', { name: 'MCQ Questions' })).toContainText('Single Select')
  expect(await seriousFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

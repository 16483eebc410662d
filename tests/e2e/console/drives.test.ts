import type { BrowserContext, Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { signIn as apiSignIn, must } from '../../factories/client.ts'
import { PASSWORD } from '../../factories/organization.ts'
import { signIn } from '../support/admin.ts'
import { violationsOf } from '../support/axe.ts'
import { addColleague } from '../support/colleague.ts'
import { openSignedIn } from '../support/console.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.4, 2.5, 2.11 and 2.16: drives, their rules and institutes, in the browser. */

const { server, page, faults, button, said, card: tile } = await openSignedIn()
const NAME = 'Platform Engineer, Accra'

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
  expect(await violationsOf(page)).toEqual([])
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
  // A long one is cut in the question, until somebody wants to read more.
  const long = `Be early ${'and stay '.repeat(20)}late.`
  await rule.fill(long)
  await button('Add Rule').click()
  await button('Delete rule 1').click()
  const question = page.getByRole('alertdialog')
  await see(question).toContainText(`Are you sure you wish to delete rule ${long.slice(0, 130)}`)
  await see(question).not.toContainText('late.')
  await question.getByRole('button', { name: /^Read more/ }).click()
  await see(question).toContainText('late.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await see(page.getByRole('heading', { name: 'Rules (0)' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

it('the wizard tells all errors at their fields together, and keeps its draft through a reload', async () => {
  await page.goto(`${server.base}/admin`)
  await page.getByRole('link', { name: 'New Drive' }).first().click()
  await see(page.getByRole('heading', { name: 'Add New Drive' })).toBeVisible()
  await button('Next').click()
  for (const error of [
    'Title is a required field',
    'Description is a required field',
    'Please select institute',
    'Please select/add contact(s)',
    'Please select a question type',
  ])
    await said(error)
  await see(page.getByLabel('Title')).toBeFocused()
  // All of them have the same border, of whatever kind they are.
  const borderOf = (field: Locator) => field.evaluate((box) => getComputedStyle(box).borderColor)
  const wrong = await borderOf(page.getByLabel('Description'))
  for (const field of [
    page.getByLabel('Title'),
    page.getByLabel('Institute'),
    page.getByLabel('Question Type'),
    page.getByRole('combobox', { name: 'Contacts' }),
  ])
    await see.poll(() => borderOf(field)).toBe(wrong)
  // A title that becomes too long is told before the field is left.
  await page.reload()
  await page.getByLabel('Title').fill('x'.repeat(4))
  await see(page.getByText(/^Title must be/)).toHaveCount(0)
  await page.getByLabel('Title').fill('x'.repeat(50))
  await said('Title must be at most 49 characters')
  await see(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(NAME)
  await see(page.getByText(/^Title must be/)).toHaveCount(0)
  await page.getByLabel('Description').fill('A test for platform engineers.')
  await page.getByLabel('Institute').selectOption('Harbour Campus')
  await page.getByLabel('Question Type').selectOption('Coding problems and MCQs')
  await page.getByRole('combobox', { name: 'Contacts' }).click()
  await page.getByRole('option', { name: 'Mira Tolland' }).click()
  await page.keyboard.press('Escape')
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await see(page.getByLabel('Title')).toHaveValue(NAME)
  await see(page.getByLabel('Question Type')).toHaveValue('problems_mcq')
  await see(page.getByText(/^Draft kept/)).toBeVisible()
})

it('a form in which nothing stands any more is called no draft, however long ago its times were proposed', async () => {
  const tab = await page.context().newPage()
  const begun = Date.now()
  await tab.clock.setFixedTime(begun)
  await tab.goto(`${server.base}/drive/create?copy=1`)
  const title = tab.getByLabel('Title')
  await see(title).toHaveValue(/\(copy\)$/)
  const named = await title.inputValue()
  const told = tab.getByText(/^Draft kept/).or(tab.getByRole('button', { name: 'Discard draft' }))
  await see(told).toHaveCount(0)
  await title.fill('Typed in the minute before')
  await see(told).toHaveCount(2)
  await tab.clock.setFixedTime(begun + 120_000)
  await tab.reload()
  await see(title).toHaveValue('Typed in the minute before')
  await see(told).toHaveCount(2)
  await title.fill(named)
  await see(told).toHaveCount(0)
  await tab.reload()
  await see(title).toHaveValue(named)
  await see(told).toHaveCount(0)
  // Begun anew, it is measured against what is proposed then.
  await title.fill('Typed again')
  await see(told).toHaveCount(2)
  await tab.clock.setFixedTime(begun + 240_000)
  await tab.reload()
  await tab.getByRole('button', { name: 'Discard draft' }).click()
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await see(title).toHaveValue(named)
  await see(told).toHaveCount(0)
  await tab.close()
})

it('a number that is out of bounds stays as it was typed, and nothing goes on with it', async () => {
  await button('Advanced').click()
  const days = page.getByLabel('Keep webcam pictures for, in days')
  await days.fill('400')
  await see(page.getByText('A whole number from 30 to 365')).toHaveCount(0)
  await page.getByLabel('Longest offline time that can count, in minutes').fill('many')
  await page.getByLabel('Title').fill('Plat')
  await said('A whole number from 30 to 365')
  await see(days).toHaveValue('400')
  await button('Next').click()
  for (const error of [
    'Title must be at least 5 characters',
    'A whole number from 0 to 1440',
    'A whole number from 30 to 365',
  ])
    await said(error)
  await see(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(NAME)
  // Closed or loaded again, what is wrong is in sight.
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  await page.reload()
  await see(days).toHaveValue('400')
  await button('Next').click()
  await see(page.getByLabel('Longest offline time that can count, in minutes')).toBeFocused()
  await page.getByLabel('Longest offline time that can count, in minutes').fill('30')
  await days.fill('60')
  await see(page.getByText(/^A whole number/)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})

it('an end before the start is told at its field', async () => {
  const day = page.getByLabel('End Date: day, dd/MM/yyyy')
  const kept = await day.inputValue()
  await page.getByLabel('Start Date: day, dd/MM/yyyy').fill('02/01/2099')
  await page.keyboard.press('Enter')
  await see(page.getByText('End date cannot be before start date and time')).toBeVisible()
  // The date stands there as it was typed, by Enter and by leaving the field.
  await see(day).toHaveValue(kept)
  await day.fill('01/01/2099')
  await page.keyboard.press('Enter')
  await see(page.getByText('End date cannot be before start date and time')).toBeVisible()
  await see(day).toHaveValue('01/01/2099')
  await day.fill('31/12/2098')
  await page.getByLabel('Title').focus()
  await see(day).toHaveValue('31/12/2098')
  await see(page.getByText('End date cannot be before start date and time')).toBeVisible()
  // A whole day is taken while it is typed.
  await day.fill('03/01/2099')
  await see(page.getByText('End date cannot be before start date and time')).toHaveCount(0)
  await see(day).toBeFocused()
  expect(kept).toMatch(/^\d\d\/\d\d\/\d{4}$/)
})

it('questions are found, filtered and chosen; the drive is created, then its rules', async () => {
  await button('Next').click()
  await see(page.getByRole('tab', { name: /Add Coding Problem to Drive/ })).toBeVisible()
  await button('Create Drive').click()
  await said('Please select atleast one of problem(s) or MCQ(s)')
  await button('Search and filter the problems').click()
  await see(page.getByLabel('Search problems')).toBeFocused()
  await page.getByLabel('Search problems').fill('Dredging')
  await button('Filter').click()
  await see(page.getByText('1 problem', { exact: true })).toBeVisible()
  await button('Preview Dredging days').click()
  const preview = page.getByRole('dialog', { name: 'Dredging days' })
  await see(preview.getByRole('region', { name: 'Description' })).toContainText('A sandbank is a grid')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await see(button('Preview Dredging days')).toBeFocused()
  await page.getByRole('checkbox', { name: 'Dredging days' }).check()
  await see(page.getByRole('tab', { name: /1 Selected/ })).toBeVisible()
  await button('Reset').click()
  await see(page.getByText('14 problems')).toBeVisible()
  await page.getByRole('tab', { name: /Add MCQs to Drive/ }).click()
  const boxes = page.getByRole('tabpanel').getByRole('checkbox')
  // The row that is ticked stays where it is, with the keyboard on it.
  await boxes.nth(1).focus()
  await page.keyboard.press('Space')
  await see(boxes.nth(1)).toBeChecked()
  await see(boxes.nth(1)).toBeFocused()
  await page
    .getByRole('button', { name: /^Preview/ })
    .first()
    .click()
  await see(page.getByRole('dialog').getByRole('table', { name: 'Answer Options' })).toContainText('Yes')
  await page.keyboard.press('Escape')
  await see(page.getByRole('complementary', { name: 'In this drive' }).getByRole('listitem')).toHaveCount(2)
  expect(await violationsOf(page)).toEqual([])
  // Loaded again, it is at the same step with what was chosen.
  await page.reload()
  await see(page.getByRole('complementary', { name: 'In this drive' }).getByRole('listitem')).toHaveCount(2)
  // A person who goes to the rules by the address is told what comes first.
  await page.goto(`${server.base}/drive/create?step=rules`)
  await said('Please create drive for adding rules')
  await button('Back').click()
  await see(page.getByRole('complementary', { name: 'In this drive' }).getByRole('listitem')).toHaveCount(2)
  await button('Create Drive').click()
  await said('Drive created successfully')
  await page.getByPlaceholder('Type New Rule Here').fill('No telephones.')
  await button('Add Rule').click()
  await see(page.getByRole('listitem').filter({ hasText: 'No telephones.' })).toBeVisible()
  // New Drive is another one, although the router knows of no other address than this.
  const rules = page.url()
  await page.getByRole('link', { name: 'New Drive' }).click()
  await see(page.getByLabel('Title')).toHaveValue('')
  expect(new URL(page.url()).pathname).toBe('/drive/create')
  // Loaded again, the page is still about the drive that was made.
  await page.goto(rules)
  await see(page.getByRole('listitem').filter({ hasText: 'No telephones.' })).toBeVisible()
  await see(button('Finish')).toBeVisible()
  // Back from there is the edit page of that drive, in place of its rules.
  await button('Back').click()
  await see(page.getByLabel('Title')).toHaveValue(NAME)
  await see(button('Next')).toBeVisible()
  await button('Back').click()
  await see(tile(NAME)).toBeVisible()
})

it('a drive that nobody was invited to says so on its lists, and leads to where they are', async () => {
  await tile(NAME).getByRole('link', { name: 'No candidates invited' }).click()
  await said('Invite candidate(s) to view data!')
  // The sentence stands below the head of the list, with the way out of it.
  const [head, sentence] = await Promise.all(
    [
      page.getByRole('table', { name: 'Candidates' }),
      page.getByText('Invite candidate(s) to view data!'),
    ].map((part) => part.boundingBox()),
  )
  expect((sentence?.y ?? 0) - (head ? head.y + head.height : 0)).toBeLessThan(80)
  await button('Invite candidates').click()
  await see(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Drive' }).getByRole('link', { name: 'Result' }).click()
  await said('No candidate(s) to view result!')
  await page.goto(`${server.base}/admin`)
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
  // An item that was chosen before the institute was is marked as well, and has to go.
  await button('Back').click()
  await page.getByLabel('Institute').selectOption('Eastmoor Institute of Technology')
  await button('Next').click()
  await row.getByRole('checkbox').check()
  await button('Back').click()
  await page.getByLabel('Institute').selectOption('Harbour Campus')
  await button('Next').click()
  await see(row).toContainText('(Already used in this institute)')
  await button('Create Drive').click()
  await said('1 chosen item was already used in this institute. Deselect the marked items.')
  await row.getByRole('checkbox').uncheck()
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
  const carried = page.getByRole('row', { name: /Dredging days/ }).getByRole('checkbox')
  await carried.uncheck()
  await see(page.getByRole('tab', { name: /Add Coding Problem to Drive 0 Selected/ })).toBeVisible()
  await carried.check()
  await see(page.getByRole('tab', { name: /Add Coding Problem to Drive 1 Selected/ })).toBeVisible()
  // It is made, the answer is lost, and the page is loaded again: sent once more, it is the same drive.
  await page.route(
    `${server.base}/api/v1/admin/drives`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await button('Create Drive').click()
  await said(/^The server cannot be reached/)
  await page.reload()
  await button('Create Drive').click()
  await said('Duplicate Drive created successfully')
  await see(page.getByRole('listitem').filter({ hasText: 'No telephones.' })).toBeVisible()
  await button('Finish').click()
  await see(tile(`${NAME} (copy)`)).toHaveCount(1)
})

it('a rule that was typed and not added is added on leaving the rules, or its error keeps them open', async () => {
  const edit = async () => {
    await tile(`${NAME} (copy)`).getByRole('link', { name: /^Edit/ }).click()
    await button('Next').click()
    await button('Next').click()
  }
  await edit()
  const rule = page.getByPlaceholder('Type New Rule Here')
  await rule.fill('no TELEPHONES')
  await button('Update Drive').click()
  await said('Cannot add duplicate rule!')
  await see(rule).toBeFocused()
  await rule.fill('No books.')
  await button('Update Drive').click()
  await said('Drive updated successfully')
  await edit()
  await see(page.getByRole('listitem').filter({ hasText: 'No books.' })).toBeVisible()
  await see(rule).toHaveValue('')
  // So is the changed text of one that stands.
  await button('Edit rule 2').click()
  await rule.fill('Books are fine.')
  await button('Update Drive').click()
  await see(tile(`${NAME} (copy)`)).toBeVisible()
  await edit()
  await see(page.getByRole('listitem').filter({ hasText: 'Books are fine.' })).toBeVisible()
  await page.goto(`${server.base}/admin`)
})

/** Another admin of the organization, signed in with a browser of their own. */
async function openColleague(): Promise<{ page: Page; context: BrowserContext }> {
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const { email, password } = server.demo.admin
  const headers = await apiSignIn(send, email, password)
  const colleague = await addColleague(server, headers)
  const { context } = await openProfile()
  const other = await context.newPage()
  await signIn(other, server, { email: colleague.email, password: PASSWORD })
  return { page: other, context }
}

it('two people on one drive: the second sees both states and loses nothing', async () => {
  await page.goto(`${server.base}/admin`)
  await tile(`${NAME} (copy)`).getByRole('link', { name: /^Edit/ }).click()
  await see(page.getByRole('heading', { name: 'Update Drive' })).toBeVisible()
  await page.getByLabel('Description').fill('What I typed meanwhile.')
  await button('Advanced').click()
  await page.getByLabel('Leaving the test window').selectOption('Is only recorded in the report')
  await page.getByText('Take webcam pictures during the test').click()
  const { page: other, context } = await openColleague()
  await other.goto(page.url())
  await other.getByLabel('Title').fill('What the other one named it')
  const finish = async (tab: Page) => {
    await tab.getByRole('button', { name: 'Next', exact: true }).click()
    await tab.getByRole('button', { name: 'Next', exact: true }).click()
    await tab.getByRole('button', { name: 'Update Drive' }).click()
  }
  await other.getByLabel('Description').fill('A copy that two people work on.')
  await other.getByRole('button', { name: 'Advanced' }).click()
  await other.getByLabel('Leaving the test window').selectOption('Warns, then ends the test')
  await finish(other)
  await see(other.getByRole('article', { name: 'What the other one named it' })).toBeVisible()
  await context.close()
  await finish(page)
  const conflict = page.getByRole('alertdialog')
  await see(conflict.getByRole('heading')).toHaveText('Someone else changed this drive in the meantime')
  await see(conflict.getByText(/^Saved by Kofi Mensah on \d\d-\d\d-\d{4}, /)).toBeVisible()
  await see(conflict.getByRole('cell', { name: 'What I typed meanwhile.' })).toBeVisible()
  await see(conflict.getByRole('row', { name: /^Leaving the window/ })).toContainText(
    'Is only recorded in the reportWarns, then ends the test',
  )
  // A field that the other one left as it was is not called theirs.
  await see(conflict.getByRole('row', { name: /^Webcam pictures/ })).toContainText('NoNot changed: Yes')
  // Whoever would rather look at the form once more is asked again later.
  await button('Back to the form').click()
  await see(conflict).toHaveCount(0)
  await button('Update Drive').click()
  // No name of a field is broken, on a phone either.
  const name = conflict.getByRole('rowheader', { name: 'Description' })
  const linesOf = (box: Element) => {
    const range = document.createRange()
    range.selectNodeContents(box)
    return range.getClientRects().length
  }
  expect(await name.evaluate(linesOf)).toBe(1)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await name.evaluate(linesOf)).toBe(1)
  if (size) await page.setViewportSize(size)
  // A field that only the other one changed stays theirs, and is not asked about.
  await see(conflict.getByRole('cell', { name: 'What the other one named it' })).toHaveCount(0)
  await button('Overwrite with mine').click()
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
  const questions = page.getByRole('table', { name: 'MCQ Questions' })
  await see(questions).toContainText('Single Select')
  expect(await violationsOf(page)).toEqual([])
  // Rows lead to what they are about, and back leads here again.
  const details = page.url()
  for (const rows of [page.getByRole('table', { name: 'Problems' }), questions]) {
    await rows.getByRole('link').first().click()
    await see(page).toHaveURL(/\/admin\/(problem|question)\/\d+\/details$/)
    await button('Back').last().click()
    await see(page).toHaveURL(details)
  }
})

it('what the bank has no longer stays out of a copy, and the wizard names it', async () => {
  await page.goto(`${server.base}/problems`)
  await button('Delete Dredging days').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Problem deleted successfully.')
  await page.goto(`${server.base}/admin`)
  await button(`Copy ${NAME}`).click()
  await button('Copy').click()
  const note = page.getByRole('note', { name: 'Left out of the copy' })
  await see(note.getByRole('listitem')).toHaveText(['Dredging days'])
  await button('Next').click()
  await see(note).toBeVisible()
  await see(page.getByRole('tab', { name: /Add Coding Problem to Drive 0 Selected/ })).toBeVisible()
  await see(page.getByRole('tab', { name: /Add MCQs to Drive 1 Selected/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await button('Create Drive').click()
  await said('Duplicate Drive created successfully')
  await see(note).toHaveCount(0)
})

it('of a drive that somebody has begun the question type stays, as its problems and MCQs do', async () => {
  const send = (path: string, init?: RequestInit) => fetch(`${server.base}${path}`, init)
  const invitation = server.demo.candidate_links[0]?.split('/').at(-1) ?? ''
  const { drive, candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  await page.goto(`${server.base}/admin/drive/${drive.id}/edit`)
  const type = page.getByLabel('Question Type')
  await see(type).toBeEnabled()
  const details = { first_name: 'Ada', last_name: 'Stern', mobile_number: '5550100200' }
  const { auth_token } = await must(send, 'putCandidate', {
    params: { id: candidate_id },
    body: { ...details, token: invitation },
  })
  await must(send, 'getDriveProblems', { params: { id: drive.id }, query: { token: auth_token } })
  await page.reload()
  await said('Questions are locked: a candidate has started.')
  await see(type).toBeDisabled()
  await see(page.getByLabel('Title')).toBeEnabled()
})

it('the details of a drive show what was deleted without a way to it', async () => {
  await page.goto(`${server.base}/admin`)
  const own = page.getByRole('article', { name: NAME, exact: true })
  const results = await own.getByRole('link', { name: 'Result' }).getAttribute('href')
  await page.goto(`${server.base}${results?.replace(/result$/, 'details')}`)
  const problems = page.getByRole('table', { name: 'Problems' })
  await see(problems.getByRole('rowheader')).toHaveText('(Deleted) Dredging days')
  await see(problems.getByRole('link')).toHaveCount(0)
  await see(page.getByRole('table', { name: 'MCQ Questions' }).getByRole('link')).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})

it('a name longer than 135 characters is cut in the head of its pages, with a Read more', async () => {
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const headers = await apiSignIn(send, server.demo.admin.email, server.demo.admin.password)
  const screen = page.viewportSize()
  const name = `Platform ${'and more '.repeat(20)}engineers`
  await must(send, 'putDrive', { params: { id: 1 }, body: { name }, headers })
  for (const place of ['candidates', 'result', 'details']) {
    await page.goto(`${server.base}/admin/drive/1/${place}`)
    const title = page.getByRole('heading', { level: 1 })
    await see(title).toContainText(name.slice(0, 130))
    await see(title).not.toContainText('engineers')
    const more = title.getByRole('button', { name: 'Read more of name' })
    await more.click()
    await see(title).toContainText('engineers')
    // Neither name nor actions are cut off if they take two lines.
    await page.setViewportSize({ width: 768, height: 800 })
    const [box, head] = await Promise.all([title.boundingBox(), page.locator('header').first().boundingBox()])
    expect((box?.y ?? 0) - (head?.y ?? 0)).toBeGreaterThanOrEqual(8)
    // On a phone the way to the rest is in sight as well.
    await page.setViewportSize({ width: 390, height: 780 })
    await see(title.getByRole('button', { name: 'Read less of name' })).toBeInViewport()
    if (screen) await page.setViewportSize(screen)
  }
  expect(await violationsOf(page)).toEqual([])
})

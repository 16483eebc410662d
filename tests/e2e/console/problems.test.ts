import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { newProblem } from '../../factories/bankInputs.ts'
import { must, type Send, signIn } from '../../factories/client.ts'
import { violationsOf } from '../support/axe.ts'
import { downloadOf, holdAnswers, openSignedIn } from '../support/console.ts'
import { keptOnDevice } from '../support/device.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.12: problem bank, problem form, details, templates, and trying a problem out. */

const { server, profile, page, faults, button, said, card, write } = await openSignedIn()
const TITLE = 'Sum of the tides'

const dialog = (): Locator => page.getByRole('dialog')

const reference = (): Locator => page.getByRole('region', { name: 'Reference solution' })

async function addTest(given: { input: string; output: string; marks: string; sample?: boolean }) {
  await button('Add test').click()
  await dialog().getByRole('textbox', { name: 'Input' }).fill(given.input)
  await dialog().getByRole('textbox', { name: 'Output' }).fill(given.output)
  await dialog().getByLabel('Marks').fill(given.marks)
  if (given.sample)
    await dialog()
      .getByText(/^Sample:/)
      .click()
  await button('Add', dialog()).click()
  await see(dialog()).toHaveCount(0)
}

it('all errors stand at their fields together, and what was typed survives a reload', async () => {
  await page.getByRole('link', { name: 'Questions' }).first().click()
  await see(page.getByText('14 problems')).toBeVisible()
  await page.getByRole('link', { name: 'Add New Problem' }).click()
  await button('Save').click()
  for (const error of [
    'Problem Title is a required field',
    'Difficulty is required field',
    'Problem Tags is a Required Field',
    'Time is a required field',
    'Submission Count is required field',
    'Problem Description is a required field',
    'Atleast 1 test case is required',
    '7 fields need your attention.',
  ])
    await said(error)
  await see(page.getByLabel('Problem Title')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Problem Title').fill(TITLE)
  await see(page.getByText('6 fields need your attention.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Difficulty' }).fill('Tricky')
  await page.getByRole('option', { name: 'Create ‘Tricky’' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('GREEDY')
  await page.getByRole('option', { name: 'greedy', exact: true }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('brand new,')
  await see(button('Remove brand new')).toBeVisible()
  await page.getByLabel('Time (mins)').fill('20')
  await page.getByLabel('Submission Count').fill('3')
  await page
    .getByLabel('Description')
    .fill('Add the **two** numbers, for example of a tide, $1 \\le n \\le 10^5$.')
  const preview = page.getByRole('region', { name: 'Preview' })
  await see(preview.locator('strong')).toHaveText('two')
  await see(preview.locator('math')).toHaveCount(1)
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  await page.reload()
  await see(page.getByLabel('Problem Title')).toHaveValue(TITLE)
  await see(page.getByRole('combobox', { name: 'Difficulty' })).toHaveValue('Tricky')
  await see(button('Remove brand new')).toBeVisible()
})

it('a test’s errors stand in its dialog; with one test the problem is saved but not left', async () => {
  await button('Add test').click()
  await button('Add', dialog()).click()
  for (const error of ['Input is a required field', 'Output is a required field', 'Marks is required field'])
    await said(error)
  await dialog().getByLabel('Marks').fill('0')
  await said('Marks must be greater than 0')
  await page.keyboard.press('Escape')
  await said('Discard your changes?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await see(dialog().getByLabel('Marks')).toHaveValue('0')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await see(dialog()).toHaveCount(0)
  await addTest({ input: '1 2', output: '3', marks: '4', sample: true })
  await button('Save').click()
  await said('Problem created successfully')
  await see(page.getByRole('tab', { name: /Templates/ })).toBeVisible()
  await button('Back').click()
  await said('Add minimum 2 test cases')
  await page.reload()
  await see(page.getByLabel('Problem Title')).toHaveValue(TITLE)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await said('Add minimum 2 test cases')
  await see(page.getByRole('heading', { name: 'Update Problem' })).toBeVisible()
})

it('a reference solution that fails keeps it from being saved, and says where it goes astray', async () => {
  await addTest({ input: '20 22', output: '42', marks: '6' })
  const solution = reference().getByRole('textbox', { name: 'Reference solution' })
  await write(solution, 'console.log(3)')
  await see(solution).toHaveCSS('font-variant-ligatures', 'none')
  await button('Run on all tests').click()
  await see(reference().getByText('1 of 2 passed')).toBeVisible()
  await see(reference().getByText('Test 2: Failed')).toBeVisible()
  await see(
    page.getByText('The reference fails one test. Fix the test or the solution before saving.'),
  ).toBeVisible()
  await see(button('Update')).toBeDisabled()
  await write(
    reference().getByRole('textbox', { name: 'Reference solution' }),
    "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number)\nconsole.log(a + b)",
  )
  await see(button('Update')).toBeEnabled()
  const unproven = page.getByText(/^The reference solution has not been run on these tests/)
  await see(unproven).toBeVisible()
  await button('Run on all tests').click()
  await see(unproven).toHaveCount(0)
  await see(reference().getByText('2 of 2 passed')).toBeVisible()
  await see(page.getByRole('row', { name: /20 22/ })).toContainText('Passed')
  expect(await violationsOf(page)).toEqual([])
  await button('Update').click()
  await said('Problem updated successfully')
  await page.waitForURL('**/problems')
  await see(card(TITLE)).toContainText('Asked 0 time(s)')
  await see(card(TITLE)).toContainText('Tricky · 20 min · 10 marks · brand new, greedy')
})

it('it stands in the picker of a new drive', async () => {
  await page.goto(`${server.base}/drive/create`)
  await page.getByLabel('Title').fill('Asks the new problem')
  await page.getByLabel('Description').fill('A drive that draws from the bank.')
  await page.getByLabel('Institute').selectOption({ index: 1 })
  await page.getByLabel('Question Type').selectOption('Coding problems')
  await page.getByRole('combobox', { name: 'Contacts' }).click()
  await page.getByRole('option', { name: 'Mira Tolland' }).click()
  await page.keyboard.press('Escape')
  await button('Next').click()
  await page.getByRole('checkbox', { name: TITLE }).check()
  await button('Create Drive').click()
  await said('Drive created successfully')
})

it('details tell everything, and lead on to the form and back', async () => {
  await page.goto(`${server.base}/problems`)
  await see(card(TITLE)).toContainText('Asked 1 time(s)')
  await card(TITLE).getByRole('link', { name: 'Details' }).click()
  await see(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await see(page.getByText('1 time', { exact: true })).toBeVisible()
  await see(page.getByRole('region', { name: 'Asked In' }).first()).toContainText('Asks the new problem')
  const tests = page.getByRole('region', { name: 'Test Cases' }).first()
  await see(tests.getByRole('rowheader')).toHaveText(['1', '2'])
  await see(page.getByLabel('Reference solution').first()).toContainText('console.log(a + b)')
  const file = await downloadOf(page, button('Download package'))
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  await see(page.locator('math')).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: `Edit ${TITLE}` }).click()
  await see(page.getByRole('heading', { name: 'Update Problem' })).toBeVisible()
  await button('Back').click()
  await see(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await page.getByRole('link', { name: 'Rejudge in Asks the new problem' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Rejudge' })).toBeVisible()
  await see(page.getByLabel('Problem', { exact: true })).toContainText(TITLE)
  await page.goto(`${server.base}/problems`)
  await button(`More for ${TITLE}`).click()
  const again = await downloadOf(page, page.getByRole('menuitem', { name: 'Download package' }))
  expect(again.suggestedFilename()).toMatch(/\.zip$/)
})

it('it is tried as a candidate: own input, samples, all tests with counts alone', async () => {
  await card(TITLE).getByRole('link', { name: 'Details' }).click()
  await button('Try as a candidate').click()
  // The word alone is no example: the samples stand there.
  await see(dialog().getByRole('region', { name: 'Example 1' })).toContainText('1 2')
  const editor = dialog().getByRole('textbox', { name: /^Code in/ })
  await write(
    editor,
    "const s = require('fs').readFileSync(0, 'utf8').trim()\nconsole.log(s === '1 2' ? 3 : s)",
  )
  await button('Run', dialog()).click()
  await see(dialog().getByText('Passed')).toBeVisible()
  await dialog().getByText('Add Custom Input').click()
  await dialog().getByLabel('Enter Input').fill('my own words')
  await button('Run', dialog()).click()
  await see(dialog().getByRole('region', { name: 'Output' })).toContainText('my own words')
  await button('Submit', dialog()).click()
  await see(dialog().getByText('1 of 2 test cases passed')).toBeVisible()
  await see(dialog().getByText('4 of 10 marks')).toBeVisible()
  await see(dialog().getByText('20 22')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await button('Close the test run', dialog()).click()
})

it('tests are taken away by a call, the last one stays; leaving with changes asks', async () => {
  await page.getByRole('link', { name: `Edit ${TITLE}` }).click()
  await button('Remove test 2').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Test case removed successfully')
  await see(page.getByText('1 test, 4 marks, 1 sample')).toBeVisible()
  await see(page.getByText('Nothing has changed.')).toBeVisible()
  await see(button('Update')).toBeDisabled()
  await button('Remove test 1').click()
  await said('Atleast 1 test case is required')
  await page.getByLabel('Time (mins)').fill('25')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await see(page.getByText(/^Leave this page\?/)).toBeVisible()
  await button('Cancel').click()
  await see(page.getByLabel('Time (mins)')).toHaveValue('25')
  await addTest({ input: '2 2', output: '4', marks: '1' })
  await button('Update').click()
  await said('Problem updated successfully')
  await see(card(TITLE)).toContainText('25 min · 5 marks')
})

it('a test that is being deleted while its problem is saved does not come back', async () => {
  await page.getByRole('link', { name: `Edit ${TITLE}` }).click()
  await page.getByLabel('Time (mins)').fill('26')
  const release = await holdAnswers(page, `${server.base}/api/v1/admin/test_cases/*`)
  await button('Remove test 2').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await button('Update').click()
  await release()
  await see(card(TITLE)).toContainText('26 min')
  await page.getByRole('link', { name: `Edit ${TITLE}` }).click()
  await see(page.getByText('1 test, 4 marks, 1 sample')).toBeVisible()
  await page.goBack()
})

it('templates of a problem are added, edited and deleted', async () => {
  await card(TITLE)
    .getByRole('link', { name: `Edit ${TITLE}` })
    .click()
  await page.getByRole('tab', { name: /Templates/ }).click()
  await button('Add Template').click()
  const form = page.getByRole('form', { name: 'Add Template' })
  await form.getByLabel('Language').selectOption({ index: 1 })
  await write(form.getByRole('textbox'), '')
  await page.keyboard.press('Delete')
  await button('Add', form).click()
  await said("Code can't be blank")
  await write(form.getByRole('textbox'), '# start here')
  await button('Add', form).click()
  await said('Template added successfully')
  await see(page.getByRole('tab', { name: /Templates 1/ })).toBeVisible()
  await button(/^Edit the template in Python/).click()
  await write(page.getByRole('form', { name: /^Template in/ }).getByRole('textbox'), '# start there')
  // A change by a call of its own is no conflict with what is saved after it, not even before its answer is here.
  const release = await holdAnswers(page, `${server.base}/api/v1/admin/templates/*`)
  await page
    .getByRole('form', { name: /^Template in/ })
    .getByRole('button', { name: 'Update' })
    .click()
  await page.getByLabel('Submission Count').fill('4')
  await page.locator('footer').getByRole('button', { name: 'Update' }).click()
  await release()
  await page.waitForURL('**/problems')
  await said('Template updated successfully')
})

it('a problem that could not be read after a change of its own is saved by the next try', async () => {
  await card(TITLE)
    .getByRole('link', { name: `Edit ${TITLE}` })
    .click()
  await page.getByRole('tab', { name: /Templates/ }).click()
  await button(/^Edit the template in Python/).click()
  const form = page.getByRole('form', { name: /^Template in/ })
  await write(form.getByRole('textbox'), '# start elsewhere')
  const read = `${server.base}/api/v1/admin/problems/*`
  const asked = page.waitForRequest(
    (request) => request.method() === 'GET' && /\/problems\/\d+$/.test(request.url()),
  )
  await page.route(read, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await button('Update', form).click()
  await asked
  await page.getByLabel('Submission Count').fill('5')
  await page.locator('footer').getByRole('button', { name: 'Update' }).click()
  await said('The server cannot be reached. Check your connection and try again.')
  await page.unroute(read)
  await page.locator('footer').getByRole('button', { name: 'Update' }).click()
  await page.waitForURL('**/problems')
})

it('two people on one problem: the second sees both states and loses nothing', async () => {
  await card(TITLE)
    .getByRole('link', { name: `Edit ${TITLE}` })
    .click()
  await page.getByLabel('Description').fill('What I typed meanwhile.')
  const other = await profile.context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Problem Title').fill('What the other one named it')
  await other.getByLabel('Description').fill('The other one wrote this.')
  await other.getByRole('button', { name: 'Update' }).click()
  await other.waitForURL('**/problems')
  await other.close()
  await button('Update').click()
  const conflict = page.getByRole('alertdialog')
  await see(conflict.getByRole('heading')).toHaveText('You changed this problem in another window')
  await see(conflict.getByRole('cell', { name: 'What I typed meanwhile.' })).toBeVisible()
  // A field that only the other one changed stays theirs, and is not asked about.
  await see(conflict.getByRole('cell', { name: 'What the other one named it' })).toHaveCount(0)
  await button('Overwrite with mine').click()
  await see(card('What the other one named it')).toContainText('What I typed meanwhile.')
})

it('the bank is searched and filtered, and its address keeps it', async () => {
  await page.getByRole('textbox', { name: 'Search problems' }).fill('named it')
  await button('Search').click()
  await see(page.getByText('1 problem', { exact: true })).toBeVisible()
  await page.reload()
  await see(page.getByRole('textbox', { name: 'Search problems' })).toHaveValue('named it')
  await see(page.getByText('1 problem', { exact: true })).toBeVisible()
  await button('Clear the search').click()
  await see(page.getByText('15 problems')).toBeVisible()
  await button('Filter by').click()
  await button('Filter').click()
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('Difficulty').selectOption('hard')
  await button('Filter').click()
  await see(page.getByText('4 problems')).toBeVisible()
  await button('Reset').click()
  await see(page.getByText('15 problems')).toBeVisible()
  await button('Reset').click()
  await see(page.getByLabel('Difficulty')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})

it('a problem is deleted after a question', async () => {
  await button('Delete What the other one named it').click()
  await see(
    page.getByText('Are you sure you wish to delete problem What the other one named it?'),
  ).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Problem deleted successfully.')
  await see(page.getByText('14 problems')).toBeVisible()
  await page.getByRole('textbox', { name: 'Search problems' }).fill('nothing like it')
  await page.keyboard.press('Enter')
  await said('Problems Not Found')
  await button('Show all problems').click()
  await see(page.getByText('14 problems')).toBeVisible()
})

it('default templates are added, edited and deleted', async () => {
  await page.getByRole('tab', { name: 'Default Templates' }).click()
  await see(page.getByText(/^There are no default templates yet/)).toBeVisible()
  expect(new URL(page.url()).search).toBe('?tab=template')
  await button('Add Template').click()
  const form = page.getByRole('form', { name: 'Add Template' })
  await write(form.getByRole('textbox'), '// the house style')
  await button('Add', form).click()
  await said('Template added successfully')
  await see(page.getByText('// the house style')).toBeVisible()
  await button(/^Edit the template in JavaScript/).click()
  await write(page.getByRole('form').getByRole('textbox'), '// another style')
  await button('Update').click()
  await said('Template updated successfully')
  expect(await violationsOf(page)).toEqual([])
  await button(/^Delete the template in JavaScript/).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Template deleted successfully')
  await page.reload()
  await see(page.getByText(/^There are no default templates yet/)).toBeVisible()
})

it('what is typed into a test’s dialog stays with that test, wherever it moves, and goes with it', async () => {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { problem } = await must(send, 'postProblem', {
    headers,
    body: {
      ...newProblem(),
      test_cases_attributes: ['1', '2', '3'].map((input) => ({ input, output: input, marks: 1 })),
    },
  })
  const type = async (name: string, text: string) => {
    await button(name).click()
    await dialog().getByRole('textbox', { name: 'Input' }).fill(text)
    await see.poll(async () => JSON.stringify(await keptOnDevice(page))).toContain(text)
    await page.reload()
  }
  const expectInput = async (name: string, text: string) => {
    await button(name).click()
    await see(dialog().getByRole('textbox', { name: 'Input' })).toHaveValue(text)
  }
  await page.goto(`${server.base}/admin/problem/${problem.id}/edit`)
  await type('Edit test 2', 'typed for the second')
  await button('Remove test 1').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await said('Test case removed successfully')
  await expectInput('Edit test 1', 'typed for the second')
  await button('Update', dialog()).click()
  await expectInput('Edit test 2', '3')
  await button('Cancel', dialog()).click()
  await type('Edit test 2', 'typed for the third')
  await button('Remove test 2').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await see(page.getByText('1 test, 1 mark, 0 samples')).toBeVisible()
  await see.poll(async () => JSON.stringify(await keptOnDevice(page))).not.toContain('typed for the third')
  await addTest({ input: '4', output: '4', marks: '1' })
  await type('Edit test 2', 'typed for a new one')
  await expectInput('Edit test 2', 'typed for a new one')
  await button('Update', dialog()).click()
  await see(page.getByRole('row', { name: /typed for a new one/ })).toBeVisible()
  await type('Edit test 2', 'typed and dropped')
  await button('Remove test 2').click()
  await see.poll(async () => JSON.stringify(await keptOnDevice(page))).not.toContain('typed and dropped')
})

it('nothing broke on the way', () => {
  expect(faults).toEqual([])
})

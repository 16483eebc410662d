import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { violationsOf } from '../support/axe.ts'
import { downloadOf, openSignedIn } from '../support/console.ts'
import { keptOnDevice } from '../support/device.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.13 and the import of 2.12: MCQs of the bank, in the browser. */

const { server, profile, page, faults, button, said, field, card } = await openSignedIn()
const NAME = 'Which of these holds a ship in place?'

it('an empty form tells everything at its fields together, and puts the focus on the first', async () => {
  await page.goto(`${server.base}/problems?tab=mcq`)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await see(page.getByRole('heading', { name: 'Add Question' })).toBeVisible()
  await button('Submit').click()
  for (const error of [
    'Question Description is required field',
    'Difficulty is required field',
    'Atleast one tag required',
    'Type is a required field',
    'Marks must be greater than or equal to 1',
    'Time must be greater than or equal to 1',
    'Please add at least description or select a diagram for option A',
    'Add at least two options',
  ])
    await said(error)
  await see(field('Question Description')).toBeFocused()
  await see(button('Remove option A')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})

it('what is typed survives a reload; options are two to five with the answers their type asks for', async () => {
  await field('Question Description').fill(NAME)
  await page.getByRole('combobox', { name: 'Difficulty' }).fill('Seaworthy')
  await page.getByRole('option', { name: 'Create ‘Seaworthy’' }).click()
  await page.getByRole('combobox', { name: 'Tags' }).fill('ships,')
  await field('Type').selectOption('Single Choice')
  await field('Marks').fill('3')
  await field('Time').fill('90')
  await said('1.5 minutes')
  await field('Unit').selectOption('Minutes')
  await see(page.getByText('1.5 minutes')).toHaveCount(0)
  await field('Time').fill('2')
  await field('Description of option A').fill('An anchor')
  for (const letter of ['B', 'C', 'D', 'E']) {
    await button('Add Option').click()
    await field(`Description of option ${letter}`).fill(`Something else ${letter}`)
  }
  await see(button('Add Option')).toBeDisabled()
  await said('Maximum 5 options are allowed')
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  // It says so since the first field: the last one is kept once it stands on the device.
  await see.poll(async () => JSON.stringify(await keptOnDevice(page))).toContain('Something else E')
  await page.reload()
  await see(field('Question Description')).toHaveValue(NAME)
  await see(field('Description of option E')).toHaveValue('Something else E')
  await button('Submit').click()
  await said('Add at least one correct option')
  const answer = (letter: string) =>
    page.getByRole('listitem', { name: `Option ${letter}` }).getByText('Is Answer')
  await answer('A').click()
  await answer('B').click()
  await said('Add only one correct option')
  await answer('B').click()
  for (const letter of ['E', 'D', 'C']) await button(`Remove option ${letter}`).click()
})

it('a picture is refused unless it is one; a question is submitted with one, then the next one begins', async () => {
  const pictures = page.locator('input[type=file]')
  await pictures
    .first()
    .setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await said('Only png, jpg, jpeg image formats are allowed')
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  await pictures.last().setInputFiles({ name: 'other.png', mimeType: 'image/png', buffer: png })
  const second = page.getByRole('listitem', { name: 'Option B' })
  await see(second.getByRole('button', { name: 'Enlarge: Picture of option B' })).toBeVisible()
  await field('Description of option B').fill('')
  await button('Submit').click()
  await said('Question created successfully')
  await see(page.getByRole('heading', { name: 'Update Question' })).toBeVisible()
  await see(field('Time')).toHaveValue('2')
  await see(field('Unit')).toHaveValue('minute')
  await said('Nothing has changed.')
  await see(button('Update')).toBeDisabled()
  await button('Remove option B').click()
  await button('Add Next Question').click()
  await said('Add minimum 2 options')
  await button('Back').click()
  await see(page).toHaveURL(/\/question\/create/)
  await button('Add Option').click()
  await field('Description of option B').fill('A sail')
  await button('Update').click()
  await see(page).toHaveURL(/\/problems\?tab=mcq/)
  await see(card(NAME)).toContainText('Seaworthy · Single Choice · 2 min · 3 marks · ships')
  await see(card(NAME)).toContainText('Asked 0 time(s)')
})

it('the next question begins empty, and what was changed of the one before is kept with that one', async () => {
  const make = async (name: string) => {
    await field('Question Description').fill(name)
    const difficulty = page.getByRole('combobox', { name: 'Difficulty' })
    await difficulty.fill('Easy')
    await page.getByRole('option', { name: /^easy$/i }).click()
    // The list is fetched: a click may come as it is drawn anew.
    await see(difficulty).toHaveValue(/^easy$/i)
    await page.getByRole('combobox', { name: 'Tags' }).fill('one by one,')
    await see(page.getByRole('combobox', { name: 'Tags' })).toHaveValue('')
    await field('Type').selectOption('Single Choice')
    await field('Marks').fill('3')
    await field('Time').fill('90')
    await field('Description of option A').fill('One')
    await button('Add Option').click()
    await field('Description of option B').fill('Two')
    const answer = page.getByRole('listitem', { name: 'Option A' })
    await answer.getByText('Is Answer').click()
    await see(answer.getByRole('checkbox')).toBeChecked()
    await button('Submit').click()
    await see(page.getByRole('heading', { name: 'Update Question' })).toBeVisible()
  }
  const expectEmpty = async () => {
    await see(page.getByRole('heading', { name: 'Add Question' })).toBeVisible()
    await see(field('Question Description')).toHaveValue('')
    await see(field('Marks')).toHaveValue('0')
    await see(button('Submit')).toBeEnabled()
  }
  const FIRST = 'Which of the two was written first?'
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await make(FIRST)
  await field('Marks').fill('7')
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  await button('Add Next Question').click()
  await see(page.getByText(/^Leave this page/)).toBeVisible()
  await button('Leave').click()
  await expectEmpty()
  await page.reload()
  await expectEmpty()
  await page.goto(`${server.base}/problems?tab=mcq`)
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await expectEmpty()
  await make('Which of the two was written second?')
  await button('Add Next Question').click()
  await expectEmpty()
  await page.goto(`${server.base}/questions?search=${encodeURIComponent('of the two was written')}`)
  await see(card('Which of the two was written second?')).toContainText('3 marks')
  await see(card(FIRST)).toContainText('3 marks')
  await page.getByRole('link', { name: `Edit ${FIRST}` }).click()
  await see(field('Marks')).toHaveValue('7')
  await button('Discard draft').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await see(field('Marks')).toHaveValue('3')
})

it('the description leads to the details, the pen to the form; back leads where one came from', async () => {
  await page.goto(`${server.base}/questions?search=${encodeURIComponent('holds a ship')}`)
  await card(NAME).getByRole('link', { name: NAME, exact: true }).click()
  await see(page.getByRole('table', { name: 'Answer Options' })).toContainText('An anchor')
  await see(page.getByText('120 seconds', { exact: true })).toBeVisible()
  await see(page.locator('dl').filter({ hasText: 'Multi-select' })).toContainText(/Multi-select\s*No/)
  const options = page.getByRole('table', { name: 'Answer Options' })
  await see(options.getByRole('columnheader')).toHaveText(['Sr.no', 'Option', 'Is Answer'])
  await see(options.getByRole('row', { name: /^1 An anchor/ })).toContainText('Yes')
  await said('Not used in any drive yet.')
  expect(await violationsOf(page)).toEqual([])
  await button('Back').first().click()
  await see.poll(() => new URL(page.url()).searchParams.get('search')).toBe('holds a ship')
  await card(NAME).getByRole('link', { name: NAME, exact: true }).click()
  await page.getByRole('link', { name: 'Edit this question' }).click()
  await said('After updating question, make sure to hit update button')
  await field('Marks').fill('4')
  await button('Back').click()
  await see(page.getByText(/^Leave this page/)).toBeVisible()
  await button('Cancel').click()
  await see(field('Marks')).toHaveValue('4')
  await button('Back').click()
  await button('Leave').click()
  await page.getByRole('link', { name: `Edit ${NAME}` }).click()
  await see(field('Marks')).toHaveValue('4')
})

it('two people on one question: the second sees both states and loses nothing', async () => {
  const other = await profile.context.newPage()
  await other.goto(page.url())
  // Text that is typed in the first tab is that tab's own draft.
  await see(other.getByLabel('Description of option A', { exact: true })).toBeVisible()
  await see(other.getByRole('button', { name: 'Discard draft' })).toHaveCount(0)
  await other.getByLabel('Marks', { exact: true }).fill('9')
  await other.getByLabel('Time', { exact: true }).fill('180')
  await other.getByRole('button', { name: 'Add Option' }).click()
  await other.getByLabel('Description of option C', { exact: true }).fill('A rope')
  await other.getByRole('button', { name: 'Update', exact: true }).click()
  await see(other.getByRole('article', { name: NAME })).toContainText('9 marks')
  await other.close()
  await button('Update').click()
  const conflict = page.getByRole('alertdialog')
  await see(conflict.getByRole('heading')).toHaveText('You changed this question in another window')
  await see(conflict.getByRole('row', { name: 'Marks 4 9' })).toBeVisible()
  // A field that only the other one changed stays theirs, and is not asked about.
  await see(conflict.getByRole('row')).toHaveCount(2)
  await button('Overwrite with mine').click()
  await see(card(NAME)).toContainText('3 min · 4 marks')
  await card(NAME).getByRole('link', { name: NAME, exact: true }).click()
  await see(page.getByRole('table', { name: 'Answer Options' })).toContainText('A rope')
  await page.goBack()
})

it('search and filter stand in the address, and Reset with nothing applied closes the box', async () => {
  await page.getByPlaceholder('Search MCQs').fill('nothing of this name')
  await page.keyboard.press('Enter')
  await said('MCQs Not Found')
  await button('Show all MCQs').click()
  await button('Filter by').click()
  await page.getByRole('form', { name: 'Filter' }).getByLabel('Difficulty').selectOption('Seaworthy')
  await button('Filter').click()
  await see(page).toHaveURL(/difficulty=Seaworthy/)
  await said('1 MCQ')
  await button('Remove filter: Difficulty is Seaworthy').click()
  await see(page).not.toHaveURL(/difficulty/)
  await see(page.getByRole('form', { name: 'Filter' }).getByLabel('Difficulty')).toHaveValue('')
  await button('Reset').click()
  await see(page.getByRole('form', { name: 'Filter' })).toHaveCount(0)
})

it('a file tells what is wrong with it, as rows and as a file; its good rows can be taken', async () => {
  await button('Import MCQ').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await said('Please choose a File')
  const file = dialog.getByLabel('CSV file')
  await file.setInputFiles({ name: 'mcqs.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await said('Please choose file with .csv extension.')
  const rows = [
    'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers',
    'Which of these came in a file?,single,Easy,imported,2,60,one,two,A',
    'Which of these has wrong marks?,single,Easy,imported,0,60,one,two,A',
  ]
  await file.setInputFiles({ name: 'mcqs.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await said('Please upload the csv file with correct entries.')
  await see(
    dialog.getByRole('row', { name: '3 marks 0 Marks must be greater than or equal to 1' }),
  ).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const errors = await downloadOf(page, dialog.getByRole('button', { name: /^Download the errors/ }))
  expect(errors.suggestedFilename()).toBe('question-error.csv')
  expect(readFileSync(await errors.path(), 'utf8')).toContain('"3","marks","0"')
  await dialog.getByRole('button', { name: 'Import the valid row' }).click()
  await said('1 MCQ imported successfully. 1 new tag was created.')
  await see(card('Which of these came in a file?')).toBeVisible()
})

it('rows that stand in the bank already are asked about before they are taken twice', async () => {
  await button('Import MCQ').click()
  const dialog = page.getByRole('dialog')
  const rows = [
    'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers',
    'Which of these came in a file?,single,Easy,imported,2,60,one,two,A',
  ]
  const again = { name: 'mcqs.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await dialog.getByLabel('CSV file').setInputFiles(again)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await see(dialog.getByRole('alert')).toContainText('It is already in the bank.')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import anyway' }).click()
  await said(/1 MCQ imported successfully/)
  await see(card('Which of these came in a file?')).toHaveCount(2)
})

it('a file with columns of other names is imported after somebody said which is which', async () => {
  await button('Import MCQ').click()
  const dialog = page.getByRole('dialog')
  const rows = [
    'sep=;',
    'Question;Kind;Level;Topic;Worth;Seconds;Option 1;Option 2;Correct answer;Source',
    'Which of these came under other names?;single;Easy;imported;2;60;one;two;A;a book',
  ]
  await dialog
    .getByLabel('CSV file')
    .setInputFiles({ name: 'mcqs.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await see(dialog.getByRole('group', { name: 'Which column is which?' })).toBeVisible()
  await see(dialog.getByLabel('description (required)')).toHaveValue('0')
  await see(dialog.getByText('Ignored: Worth (Column E), Source (Column J)')).toBeVisible()
  const shown = dialog.getByRole('table', { name: 'Preview of the first rows' })
  await see(shown.getByRole('columnheader', { name: 'marks' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await see(dialog.getByRole('row', { name: '1 marks - This column is missing' })).toBeVisible()
  // The rest by keyboard alone: the letter is the way to an option of a select.
  await dialog.getByLabel('marks (required)').focus()
  await page.keyboard.press('W')
  await see(shown.getByRole('columnheader', { name: 'marks' })).toBeVisible()
  await see(shown.getByRole('cell', { name: 'Which of these came under other names?' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Upload' }).focus()
  await page.keyboard.press('Enter')
  await said('1 MCQ imported successfully')
  await see(card('Which of these came under other names?')).toBeVisible()
})

it('the sample and the list are files of their names', async () => {
  const list = await downloadOf(page, button('Download'))
  expect(list.suggestedFilename()).toMatch(/^mcq-list_\d{14}\.csv$/)
  await button('Import MCQ').click()
  const sample = await downloadOf(page, button('sampleQuestions.csv'))
  expect(sample.suggestedFilename()).toBe('sampleQuestions.csv')
  await page.keyboard.press('Escape')
  await see(page.getByRole('dialog')).toHaveCount(0)
})

it('by keyboard alone a question is deleted after one was asked', async () => {
  await card(NAME)
    .getByRole('button', { name: `Delete ${NAME}` })
    .focus()
  await page.keyboard.press('Enter')
  await said(`Are you sure you wish to delete question ${NAME}?`)
  await button('Delete').focus()
  await page.keyboard.press('Enter')
  await said('Question deleted successfully')
  await see(card(NAME)).toHaveCount(0)
  // The focus goes on to the next question, not back to the top of the page.
  await see.poll(() => page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})

import { expect, it } from 'vitest'
import { openSignedIn } from '../support/console.ts'
import { see } from '../support/see.ts'

/** Where the keyboard goes on after something was done: nobody should have to begin at the top of the page again. */

const { server, page, faults, button, field, said, write } = await openSignedIn()

it('a button that is busy, or has done all there is to do, keeps the focus', async () => {
  await page.goto(`${server.base}/problem/create`)
  await page.getByLabel('Problem Title').fill('Run by keyboard')
  await button('Add test').click()
  const modal = page.getByRole('dialog')
  await modal.getByRole('textbox', { name: 'Input' }).fill('3')
  await modal.getByRole('textbox', { name: 'Output' }).fill('3')
  await modal.getByLabel('Marks').fill('1')
  await button('Add', modal).click()
  await write(page.getByRole('textbox', { name: 'Reference solution' }), 'console.log(3)')
  const run = button('Run on all tests')
  await run.focus()
  await page.keyboard.press('Enter')
  await said('1 of 1 passed')
  await see(run).toBeFocused()
  await button('Discard draft').click()

  await page.goto(`${server.base}/question/create`)
  await field('Question Description').fill('Sent by keyboard?')
  const difficulty = page.getByRole('combobox', { name: 'Difficulty' })
  await difficulty.fill('Easy')
  await page.getByRole('option', { name: /^easy$/i }).click()
  await see(difficulty).toHaveValue(/^easy$/i)
  await page.getByRole('combobox', { name: 'Tags' }).fill('keys,')
  await field('Type').selectOption('Single Choice')
  await field('Marks').fill('1')
  await field('Time').fill('30')
  await field('Description of option A').fill('Yes')
  await button('Add Option').click()
  await field('Description of option B').fill('No')
  await page.getByRole('listitem', { name: 'Option A' }).getByText('Is Answer').click()
  await button('Submit').focus()
  await page.keyboard.press('Enter')
  await said('Question created successfully')
  await said('Nothing is changed.')
  await see(button('Update')).toBeFocused()
  await see(button('Update')).toBeDisabled()
  // Pressed again it does nothing.
  await page.keyboard.press('Enter')
  await said('Nothing is changed.')
})

it('nothing broke on the way', () => {
  expect(faults).toEqual([])
})

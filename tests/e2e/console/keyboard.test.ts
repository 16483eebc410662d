import type { Locator } from 'playwright'
import { it } from 'vitest'
import { holdAnswers, openSignedIn } from '../support/console.ts'
import { press as pressOn, tabTo } from '../support/keyboard.ts'
import { see } from '../support/see.ts'

/** Wizard, invitation, results and a problem by the keyboard alone; the login stands with the accounts. */

const { server, profile, page, button } = await openSignedIn()

const to = (target: Locator) => tabTo(page, target)
const press = (target: Locator, key?: string) => pressOn(page, target, key)

/** Resolves when the page has done what it put off to its next frames. */
const framesLater = () =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      ),
  )

it('a drive is made', async () => {
  await press(page.getByRole('link', { name: 'New Drive' }).first())
  await to(page.getByLabel('Title'))
  await page.keyboard.type('Made by keyboard')
  await to(page.getByLabel('Description'))
  await page.keyboard.type('Nobody touched a mouse for it.')
  await to(page.getByLabel('Institute'))
  await page.keyboard.press('ArrowDown')
  await press(page.getByRole('combobox', { name: 'Contacts' }))
  await see(page.getByRole('option', { name: 'Mira Tolland' })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await to(page.getByLabel('Question Type'))
  await page.keyboard.press('ArrowDown')
  await press(button('Next'))
  const free = page.locator('input[type=checkbox]:enabled').first()
  await press(free, 'Space')
  await see(page.getByRole('tab', { name: /1 Selected/ })).toBeVisible()
  await press(button('Create Drive'))
  await to(page.getByPlaceholder('Type New Rule Here'))
  await page.keyboard.type('Keyboards are welcome.')
  await page.keyboard.press('Enter')
  await see(page.getByRole('listitem').filter({ hasText: 'Keyboards are welcome.' })).toBeVisible()
  await press(button('Finish'))
  await see(page.getByRole('article', { name: 'Made by keyboard' })).toBeVisible()
})

it('a candidate is invited to it, and Escape closes what was opened', async () => {
  await press(
    page
      .getByRole('article', { name: 'Made by keyboard' })
      .getByRole('link', { name: 'Candidates', exact: true }),
  )
  await press(button('Add Candidates'))
  await to(page.getByRole('dialog').getByLabel('Email'))
  await page.keyboard.type('typed@people.example')
  await press(page.getByRole('dialog').getByRole('button', { name: 'Send Invitation' }))
  await see(page.getByText('1 candidate was invited. No email was sent')).toBeVisible()
  await page.keyboard.press('Escape')
  await see(page.getByRole('dialog')).toHaveCount(0)
  await press(page.getByRole('button', { name: 'Actions for typed@people.example' }))
  await see(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await page.keyboard.press('Escape')
})

it('a result is shortlisted, and the report opened', async () => {
  await page.goto(`${server.base}/admin`)
  await press(page.getByRole('article', { name: 'Internship Drive' }).getByRole('link', { name: 'Result' }))
  const box = page.getByRole('checkbox', { name: /^Shortlist / }).first()
  await press(box, 'Space')
  await see(box).toBeChecked()
  await to(button('Send Report'))
  await page.keyboard.press('Enter')
  await see(page.getByText('1 shortlisted candidate')).toBeVisible()
  await page.keyboard.press('Escape')
  const opened = profile.context.waitForEvent('page')
  await press(page.getByRole('link', { name: /^Report of/ }).first())
  const report = await opened
  await see(report.getByRole('heading', { level: 1 })).toBeVisible()
  // Behind another page this one would draw a frame a second.
  await report.close()
})

it('names are chosen: the nearest one, the one that stands already, and a new one by its own row', async () => {
  await page.goto(`${server.base}/problem/create`)
  const difficulty = page.getByRole('combobox', { name: 'Difficulty' })
  await to(difficulty)
  await page.keyboard.type('zzz')
  await page.keyboard.press('Enter')
  const creation = page.getByRole('option', { name: 'Create ‘zzz’' })
  await see(creation).toContainText('Assessments only draw easy, medium and hard.')
  await see(difficulty).toHaveValue('zzz')
  await page.keyboard.press('Tab')
  await see(difficulty).toHaveValue('')
  await difficulty.focus()
  await page.keyboard.type('HARD')
  await see(page.getByRole('option', { name: 'hard', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await see(difficulty).toHaveValue('hard')
  await difficulty.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('steep')
  await see(page.getByRole('option', { name: 'Create ‘steep’' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await see(difficulty).toHaveValue('steep')
  const release = await holdAnswers(page, `${server.base}/api/v1/admin/{tags,difficulties}`)
  await page.reload()
  await to(difficulty)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('EASY')
  await see(page.getByRole('option', { name: /Create/ })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await to(page.getByRole('combobox', { name: 'Tags' }))
  for (const word of ['Graphs', 'novel tag', 'GRAPHS']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Enter')
    await see(page.getByRole('combobox', { name: 'Tags' })).toHaveValue('')
  }
  await see(page.getByRole('button', { name: /^Remove / })).toHaveText(['', ''])
  await see(button('Remove Graphs')).toBeVisible()
  await see(difficulty).toHaveValue('EASY')
  await release()
  await see(difficulty).toHaveValue('easy')
  await see(button('Remove graphs')).toBeVisible()
  await see(button('Remove novel tag')).toBeVisible()
  await button('Discard draft').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
})

it('a list of names is gone once its field is left, however soon', async () => {
  await page.goto(`${server.base}/problem/create`)
  for (const name of ['Difficulty', 'Tags']) {
    const field = page.getByRole('combobox', { name })
    for (const keys of [['ArrowDown'], ['z', 'z', 'z'], ['H'], ['e', 'a', 's']]) {
      await field.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await Promise.all([...keys, 'Tab'].map((key) => page.keyboard.press(key)))
      await framesLater()
      await see(field).not.toBeFocused()
      await see(field).toHaveAttribute('aria-expanded', 'false')
      await see(page.getByRole('listbox')).toHaveCount(0)
    }
  }
  await button('Discard draft').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
})

it('a problem is written, with its tests and its reference solution', async () => {
  await page.goto(`${server.base}/problems`)
  await press(page.getByRole('link', { name: 'Add New Problem' }))
  await to(page.getByLabel('Problem Title'))
  await page.keyboard.type('Typed all through')
  await to(page.getByRole('combobox', { name: 'Difficulty' }))
  await page.keyboard.type('eas')
  await page.keyboard.press('Enter')
  await see(page.getByRole('combobox', { name: 'Difficulty' })).toHaveValue('easy')
  await to(page.getByRole('combobox', { name: 'Tags' }))
  await page.keyboard.type('typed,keys')
  await page.keyboard.press('Enter')
  await see(button('Remove keys')).toBeVisible()
  await to(page.getByLabel('Time (mins)'))
  await page.keyboard.type('10')
  await to(page.getByLabel('Submission Count'))
  await page.keyboard.type('2')
  await to(page.getByLabel('Description'))
  await page.keyboard.type('Print what you are given.')
  for (const word of ['one', 'two']) {
    await press(button('Add test'))
    const modal = page.getByRole('dialog')
    await see(modal.getByRole('textbox', { name: 'Input' })).toBeFocused()
    await page.keyboard.type(word)
    await to(modal.getByRole('textbox', { name: 'Output' }))
    await page.keyboard.type(word)
    await to(modal.getByLabel('Marks'))
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    // The focus goes back to where the dialog was opened.
    await see(button('Add test')).toBeFocused()
  }
  await to(page.getByRole('textbox', { name: 'Reference solution' }))
  await page.keyboard.type('console.log("one")')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await see(page.getByRole('textbox', { name: 'Reference solution' })).not.toBeFocused()
  await press(button('Save'))
  await see(page.getByRole('article', { name: 'Typed all through' })).toContainText('easy')
})

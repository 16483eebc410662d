import type { Locator } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { type Organization, programs, seedOrganization } from '../../factories/index.ts'
import { violationsOf } from '../support/axe.ts'
import { dialog, editorOf } from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { see } from '../support/see.ts'

/** A whole test with the keyboard alone, from the link to the end. */

const { app, linkOf, browser } = await openClocked()
const { page } = await browser()
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'keys')
  page.setDefaultTimeout(20_000)
  // Whatever takes a pointer to do would be missing below.
  await page.addInitScript(() => {
    addEventListener('mousedown', () => Object.assign(window, { pointed: true }), { capture: true })
  })
})

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const statusOf = async () => {
  const [row] = await app.rows<{ end_reason: string | null; score: number | null }>(
    'SELECT end_reason, score FROM attempts WHERE id = ?',
    org.candidates[0]?.attemptId,
  )
  return row
}

it('begins: welcome, details, rules', async () => {
  await page.goto(linkOf(org.candidates[0]))
  await see(page.getByText('Welcome to')).toBeVisible()
  await press(page, button('Continue'))
  await see(page.getByLabel('What your camera sees')).toBeVisible()
  // The missing field gets the focus.
  await press(page, button('Continue'))
  await see(page.getByLabel('First name')).toBeFocused()
  await page.keyboard.type('Ada')
  await tabTo(page, page.getByLabel('Last name'))
  await page.keyboard.type('Lund')
  await tabTo(page, page.getByLabel(/Mobile/))
  await page.keyboard.type('5550100300')
  await press(page, page.getByRole('checkbox'), 'Space')
  await press(page, button('Continue'))
  await page.waitForURL('**/candidate/ide')
  await see(editorOf(page)).toBeVisible()
  // As on each screen, reading begins with its heading.
  await see(page.getByRole('heading', { level: 1 })).toBeFocused()
})

it('solves a problem: writes, runs, submits, reads the verdict', async () => {
  await tabTo(page, page.getByLabel('Language', { exact: true }))
  await page.keyboard.press('ArrowDown')
  await see(editorOf(page)).toHaveAccessibleName(/in Python/)
  await page.keyboard.press('ArrowUp')
  await see(editorOf(page)).toHaveAccessibleName(/in JavaScript/)
  // F6 goes from pane to pane; in the editor Tab indents, and Esc and then Tab leads out.
  for (let pane = 0; pane < 8; pane++) {
    if (await editorOf(page).evaluate((editor) => editor === document.activeElement)) break
    await page.keyboard.press('F6')
  }
  await see(editorOf(page)).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(programs.right)
  await page.keyboard.press("Control+'")
  await see(page.getByText('1 of 1 sample tests passed')).toBeVisible()
  await page.keyboard.press('Control+S')
  await see(page.getByText('Code saved successfully')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await see(editorOf(page)).not.toBeFocused()
  await press(page, button('Add Custom Input'))
  await see(page.getByLabel('Enter Input')).toBeFocused()
  await page.keyboard.type('1 2\nabc')
  await press(page, button('Run code'))
  await see(page.getByRole('region', { name: 'Results' }).locator('pre')).toContainText('cba')
  await press(page, page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Submit' }))
  await see(dialog(page)).toContainText('Confirm Submit')
  await press(page, dialog(page).getByRole('button', { name: 'Submit' }))
  await see(dialog(page)).toContainText('Accepted: all test cases passed')
  await page.keyboard.press('Escape')
  await see(dialog(page)).toHaveCount(0)
})

it('leads Tab from the last place of the page to the first and back, and not into the bars of the browser', async () => {
  const stop = () =>
    page.evaluate(() => {
      const { activeElement: at } = document
      return at === document.body
        ? 'nothing'
        : `${at?.tagName} ${at?.getAttribute('aria-label') ?? at?.textContent}`
    })
  const around = async (key: 'Tab' | 'Shift+Tab') => {
    const first = await stop()
    const seen: string[] = []
    // Many more than there are places: the way around comes back to where it began.
    for (let n = 0; n < 80; n++) {
      // In the editor Tab indents, until Esc lets go of it.
      if (await editorOf(page).evaluate((editor) => editor === document.activeElement))
        await page.keyboard.press('Escape')
      await page.keyboard.press(key)
      seen.push(await stop())
      if (seen.at(-1) === first) return seen
    }
    throw new Error(`${key} never came back to ${first}: ${seen.join(', ')}`)
  }
  await page.getByRole('button', { name: 'Finish', exact: true }).focus()
  const forth = await around('Tab')
  expect(forth).not.toContain('nothing')
  expect(await around('Shift+Tab')).toEqual([...forth.slice(0, -1).reverse(), forth.at(-1)])
  await page.keyboard.press('Enter')
  await see(dialog(page)).toContainText('Finish the test?')
  await dialog(page).getByRole('button', { name: 'Keep working' }).focus()
  expect(await around('Tab')).toHaveLength(2)
  await page.keyboard.press('Escape')
  await see(dialog(page)).toHaveCount(0)
})

it('answers the questions by letters and digits, and submits them', async () => {
  await press(page, page.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'MCQs' }))
  const options = page.getByRole('region', { name: 'Options' }).locator('input')
  // F6 leads past the text of the question, which takes no focus.
  await page.keyboard.press('F6')
  await see(options.first()).toBeFocused()
  for (let number = 1; number <= 3; number++) {
    await see(page.getByText(`Question ${number}/3`)).toBeVisible()
    // Held down a moment longer it is still one choice: where several are allowed it must not come and go.
    const key = number === 2 ? '2' : 'b'
    await page.keyboard.down(key)
    await page.keyboard.down(key)
    await page.keyboard.up(key)
    await see(options.nth(1)).toBeChecked()
    await page.keyboard.press('Control+S')
    if (number < 3) await see(page.getByText(`Question ${number + 1}/3`)).toBeVisible()
  }
  await page.keyboard.press('Alt+ArrowLeft')
  await see(page.getByText('Question 2/3')).toBeVisible()
  await page.keyboard.press('Alt+ArrowRight')
  await see(page.getByText('Question 3/3')).toBeVisible()
  await see(
    page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Submit' }),
  ).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await see(dialog(page)).toContainText('Confirm Submit')
  await press(page, dialog(page).getByRole('button', { name: 'Submit' }))
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
})

it('hears the time, finishes, says how it was, and reaches the end', async () => {
  await page.keyboard.press('Alt+T')
  await see(page.getByText(/\d+ minutes? and \d+ seconds? remain\./)).toHaveCount(1)
  await page.keyboard.press('?')
  await see(dialog(page)).toContainText('Keys')
  expect(await violationsOf(page)).toEqual([])
  // Single keys switched off do nothing any more; the sheet's button still opens it.
  await press(page, dialog(page).getByRole('checkbox', { name: /Single keys/ }), 'Space')
  await page.keyboard.press('Escape')
  await see(dialog(page)).toHaveCount(0)
  await page.keyboard.press('?')
  await see(dialog(page)).toHaveCount(0)
  await press(page, button('Keys'))
  await see(dialog(page).getByRole('checkbox', { name: /Single keys/ })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await see(dialog(page)).toHaveCount(0)
  await press(page, page.getByRole('banner').getByRole('button', { name: 'Finish' }))
  await press(page, dialog(page).getByRole('button', { name: 'Finish the test' }))
  await page.waitForURL('**/candidate/feedback')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowRight')
  await see(page.getByRole('radio', { name: 'Bad', exact: true })).toBeChecked()
  await tabTo(page, page.getByLabel('Comment'))
  await page.keyboard.type('Typed.')
  await press(page, button('Submit'))
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Thank you!')).toBeVisible()
  await see.poll(async () => (await statusOf())?.end_reason).toBe('Finished by candidate')
  expect((await statusOf())?.score).toBeGreaterThan(0)
  expect(await page.evaluate(() => 'pointed' in window)).toBe(false)
})

import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneAttempt } from '../support/attempts.ts'
import {
  codeOf,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  openMcqs,
  openProblems,
  setOffline,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt, opsOf } from '../support/database.ts'
import { heldWrites, slowDisk } from '../support/device.ts'
import { see } from '../support/see.ts'
import { workerKeeps } from '../support/worker.ts'

const { now, database } = oneAttempt({ isWindow: true })

const wide = { width: 1280, height: 800 }
const narrow = { width: 900, height: 800 }
const pane = (name: string) => now.page.getByRole('group', { name: 'Pane' }).getByRole('button', { name })

/** Goes through the items by the keyboard until this stands there; back again from the last one, for each test has an order of its own. */
async function reach(wanted: Locator): Promise<void> {
  let key = 'Alt+ArrowRight'
  for (let step = 0; step < 30 && !(await wanted.isVisible()); step++) {
    const before = await now.page.locator('.pane-head').first().textContent()
    const [, place, all] = /(\d+)\/(\d+)/.exec(before ?? '') ?? []
    if (place === all) key = 'Alt+ArrowLeft'
    await now.page.keyboard.press(key)
    await see(now.page.locator('.pane-head').first()).not.toHaveText(before ?? '')
  }
  await see(wanted).toBeVisible()
}

it('keeps what was typed when the editor leaves the page and comes back', async () => {
  await writeCode(now.page, '// wide\n')
  await expectAllSaved(now.page)

  // Another width is another arrangement: one pane at a time, then side by side again.
  await now.page.setViewportSize(narrow)
  await pane('Code').click()
  await see.poll(() => codeOf(now.page)).toContain('// wide')
  await editorOf(now.page).click()
  await now.page.keyboard.press('ControlOrMeta+End')
  await now.page.keyboard.insertText('// narrow\n')
  await pane('Statement').click()
  await pane('Code').click()
  await see.poll(() => codeOf(now.page)).toContain('// narrow')
  await now.page.setViewportSize(wide)
  await see.poll(() => codeOf(now.page)).toContain('// narrow')

  await editorOf(now.page).click()
  await now.page.keyboard.press('ControlOrMeta+End')
  await now.page.keyboard.insertText('// wide again\n')
  await expectAllSaved(now.page)
  const db = database()
  const [draft] = draftsOf(db, newestAttempt(db).id)
  expect(draft).toBe('// wide\n// narrow\n// wide again\n')
  db.close()
})

it('undoes what was typed before another problem was open, and a reset to the starter code', async () => {
  const { page } = now
  const head = page.locator('.pane-head').first()
  const undo = async () => {
    await editorOf(page).click()
    await page.keyboard.press('ControlOrMeta+z')
  }
  await writeCode(page, '// to be undone')
  const here = (await head.textContent()) ?? ''
  await page.keyboard.press('Alt+ArrowRight')
  await see(head).not.toHaveText(here)
  await page.keyboard.press('Alt+ArrowLeft')
  await see(head).toHaveText(here)
  await see.poll(() => codeOf(page)).toBe('// to be undone')
  await undo()
  await see.poll(() => codeOf(page)).not.toContain('// to be undone')
  await writeCode(page, '// before the reset')
  await page.getByRole('button', { name: 'Reset to starter code' }).click()
  await dialog(page).getByRole('button', { name: 'Replace my code' }).click()
  await see.poll(() => codeOf(page)).not.toContain('// before the reset')
  await undo()
  await see.poll(() => codeOf(page)).toBe('// before the reset')
  await expectAllSaved(page)
})

it('lets Esc and then Tab leave the editor right after typing, and a minute later too', async () => {
  const { page } = now
  const editor = editorOf(page)
  await writeCode(page, '')
  // A list that is asked for and not seen yet takes the first Esc for itself.
  await page.keyboard.type('con')
  await page.keyboard.press('Control+Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await see(editor).not.toBeFocused()
  expect(await codeOf(page)).toBe('con')

  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('s')
  // Nothing is proposed to whoever types: the draft is kept long after a list would have come.
  await expectAllSaved(page)
  await see(page.getByRole('listbox', { name: 'Completions' })).toHaveCount(0)
  await page.keyboard.press('Control+Space')
  await see(page.getByRole('listbox', { name: 'Completions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await see(editor).not.toBeFocused()
  expect(await codeOf(page)).toBe('cons')

  await editor.click()
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 60_000
  })
  await page.keyboard.press('Tab')
  await see(editor).not.toBeFocused()
  expect(await codeOf(page)).toBe('cons')
})

it('gives no change of style frames of its own where motion is unwanted', async () => {
  const { page } = now
  const moves = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('*')]
          .map((element) => getComputedStyle(element))
          .filter((style) => style.transitionDuration !== '0s' || style.animationName !== 'none').length,
    )
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await moves()).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moves()).toBe(0)
})

it('leaves the caret to the browser, and shows and fills several places where several are chosen', async () => {
  const { page } = now
  const drawn = page.locator('.cm-cursor')
  await writeCode(page, 'a\nb')
  await see(drawn).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Alt+ArrowUp')
  await see(drawn).toHaveCount(2)
  await page.keyboard.type('1')
  await see.poll(() => codeOf(page)).toBe('a1\nb1')
  await page.keyboard.press('Escape')
  await see(drawn).toHaveCount(0)
  await page.keyboard.type('2')
  await see.poll(() => codeOf(page)).toBe('a12\nb1')
})

it('indents by Tab again once something else happened after Esc', async () => {
  const { page } = now
  await writeCode(page, 'a')
  await page.keyboard.press('Escape')
  await page.keyboard.type('b')
  await page.keyboard.press('Tab')
  await see.poll(() => codeOf(page)).toMatch(/^ {2}ab$/)

  await page.keyboard.press('Escape')
  await editorOf(page).click()
  await page.keyboard.press('Tab')
  await see(editorOf(page)).toBeFocused()
  await see.poll(() => codeOf(page)).toMatch(/^ {4}ab$/)
})

it.each([
  ['online', false],
  ['out of reach', true],
])('has the last key that was pressed before a reload, %s', async (_, isOffline) => {
  const { page } = now
  await workerKeeps(page)
  await setOffline(page, isOffline)
  page.once('dialog', (warning) => warning.accept())
  await writeCode(page, `// pressed ${isOffline} at the very last`)
  await page.reload()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe(`// pressed ${isOffline} at the very last`)
  await setOffline(page, false)
  await expectAllSaved(page, 60_000)
  const db = database()
  expect(draftsOf(db, newestAttempt(db).id)[0]).toBe(`// pressed ${isOffline} at the very last`)
  db.close()
})

describe('on a slow disk', () => {
  beforeAll(() => slowDisk(now.page, 300))
  afterAll(async () => expect(await heldWrites(now.page)).toBeGreaterThan(2))

  it('keeps what stands in the editor, also where it is what stood there before the write under way', async () => {
    const { page } = now
    await writeCode(page, 'good')
    await expectAllSaved(page)
    const db = database()
    const { id } = newestAttempt(db)
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText(' BROKEN')
    await page.keyboard.press('ControlOrMeta+s')
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('ControlOrMeta+s')
    const written = db.prepare(
      "SELECT count(*) FROM ops WHERE attempt_id = ? AND CAST(body AS TEXT) LIKE '%BROKEN%'",
    )
    await see.poll(() => written.pluck().get(id)).toBe(1)
    await expectAllSaved(page)
    expect(await codeOf(page)).toBe('good')
    await see.poll(() => draftsOf(db, id)[0]).toBe('good')
    db.close()
  })

  it('goes on from the choice that was made last, and saves that one', async () => {
    const { page } = now
    const db = database()
    const { id } = newestAttempt(db)
    const chosen = () =>
      page
        .getByRole('group', { name: /^Choose/ })
        .locator('input:checked')
        .count()
    const heading = (name: string) => page.getByRole('heading', { name })
    await openMcqs(page)
    await reach(heading('Choose all that apply'))
    await page.keyboard.type('abc')
    await see.poll(chosen).toBe(3)
    await reach(heading('Choose one answer'))
    await page.keyboard.press('a')
    await page.keyboard.press('ControlOrMeta+s')
    await expectAllSaved(page)
    await page.keyboard.press('Alt+ArrowLeft')
    await page.keyboard.press('b')
    await page.keyboard.press('ControlOrMeta+s')
    await expectAllSaved(page)
    const saved = db.prepare("SELECT CAST(body AS TEXT) FROM ops WHERE attempt_id = ? AND type = 'mcq_save'")
    expect(new Set(saved.pluck().all(id)).size).toBe(2)
    await openProblems(page)
    db.close()
  })
})

it('submits and finishes with the last key that was pressed, without a rest in between', async () => {
  const { page } = now
  const db = database()
  const { id } = newestAttempt(db)
  await writeCode(page, 'console.log("submitted in a hurry")')
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('console.log("finished in a hurry")')
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  const types = () => opsOf(db, id).map(({ type }) => type)
  await see.poll(types).toContain('finish')
  const submitted = db
    .prepare("SELECT source FROM submissions WHERE attempt_id = ? AND kind = 'submit'")
    .pluck()
  expect(submitted.all(id)).toEqual(['console.log("submitted in a hurry")'])
  expect(draftsOf(db, id)[0]).toBe('console.log("finished in a hurry")')
  // The draft stands before the finish, and nothing of the editor comes behind it.
  expect(types().lastIndexOf('draft')).toBe(types().indexOf('finish') - 1)
  expect(types().slice(types().indexOf('finish') + 1)).not.toContain('draft')
  db.close()
})

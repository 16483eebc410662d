import type { Locator, Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import {
  jpeg,
  MINUTE,
  type Organization,
  programs,
  scripted,
  scriptedExecutor,
  seedOrganization,
} from '../../factories/index.ts'
import { violationsOf } from '../support/axe.ts'
import {
  beginTest,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  fillDetails,
  openInvitation,
  openMcqs,
  openProblems,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { see } from '../support/see.ts'

/** The parts of the test screen, and the feedback form. */

/** While it is shut, programs take their time. */
let gate: Promise<void> = Promise.resolve()
const executor = scriptedExecutor(async (program, testCase) => {
  await gate
  return scripted(program, testCase)
})
function shutGate(): () => void {
  let open = () => {}
  gate = new Promise((resolve) => {
    open = resolve
  })
  return open
}

const { app, linkOf, browser } = await openClocked({ executor })
const { page } = await browser({ isWindow: true })
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'parts', { candidates: 4 })
  const key = 'images/1/picture.jpg'
  await app.ctx.storage.put(key, jpeg())
  await app.ctx.db.write(async (tx) => {
    for (const table of ['problems', 'questions', 'options'])
      await tx.raw.run(`UPDATE ${table} SET image_key = ?`, key)
    const add = (words: string, at: 'min' | 'max') =>
      tx.raw.run(
        `UPDATE problems SET description = description || ? WHERE id = (SELECT ${at}(id) FROM problems)`,
        words,
      )
    await add(' They are small, for example 3.', 'min')
    await add('\n\n**Example**\n\n```\n1 2\n```\n\n```\n3\n```', 'max')
  })
})

const actions = (on: Page = page) => on.getByRole('region', { name: 'Actions' })
const results = (on: Page = page) => on.getByRole('region', { name: 'Results' })
const options = () => page.getByRole('region', { name: 'Options' })
const opsOf = (who: number) =>
  app.rows<{ type: string }>(
    'SELECT type FROM ops WHERE attempt_id = ? ORDER BY seq',
    org.candidates[who]?.attemptId,
  )

async function submit(): Promise<void> {
  await actions().getByRole('button', { name: 'Submit' }).click()
  await see(dialog(page)).toContainText('Confirm Submit')
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
}

/** A text that brings an example is shown with that alone, one that only says 'for example' with the samples. */
async function seeExamples(): Promise<void> {
  const statement = page.getByRole('region', { name: 'Statement' })
  const sample = statement.getByRole('region', { name: 'Example 1' })
  // Which of the two comes first is drawn for each test.
  if (!(await statement.textContent())?.includes('for example')) {
    await see(statement.getByRole('figure')).toHaveText([/^Input\s*1 2/, /^Output\s*3/])
    await see(sample).toHaveCount(0)
    return
  }
  // A sample is shown whole, however long its lines are.
  const sideways = await sample
    .locator('pre')
    .first()
    .evaluate((pre) => {
      const long = document.createElement('span')
      long.className = 'example-line'
      long.textContent = '1234567890'.repeat(30)
      pre.append(long)
      const beyond = pre.scrollWidth - pre.clientWidth
      long.remove()
      return beyond
    })
  expect(sideways).toBe(0)
}

/** How each of them is drawn, but for its words. */
const drawn = (what: Locator) =>
  what.evaluateAll((elements) =>
    elements.map((element) => {
      const { backgroundColor, borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element)
      const corner = getComputedStyle(element, '::before').content
      const marks = [...element.querySelectorAll('svg')].map((mark) => mark.innerHTML)
      return [backgroundColor, borderTopStyle, borderTopWidth, outlineStyle, corner, marks].join()
    }),
  )

/** If the colours are the reader's own, states are told apart by shapes and by those of the system. */
async function seeToldApart(what: Locator, count: number): Promise<void> {
  await see(what).toHaveCount(count)
  expect(new Set(await drawn(what)).size).toBe(count)
}

it('shows the problem on the left and code, clock and Finish on the right', async () => {
  // Without the live channel: what is said below holds all the same, by asking.
  await page.route('**/api/v1/events*', (route) => route.abort())
  await beginTest(page, linkOf(org.candidates[0]))
  const statement = page.getByRole('region', { name: 'Statement' })
  await see(page.getByRole('banner').getByText('Holdfast')).toBeVisible()
  await see(page.getByRole('group', { name: 'Section' }).getByRole('button')).toHaveText(['MCQs', 'Problems'])
  await see(statement).toContainText('Problem 1/2')
  // Code is read sign by sign: >= must not look like another one.
  await see(editorOf(page)).toHaveCSS('font-variant-ligatures', 'none')
  await see(statement).toHaveCSS('font-variant-ligatures', 'none')
  await see(statement.getByRole('button', { name: 'Previous problem' })).toBeDisabled()
  await seeExamples()
  // Flagged by button or key, told in the list, and taken away again.
  const first = page.getByRole('navigation').getByRole('button', { name: /^1 Problem/ })
  await statement.getByRole('button', { name: 'Flag', exact: true }).click()
  await see(first).toHaveText(/flagged/)
  await see(statement.getByRole('button', { name: 'Flagged' })).toHaveAttribute('aria-pressed', 'true')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Alt+G')
  await see(first).not.toHaveText(/flagged/)
  await statement.getByRole('button', { name: 'Next problem' }).click()
  await see(statement).toContainText('Problem 2/2')
  await see(statement.getByRole('button', { name: 'Next problem' })).toBeDisabled()
  await seeExamples()
  await statement.getByRole('button', { name: 'Previous problem' }).click()
  await see(statement.getByRole('heading', { level: 2 })).toContainText('Problem qz')
  await see(statement).toContainText('Add the numbers and turn the word.')
  await statement.getByRole('button', { name: /^Enlarge: Picture of/ }).click()
  await see(dialog(page).getByRole('img')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await see(dialog(page)).toHaveCount(0)

  await see(page.getByLabel('Language', { exact: true }).getByRole('option')).toHaveText([
    /^JavaScript/,
    /^Python/,
  ])
  await see(page.getByRole('timer')).toContainText(/00 hr: 3[23] min: \d\d secs Remain/)
  await see(page.getByRole('banner').getByRole('button', { name: 'Finish' })).toBeEnabled()
  const camera = page.getByLabel('Your camera')
  await see(camera).toBeVisible()
  expect(await camera.evaluate((video) => video.parentElement?.getBoundingClientRect().width)).toBe(177)
  expect(await violationsOf(page)).toEqual([])
})

it('sends again after an outage although the live channel never comes', async () => {
  await setOffline(page, true)
  await writeCode(page, 'console.log("no channel")')
  await see(totalLight(page)).toContainText(/on this device/)
  await setOffline(page, false)
  await expectAllSaved(page, 60_000)
})

it('has a dark editor that wraps long lines and opens no menu', async () => {
  const look = await editorOf(page).evaluate((content) => {
    const channels = getComputedStyle(content.closest('.cm-editor') ?? content).backgroundColor
    const [red = 255, green = 255, blue = 255] = (channels.match(/[\d.]+/g) ?? []).map(Number)
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
    return { light: Math.max(red, green, blue), opensMenu: content.dispatchEvent(menu) }
  })
  expect(look.light).toBeLessThan(80)
  expect(look.opensMenu).toBe(false)
  await writeCode(page, `// ${'a long line '.repeat(40)}`)
  const sideways = await editorOf(page).evaluate(
    (content) => content.scrollWidth - (content.parentElement?.clientWidth ?? 0),
  )
  expect(sideways).toBeLessThanOrEqual(0)
})

it('speaks of saving in one place, and says no more while work is kept as ever', async () => {
  const said = page.getByRole('banner').getByRole('status')
  await expectAllSaved(page)
  await see(said).toHaveText(['All saved.'])
  await see(page.getByRole('region', { name: 'Code' }).getByRole('status')).toHaveText([''])
  await said.evaluate((region) => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  for (const text of ['let a = 1', 'let a = 2']) {
    await writeCode(page, text)
    await see(totalLight(page)).not.toContainText('All saved')
    await expectAllSaved(page)
  }
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
})

it('runs: a placeholder, Loading..., the output; the input takes nothing from the clipboard', async () => {
  await see(results()).toContainText('Run code to view output here')
  const open = shutGate()
  const runSamples = () => actions().getByRole('button', { name: 'Run' }).click()
  await writeCode(page, programs.wrong)
  await runSamples()
  await see(results().getByText('Loading...')).toBeVisible()
  await results().getByRole('button', { name: 'Stop' }).click()
  await see(results()).toContainText('Stopped.')
  // Its button is gone, and the focus is not.
  expect(await results().evaluate((pane) => pane.contains(document.activeElement))).toBe(true)
  await runSamples()
  await see(results().getByText('Loading...')).toBeVisible()
  // One that is still under way gives way to the next: what is shown is of the program that was run last.
  await writeCode(page, programs.samplesOnly)
  await runSamples()
  await see(results().getByText('Loading...')).toBeVisible()
  open()
  await see(results()).toContainText('1 of 1 sample tests passed')
  await see(results()).toContainText(/Ran \d\d:\d\d:\d\d [AP]M/)
  await see(results()).not.toContainText('Code changed since')
  // Beside the verdict of a submission it would be read as that.
  await results().getByRole('tab', { name: 'Final Output' }).click()
  await see(results()).not.toContainText('sample tests passed')
  await results().getByRole('tab', { name: 'Output', exact: true }).click()
  await see(results()).toContainText('1 of 1 sample tests passed')
  await actions().getByRole('button', { name: 'Add Custom Input' }).click()
  const input = page.getByLabel('Enter Input')
  await see(input).toBeFocused()
  await page.keyboard.type('1 2 3')
  const taken = await input.evaluate((field) =>
    ['copy', 'cut', 'paste'].filter((name) =>
      field.dispatchEvent(new ClipboardEvent(name, { bubbles: true, cancelable: true })),
    ),
  )
  expect(taken).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  await results().getByRole('tab', { name: 'Output', exact: true }).click()
  await writeCode(page, programs.echo)
  await see(results()).toContainText('Code changed since')
  await results().getByRole('tab', { name: 'Custom input' }).click()
  await results().getByRole('button', { name: 'Run code' }).click()
  // As a list: what the run before printed may stand for a moment yet.
  await see(results().locator('pre')).toHaveText(['1 2 3'])
})

it('keeps Run and Submit in reach however wide the statement is made', async () => {
  const handle = page.getByRole('separator', { name: 'Width of the statement' })
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await handle.focus()
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight')
    for (const name of ['Run', 'Submit']) {
      const box = await actions().getByRole('button', { name, exact: true }).boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? width), `${name} at ${width}`).toBeLessThanOrEqual(width - 8)
    }
  }
  await handle.dblclick()
})

it('submits: asks first, polls the verdict, tells three results, counts down and ends at the limit', async () => {
  const open = shutGate()
  await writeCode(page, programs.wrong)
  await submit()
  await see(results()).toContainText(/On the server, (waiting for its turn|being judged)/)
  expect(await violationsOf(page)).toEqual([])
  // A verdict that comes while the way back to full screen lies over the test waits behind it.
  await page.evaluate(() => document.exitFullscreen())
  await see(dialog(page)).toContainText('Enter Full Screen')
  open()
  await see(results()).toContainText('Not accepted')
  await see(dialog(page)).toHaveCount(1)
  await enterFullScreen(page)
  for (const [left, said, program] of [
    [2, 'Not accepted: no test case passed', programs.samplesOnly],
    [1, 'Partially Accepted', programs.right],
    [0, 'Accepted: all test cases passed', null],
  ] as const) {
    await see(dialog(page)).toContainText('Final Output')
    await see(dialog(page)).toContainText(said)
    await see(dialog(page)).toContainText(new RegExp(`Submissions left\\s*${left}`))
    await see(dialog(page)).toContainText(/Total test cases\s*\d/)
    await see(dialog(page)).toContainText(/Passed test cases\s*\d/)
    expect(await violationsOf(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    if (program === null) break
    await see(actions()).toContainText(`Submissions left ${left}`)
    await see(results()).toContainText(said)
    await see(results()).not.toContainText('Code changed since')
    await writeCode(page, program)
    await see(results()).toContainText('Code changed since')
    // Two verdicts a minute: the third would wait.
    app.clock.move(MINUTE)
    await submit()
  }
  await see(actions()).toContainText('Submission limit Exceeded')
  await see(actions().getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expectAllSaved(page)
})

it('asks questions one by one: numbers, letters, pictures, save and go on, submit the last', async () => {
  await openMcqs(page)
  const grid = page.getByRole('navigation').getByRole('region', { name: 'MCQs' })
  const save = () => actions().getByRole('button', { name: /^Save/ })
  await see(grid.getByRole('listitem').filter({ has: page.getByRole('button') })).toHaveText(['1', '2', '3'])
  let kinds = ''
  for (let number = 1; number <= 3; number++) {
    await see(page.getByText(`Question ${number}/3`)).toBeVisible()
    await see(grid.getByRole('button', { name: `Question ${number}, ` })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const boxes = options().getByRole('checkbox')
    const isMulti = (await boxes.count()) > 0
    kinds += isMulti ? 'm' : 's'
    const inputs = isMulti ? boxes : options().getByRole('radio')
    await see(inputs).toHaveCount(4)
    await see(options().locator('label')).toHaveText([/^A/, /^B/, /^C/, /^D/])
    await see(save()).toBeDisabled()
    await see(save()).toHaveAttribute('title', 'Please select an option')
    await see(save()).toHaveText(number < 3 ? 'Save & next' : 'Save')
    if (number === 1) {
      await page.getByRole('button', { name: 'Enlarge: Diagram of question 1' }).click()
      await see(dialog(page).getByRole('img')).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    }
    await inputs.nth(0).click()
    await see(inputs.nth(0)).toBeChecked()
    if (number === 1) {
      // A picture is looked at, not chosen: not by opening it, a click on what it shows, or closing it.
      await options().getByRole('button', { name: 'Enlarge: Picture of option B' }).click()
      await dialog(page).getByRole('img').click()
      await dialog(page).getByRole('heading').click()
      await dialog(page).getByRole('button', { name: 'Close' }).click()
      await see(dialog(page)).toHaveCount(0)
      await see(inputs.nth(1)).not.toBeChecked()
      await see(inputs.nth(0)).toBeChecked()
    }
    await inputs.nth(1).click()
    await see(inputs.nth(1)).toBeChecked()
    if (isMulti) await see(inputs.nth(0)).toBeChecked()
    else await see(inputs.nth(0)).not.toBeChecked()
    await see(totalLight(page)).toHaveText('1 choice not saved')
    expect(await violationsOf(page)).toEqual([])
    if (number < 3) await save().click()
  }
  expect(kinds.split('').toSorted().join('')).toBe('mss')
  await page.emulateMedia({ forcedColors: 'active' })
  await seeToldApart(grid.locator('.legend i'), 4)
  await seeToldApart(page.getByRole('group', { name: 'Section' }).getByRole('button'), 2)
  expect(new Set(await drawn(options().locator('label'))).size).toBe(2)
  const unsaved = await drawn(totalLight(page))
  const submitAll = actions().getByRole('button', { name: 'Submit' })
  await see(submitAll).toBeDisabled()
  await see(submitAll).toHaveAttribute('title', 'Please save to submit')
  await save().click()
  await see(page.getByText('Answer Saved Successfully')).toBeVisible()
  await see(totalLight(page)).toHaveText(/^All saved /)
  expect(await drawn(totalLight(page))).not.toEqual(unsaved)
  await page.emulateMedia({ forcedColors: 'none' })
  await see(page.getByText('Question 3/3')).toBeVisible()
  await see(grid.getByRole('button', { name: 'Question 2, answered' })).toBeVisible()
  // Since it came: what the machine takes to look at it only makes it longer.
  const savedAt = performance.now()
  await see(page.getByText('Answer Saved Successfully')).toHaveCount(0)
  expect(performance.now() - savedAt).toBeGreaterThan(3_000)
  await see(submitAll).toBeEnabled()
  await submit()
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
  await openMcqs(page)
  await see(options().locator('input').first()).toBeDisabled()
  await openProblems(page)
})

it('warns before the page is left, and is finished by feedback: five faces in their order, sent with their value', async () => {
  const leaving = page.waitForEvent('dialog')
  const gone = page.goto(`${app.base}/candidate/feedback`)
  const warning = await leaving
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await gone
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await see(page.getByText('Your test still runs.')).toBeVisible()
  const faces = page.getByRole('group', { name: 'How was the test?' })
  await see(faces.locator('label')).toHaveText(['Very bad', 'Bad', 'OK', 'Good', 'Very good'])
  expect(
    await faces.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
  ).toEqual(['5', '4', '3', '2', '1'])
  expect(await violationsOf(page)).toEqual([])
  await faces.getByText('Bad', { exact: true }).click()
  await page.getByLabel('Comment').fill('Some of it.')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await see(page.getByLabel('Comment')).toHaveValue('Some of it.')
  await see(faces.getByRole('radio', { name: 'Bad', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Test Completed!')).toBeVisible()
  await see
    .poll(async () => (await opsOf(0)).slice(-2).map(({ type }) => type))
    .toEqual(['finish', 'feedback'])
  expect(await app.rows('SELECT rating, answer FROM feedbacks')).toEqual([
    { rating: 4, answer: 'Some of it.' },
  ])
  expect(await violationsOf(page)).toEqual([])
})

it('shows one section where the drive has one, says so where it has none, and sends no empty feedback', async () => {
  const only = (coding: number, mcq: number) =>
    app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET allow_coding = ?, allow_mcq = ?', coding, mcq))
  await only(0, 0)
  const neither = await browser()
  await openInvitation(neither.page, linkOf(org.candidates[1]))
  await neither.page.getByRole('button', { name: 'Continue' }).click()
  await fillDetails(neither.page)
  await neither.page.getByRole('button', { name: 'Continue' }).click()
  await see(
    neither.page.getByRole('heading', { name: 'Drive does not contain both mcq and coding problems' }),
  ).toBeVisible()
  expect(await violationsOf(neither.page)).toEqual([])
  await neither.profile.context.close()

  await only(1, 0)
  const one = await browser()
  await beginTest(one.page, linkOf(org.candidates[2]))
  await see(one.page.getByRole('group', { name: 'Section' })).toHaveCount(0)
  await see(one.page.getByRole('navigation').getByRole('region', { name: 'MCQs' })).toHaveCount(0)
  await one.page.getByRole('button', { name: 'Finish' }).click()
  expect(await violationsOf(one.page)).toEqual([])
  await dialog(one.page).getByRole('button', { name: 'Finish the test' }).click()
  await one.page.waitForURL('**/candidate/feedback')
  await one.page.getByRole('button', { name: 'Submit', exact: true }).click()
  await one.page.waitForURL('**/candidate/endpage')
  await see(one.page.getByText('Everything is on the server')).toBeVisible()
  expect((await opsOf(2)).map(({ type }) => type)).not.toContain('feedback')
  await one.profile.context.close()
})

it('has no fault in the dark on a phone, and shows the camera: welcome, test, feedback, end', async () => {
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET allow_coding = 1, allow_mcq = 1'))
  const dark = await browser({ isWindow: true, dark: true, width: 390, height: 844 })
  const { page: phone } = dark
  await openInvitation(phone, linkOf(org.candidates[3]))
  await see(phone.getByRole('region', { name: 'Readiness check' })).toBeVisible()
  expect(await phone.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
  expect(await violationsOf(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Continue' }).click()
  await fillDetails(phone)
  expect(await violationsOf(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.waitForURL('**/candidate/ide')
  for (const pane of ['Statement', 'Code', 'Output']) {
    await phone.getByRole('group', { name: 'Pane' }).getByRole('button', { name: pane }).click()
    if (pane === 'Code') await see(editorOf(phone)).toBeVisible()
    // Whole, in the foot of the folded rail.
    await see(phone.getByLabel('Your camera')).toBeInViewport({ ratio: 1 })
    expect(await violationsOf(phone), pane).toEqual([])
  }
  // As on a window of 1280 that is enlarged to 400 %: nothing is wider than it, and all is in reach.
  await phone.setViewportSize({ width: 320, height: 256 })
  for (const pane of ['Statement', 'Code', 'Output']) {
    await phone.getByRole('group', { name: 'Pane' }).getByRole('button', { name: pane }).click()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth), pane).toBe(320)
    if (pane === 'Statement') continue
    for (const name of ['Run', 'Submit']) {
      const button = actions(phone).getByRole('button', { name, exact: true })
      await button.scrollIntoViewIfNeeded()
      await see(button).toBeInViewport({ ratio: 1 })
    }
  }
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.getByRole('button', { name: 'Finish' }).click()
  await dialog(phone).getByRole('button', { name: 'Finish the test' }).click()
  await phone.waitForURL('**/candidate/feedback')
  await see(phone.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  expect(await violationsOf(phone)).toEqual([])
  await phone.getByRole('button', { name: 'Submit' }).click()
  await phone.waitForURL('**/candidate/endpage')
  const copy = phone.getByRole('region', { name: 'Receipt code' }).getByRole('button', { name: 'Copy' })
  await see(copy).toBeVisible()
  expect((await copy.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await violationsOf(phone)).toEqual([])
  await dark.profile.context.close()
})

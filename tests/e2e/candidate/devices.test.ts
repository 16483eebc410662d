import { expect, it } from 'vitest'
import { firstPage, freshAttempts } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import {
  chooseLanguage,
  codeOf,
  continueHere,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt, opsOf, quarantinedOf } from '../support/database.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'

const { now, database } = freshAttempts()

const statement = (page: typeof now.page) => page.getByRole('region', { name: 'Statement' })
const here = (page: typeof now.page) => page.getByRole('button', { name: 'Use here' })

it('goes on on a second computer; what the first wrote offline is kept beside the log, and nothing is overwritten', async () => {
  await writeCode(now.page, 'console.log("first computer")')
  await expectAllSaved(now.page)
  const db = database()
  const { id } = newestAttempt(db)
  await setOffline(now.page, true)
  await writeCode(now.page, 'console.log("written where nobody could see it")')
  await now.page.keyboard.press('Alt+ArrowRight')
  await see(statement(now.page)).toContainText(/Problem 2/i)
  await writeCode(now.page, 'console.log("second problem, unseen")')
  await see(totalLight(now.page)).toContainText(/on this device/)

  const other = await openProfile()
  try {
    const page = await firstPage(other)
    await page.goto(now.link)
    await page.getByRole('button', { name: /continue/i }).click()
    await see(dialog(page)).toContainText(/This test is open on .*Continue here\?/)
    expect(await violationsOf(page)).toEqual([])
    await dialog(page)
      .getByRole('button', { name: /continue here/i })
      .click()
    await page.waitForURL('**/candidate/ide')
    await see.poll(() => codeOf(page)).toBe('console.log("first computer")')
    await writeCode(page, 'console.log("second computer")')
    await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("second computer")')

    await page.keyboard.press('Alt+ArrowRight')
    await see(statement(page)).toContainText(/Problem 2/i)
    expect(await codeOf(page)).not.toContain('unseen')

    // The first one hears of it, may only be read, and hands over what it still had.
    await setOffline(now.page, false)
    await see(now.page.getByText('Your test is open on another device')).toBeVisible()
    await see(totalLight(now.page)).toContainText('All sent')
    await see.poll(() => quarantinedOf(db, id).join()).toContain('nobody could see it')
    // The second one goes on from it where it had written nothing, under its eyes.
    await see.poll(() => codeOf(page)).toBe('console.log("second problem, unseen")')
    await see(page.getByText('Work from your other device has arrived.')).toBeVisible()
    await page.getByRole('button', { name: 'Understood' }).click()
    await page.keyboard.press('Alt+ArrowLeft')
    expect(await codeOf(page)).toBe('console.log("second computer")')
    await now.page.keyboard.press('Alt+ArrowLeft')

    // And back: the second one writes while it is out of reach, the first takes over with a click.
    await setOffline(page, true)
    await writeCode(page, 'console.log("second, unseen")')
    await see(totalLight(page)).toContainText(/on this device/)
    await here(now.page).click()
    await enterFullScreen(now.page)
    await see.poll(() => codeOf(now.page)).toBe('console.log("second computer")')
    await writeCode(now.page, 'console.log("first again")')
    await expectAllSaved(now.page)

    // Taken back once more: what the second one wrote unseen is not lost either.
    await setOffline(page, false)
    await see(here(page)).toBeVisible()
    await here(page).click()
    await enterFullScreen(page)
    await see.poll(() => codeOf(page)).toBe('console.log("first again")')
    await see.poll(() => quarantinedOf(db, id).join()).toContain('second, unseen')
    const ops = opsOf(db, id)
    expect(ops.map((op) => op.seq)).toEqual(ops.map((_, i) => i + 1))
  } finally {
    await other.context.close()
    db.close()
  }
})

it('hands in what it wrote out of reach before it takes the test back, and goes on from that', async () => {
  await writeCode(now.page, 'console.log("sent")')
  await expectAllSaved(now.page)
  const db = database()
  const { id } = newestAttempt(db)
  await setOffline(now.page, true)
  await writeCode(now.page, 'console.log("my solution, out of reach")')
  await now.page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Submit' }).click()
  await dialog(now.page).getByRole('button', { name: 'Submit' }).click()
  await see(now.page.getByText(/counted once/).first()).toBeVisible()
  const other = await openProfile()
  try {
    const page = await firstPage(other)
    await continueHere(page, now.link)
    await see.poll(() => codeOf(page)).toBe('console.log("sent")')
    // It writes nothing; the first one comes back by its link and has had no word of any of this.
    await now.page.goto('about:blank')
    await setOffline(now.page, false)
    await continueHere(now.page, now.link)
    await see.poll(() => codeOf(now.page)).toBe('console.log("my solution, out of reach")')
    await see(now.page.getByText(/1 of \d+ submitted/).first()).toBeVisible()
    await expectAllSaved(now.page)
    expect(draftsOf(db, id)[0]).toBe('console.log("my solution, out of reach")')
  } finally {
    await other.context.close()
    db.close()
  }
})

it('says on a computer that lost the test after its own end that it is finished, once it is', async () => {
  const finish = async (page: typeof now.page) => {
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
    await see(page.getByRole('heading', { name: 'Feedback', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.waitForURL('**/candidate/endpage')
  }
  await expectAllSaved(now.page)
  await setOffline(now.page, true)
  await finish(now.page)
  const other = await openProfile()
  try {
    const page = await firstPage(other)
    await continueHere(page, now.link)
    await expectAllSaved(page)
    const elsewhere = now.page.getByRole('heading', { name: 'Your test continues elsewhere' })
    await setOffline(now.page, false)
    await see(elsewhere).toBeVisible()
    await now.page.goto(now.link)
    await see(now.page.getByText('Your test is running')).toBeVisible()
    await see(now.page.getByRole('timer')).toHaveText(/\d\d:\d\d:\d\d left/)

    await finish(page)
    await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
    await now.page.goto(now.link)
    await now.page.waitForURL('**/candidate/endpage')
    await see(now.page.getByRole('heading', { name: 'This test is finished' })).toBeVisible()
    await see(elsewhere).toHaveCount(0)
  } finally {
    await other.context.close()
  }
})

it('leads on to the end on a computer that lost the test, once it is finished on the other one', async () => {
  await writeCode(now.page, 'console.log("first computer")')
  await expectAllSaved(now.page)
  const other = await openProfile()
  try {
    const page = await firstPage(other)
    await continueHere(page, now.link)
    // It asks by itself now and then, and at once when its line comes back.
    await setOffline(now.page, true)
    await setOffline(now.page, false)
    await see(now.page.getByText('Your test is open on another device')).toBeVisible()
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
    await see(page.getByRole('heading', { name: 'Feedback', level: 1 })).toBeVisible()
    await setOffline(now.page, true)
    await setOffline(now.page, false)
    await now.page.waitForURL('**/candidate/endpage')
    await see(now.page.getByRole('heading', { name: 'This test is finished' })).toBeVisible()
  } finally {
    await other.context.close()
  }
})

it('lets one tab write: the second reads, and takes over when asked', async () => {
  await writeCode(now.page, 'console.log("first tab")')
  const db = database()
  const { id } = newestAttempt(db)
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("first tab")')
  const second = await now.profile.context.newPage()
  await second.goto(`${now.server.base}/candidate/ide`)
  await see(second.getByRole('button', { name: /use .*here/i })).toBeVisible()
  expect(await violationsOf(second)).toEqual([])
  // The second shows what the first goes on to write, and goes on from that.
  await now.page.bringToFront()
  await writeCode(now.page, 'console.log("first tab, meanwhile")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("first tab, meanwhile")')
  await second.bringToFront()
  await see.poll(() => codeOf(second)).toBe('console.log("first tab, meanwhile")')
  await now.page.bringToFront()
  await chooseLanguage(now.page, /Python/)
  await writeCode(now.page, 'print("first tab")')
  // At once, as in a window beside it: what was typed last is not in the log yet.
  await second.getByRole('button', { name: /use .*here/i }).evaluate((button: HTMLElement) => button.click())
  await second.bringToFront()
  await enterFullScreen(second)
  await see.poll(() => codeOf(second)).toBe('print("first tab")')
  await writeCode(second, 'console.log("second tab")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("second tab")')
  await see(now.page.getByRole('button', { name: /use .*here/i })).toBeVisible()
  // The tab that lost it writes nothing more, and takes nothing back on its way out.
  await now.page.reload()
  await see(now.page.getByRole('button', { name: /use .*here/i })).toBeVisible()
  await now.page.close()
  now.page = second
  await writeCode(second, 'console.log("second tab, on and on")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("second tab, on and on")')
  const ops = opsOf(db, id)
  expect(ops.map((op) => op.seq)).toEqual(ops.map((_, i) => i + 1))
  db.close()
})

it('in six tabs: one writes, five read, each gets its calls through, and the test goes on in whichever is asked', async () => {
  const db = database()
  const { id } = newestAttempt(db)
  const others: (typeof now.page)[] = []
  for (let n = 2; n <= 6; n++) {
    const tab = await now.profile.context.newPage()
    await tab.goto(`${now.server.base}/candidate/ide`)
    await see(here(tab)).toBeVisible()
    others.push(tab)
  }
  await see(here(now.page)).toHaveCount(0)

  // A browser opens six connections to a server at most: what a tab holds open must leave room for calls.
  await now.page.bringToFront()
  await chooseLanguage(now.page, /^JavaScript/)
  await writeCode(now.page, 'console.log("first of six")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("first of six")')
  await now.page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: /^Run/ }).click()
  await see(now.page.getByText('first of six', { exact: true }).first()).toBeVisible()
  for (const tab of others) {
    await tab.bringToFront()
    await see.poll(() => codeOf(tab)).toBe('console.log("first of six")')
  }

  // The writer dies without a word; the five go on reading until one of them is asked.
  const [second, , , , sixth] = others
  if (!second || !sixth) throw new Error('There are no six tabs')
  await now.page.close()
  await sixth.bringToFront()
  await here(sixth).click()
  await enterFullScreen(sixth)
  await writeCode(sixth, 'console.log("sixth of six")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("sixth of six")')
  await second.bringToFront()
  await see.poll(() => codeOf(second)).toBe('console.log("sixth of six")')
  for (const tab of others) await see(here(tab)).toHaveCount(tab === sixth ? 0 : 1)
  now.page = sixth
  const ops = opsOf(db, id)
  expect(ops.map((op) => op.seq)).toEqual(ops.map((_, i) => i + 1))
  expect(ops.filter((op) => op.result === 'rejected')).toEqual([])
  db.close()
})

it('cuts nothing out of a tab that only reads, and goes on there from what the other one wrote', async () => {
  await writeCode(now.page, 'const first = 1')
  await expectAllSaved(now.page)
  const second = await now.profile.context.newPage()
  await second.goto(`${now.server.base}/candidate/ide`)
  await see(here(second)).toBeVisible()
  await see.poll(() => codeOf(second)).toBe('const first = 1')
  await second.bringToFront()
  await editorOf(second).click()
  await second.keyboard.press('ControlOrMeta+x')
  expect(await codeOf(second)).toBe('const first = 1')
  await now.page.bringToFront()
  await writeCode(now.page, 'const newer = 2')
  await expectAllSaved(now.page)
  await second.bringToFront()
  await see.poll(() => codeOf(second)).toBe('const newer = 2')
  // The first one looks at another problem meanwhile: what its editor leaves here is older than what comes now.
  await now.page.bringToFront()
  await now.page.keyboard.press('Alt+ArrowRight')
  await see(statement(now.page)).toContainText(/Problem 2/i)
  await second.bringToFront()
  await here(second).click()
  await enterFullScreen(second)
  // It goes on where the first one stood.
  await see(statement(second)).toContainText(/Problem 2/i)
  await second.keyboard.press('Alt+ArrowLeft')
  await see.poll(() => codeOf(second)).toBe('const newer = 2')
  await editorOf(second).click()
  await second.keyboard.press('ControlOrMeta+End')
  await second.keyboard.insertText(' + 1')
  const db = database()
  const { id } = newestAttempt(db)
  await see.poll(() => draftsOf(db, id)[0]).toBe('const newer = 2 + 1')
  await now.page.bringToFront()
  await now.page.keyboard.press('Alt+ArrowLeft')
  await see(statement(now.page)).toContainText(/Problem 1/i)
  await see.poll(() => codeOf(now.page)).toBe('const newer = 2 + 1')
  // It never left full screen, and asks for none.
  await here(now.page).click()
  await see(here(now.page)).toHaveCount(0)
  await see.poll(() => codeOf(now.page)).toBe('const newer = 2 + 1')
  // Nor is what it knew in the way of an undo.
  await editorOf(now.page).click()
  await now.page.keyboard.press('ControlOrMeta+z')
  expect(await codeOf(now.page)).toBe('const newer = 2 + 1')
  db.close()
})

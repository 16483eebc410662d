import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { MINUTE, must, type Organization, seedOrganization, signIn } from '../../factories/index.ts'
import { firstPage } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import {
  beginTest,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  openMcqs,
  openProblems,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { openClocked, secondsShown } from '../support/clocked.ts'
import { keptOnDevice } from '../support/device.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { workerKeeps } from '../support/worker.ts'

/** The clock of the test and its end, with and without a network. */

const HOUR = 60 * MINUTE
const { app, linkOf, browser } = await openClocked()
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'end', { candidates: 8 })
})

interface Stored {
  deadline_at: number
  end_reason: string | null
  score: number | null
}
async function attempt(who: number): Promise<Stored> {
  const [found] = await app.rows<Stored>(
    'SELECT * FROM attempts WHERE id = ?',
    org.candidates[who]?.attemptId,
  )
  if (!found) throw new Error('Nobody was invited')
  return found
}
const opsOf = (who: number) =>
  app.rows<{ type: string; verdict: string; result: string }>(
    'SELECT type, verdict, result FROM ops WHERE attempt_id = ? ORDER BY seq',
    org.candidates[who]?.attemptId,
  )
const newestDraft = async (who: number): Promise<string | undefined> => {
  const [row] = await app.rows<{ saved: string }>(
    "SELECT saved FROM answers WHERE attempt_id = ? AND key LIKE 'code:%' ORDER BY saved_at DESC",
    org.candidates[who]?.attemptId,
  )
  return row?.saved
}

async function begin(who: number): Promise<{ profile: Profile; page: Page }> {
  const opened = await browser()
  await beginTest(opened.page, linkOf(org.candidates[who]))
  await workerKeeps(opened.page)
  return opened
}

/** Moves the server's clock until so many seconds are left, and lets the page hear of it. */
async function leaveSeconds(page: Page, who: number, seconds: number): Promise<void> {
  const { deadline_at } = await attempt(who)
  app.clock.move(deadline_at - app.clock.now() - seconds * 1_000)
  await writeCode(page, `console.log("${seconds} s before the end")`)
  await expectAllSaved(page)
  await see.poll(() => secondsShown(page)).toBeLessThanOrEqual(seconds)
}

/** Chooses what is right of the question on the screen, without saving it. @returns its marks */
async function chooseRight(page: Page): Promise<number> {
  const options = page.getByRole('region', { name: 'Options' })
  const name = (await options.locator('input').first().getAttribute('name')) ?? ''
  const question = org.questions.find(({ id }) => name === `question-${id}`)
  for (const id of question?.right ?? []) {
    const [option] = await app.rows<{ description: string }>(
      'SELECT description FROM options WHERE id = ?',
      id,
    )
    const label = options.getByLabel(option?.description ?? '')
    await label.click()
    await see(label).toBeChecked()
  }
  return question?.marks ?? 0
}

/** Until the page has found out: an answer that is still on its way would set its clocks by the server's. */
async function goOutOfReach(page: Page): Promise<void> {
  await setOffline(page, true)
  await writeCode(page, 'console.log("out of reach")')
  await see(page.getByText('You are offline.', { exact: false }).first()).toBeVisible()
}

/** The device's clocks go on by so much at once; nobody wants to wait for it. */
const pass = (page: Page, ms: number): Promise<void> =>
  page.evaluate((by) => {
    for (const clock of [performance, Date]) {
      const now = clock.now.bind(clock)
      clock.now = () => now() + by
    }
  }, ms)

/** By itself, and it says why: nobody is there to press anything. */
async function goesToFeedback(page: Page): Promise<void> {
  await page.waitForURL('**/candidate/feedback')
  await see(page.getByRole('alert')).toContainText('Time over: your answers are kept.')
}

/** How red the digits of the clock are, above their green. */
const redness = (page: Page): Promise<number> =>
  page
    .getByRole('timer')
    .locator('b')
    .first()
    .evaluate((digits) => {
      const [red = 0, green = 0] = (getComputedStyle(digits).color.match(/[\d.]+/g) ?? []).map(Number)
      return red - green
    })

it('turns red under ten minutes and says two, goes to feedback at zero, and counts what comes after two minutes without a network (S4)', async () => {
  const { page } = await begin(0)
  await see(page.getByRole('timer')).toContainText(/\d\d hr: \d\d min: \d\d secs Remain/)
  await leaveSeconds(page, 0, 700)
  await see.poll(() => redness(page)).toBeLessThan(60)
  // The minute is said to whoever has left full screen too, and sees nothing behind the dialog.
  await goOutOfReach(page)
  await page.evaluate(() => document.exitFullscreen())
  await see(dialog(page)).toContainText('Enter Full Screen')
  await pass(page, 105_000)
  await see(dialog(page).getByRole('status')).toHaveText('10 minutes remain.')
  await setOffline(page, false)
  await enterFullScreen(page)
  await see(dialog(page)).toHaveCount(0)
  await leaveSeconds(page, 0, 599)
  await see.poll(() => redness(page)).toBeGreaterThan(100)
  await see(page.getByText('2 minutes remain.', { exact: false })).toHaveCount(0)
  await leaveSeconds(page, 0, 121)
  await see(page.getByText('2 minutes remain. What you have written is kept by itself.')).toBeVisible()

  // A choice that was never saved counts at zero, and is all there is to count.
  await openMcqs(page)
  const marks = await chooseRight(page)
  await openProblems(page)
  await leaveSeconds(page, 0, 60)
  await setOffline(page, true)
  await writeCode(page, 'console.log("the last words")')
  await pass(page, MINUTE)
  await goesToFeedback(page)
  expect(await violationsOf(page)).toEqual([])

  app.clock.move(3 * MINUTE)
  await setOffline(page, false)
  await see.poll(async () => (await opsOf(0)).at(-1)?.type, { timeout: 60_000 }).toBe('finish')
  const order = (await opsOf(0)).map(({ type }) => type)
  expect(order.indexOf('mcq_submit_all')).toBe(order.length - 2)
  expect((await attempt(0)).end_reason).toBe('Time over')
  expect(await newestDraft(0)).toBe('console.log("the last words")')
  const ops = await opsOf(0)
  expect(ops.filter(({ verdict }) => verdict === 'late')).toEqual([])
  expect(ops.filter(({ result }) => result === 'rejected')).toEqual([])
  await see.poll(async () => (await attempt(0)).score).toBe(marks)
})

it('counts what a killed browser brings back the next day as claimed, and says meanwhile how long it may come (S5)', async () => {
  const opened = await begin(1)
  await leaveSeconds(opened.page, 1, 60)
  await setOffline(opened.page, true)
  await writeCode(opened.page, 'console.log("on the train home")')
  await pass(opened.page, MINUTE)
  await goesToFeedback(opened.page)
  await opened.profile.killHard()

  // The server has ended the test by itself long ago.
  app.clock.move(20 * HOUR)
  await see.poll(async () => (await attempt(1)).end_reason).not.toBeNull()
  const profile = await openProfile({ folder: opened.profile.folder })
  const page = await firstPage(profile)
  await profile.context.setOffline(true)
  await page.goto(`${app.base}/candidate/endpage`)
  await see(page.getByText('Not everything has left this device yet')).toBeVisible()
  await see(page.getByText(/Upload is open until/)).toBeVisible()
  await profile.context.setOffline(false)
  await see(page.getByText('Everything is on the server')).toBeVisible({ timeout: 60_000 })
  // Its author reads that it waits, and does not have to guess it from the marks.
  await see(page.getByRole('region', { name: 'Not counted' })).toContainText('counts once staff accepts it')
  expect(await newestDraft(1)).toBe('console.log("on the train home")')
  const ops = await opsOf(1)
  expect(ops.find(({ type }) => type === 'finish')?.verdict).toBe('on_time_claimed')
  // A picture may have been taken in the very moment of the end.
  const late = ops.filter(({ type, verdict }) => verdict === 'late' && type !== 'snapshot_taken')
  expect(late).toEqual([])
  await profile.context.close()
})

it('sends what a device kept under a link that was re-issued meanwhile, by the new one, after the end too', async () => {
  const { page } = await begin(6)
  await leaveSeconds(page, 6, 60)
  await setOffline(page, true)
  await writeCode(page, 'console.log("under the old link")')
  await pass(page, MINUTE)
  await goesToFeedback(page)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { ref: org.candidates[6]?.ref ?? '' }
  await must(app.send, 'postReissue', { params, body: {}, headers })
  app.clock.move(2 * MINUTE)
  await see.poll(async () => (await attempt(6)).end_reason).not.toBeNull()

  await setOffline(page, false)
  await page.getByRole('button', { name: 'Submit' }).click()
  await see(page.getByText('If you were sent a new one, open it on this device')).toBeVisible()
  const { link } = await must(app.send, 'postAttemptLink', { params, body: {}, headers })
  await page.goto(app.base + new URL(link).pathname)
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  expect(await newestDraft(6)).toBe('console.log("under the old link")')
  const ops = await opsOf(6)
  expect(ops.find(({ type }) => type === 'finish')?.verdict).toBe('on_time_claimed')
})

it('sends an end that was kept under such a link as soon as the new one is opened, with no word of going on', async () => {
  const { page } = await begin(7)
  await setOffline(page, true)
  await writeCode(page, 'console.log("ended on the train")')
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { ref: org.candidates[7]?.ref ?? '' }
  await must(app.send, 'postReissue', { params, body: {}, headers })
  const { link } = await must(app.send, 'postAttemptLink', { params, body: {}, headers })
  await setOffline(page, false)
  await page.goto(app.base + new URL(link).pathname)
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  expect(await newestDraft(7)).toBe('console.log("ended on the train")')
})

it('goes on where minutes were given while it reached zero out of reach (S11)', async () => {
  const { page } = await begin(2)
  await leaveSeconds(page, 2, 60)
  await setOffline(page, true)
  await writeCode(page, 'console.log("not over after all")')
  await pass(page, MINUTE)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { ref: org.candidates[2]?.ref ?? '' }
  await must(app.send, 'postMinutes', { params, body: { minutes: 20 }, headers })
  await goesToFeedback(page)
  await setOffline(page, false)
  await page.waitForURL('**/candidate/ide')
  await enterFullScreen(page)
  await see.poll(() => secondsShown(page)).toBeGreaterThan(15 * 60)
  expect(await codeOf(page)).toBe('console.log("not over after all")')
  await writeCode(page, 'console.log("twenty minutes more")')
  await expectAllSaved(page)
  expect(await newestDraft(2)).toBe('console.log("twenty minutes more")')
  expect((await opsOf(2)).find(({ type }) => type === 'finish')).toMatchObject({ result: 'rejected' })
})

it('is not moved by the computer’s clock, set an hour back, then an hour forward, on the page or after a reload (S10)', async () => {
  const { page } = await begin(3)
  const left = await secondsShown(page)
  const shift = (by: number) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + by
  }
  /** Until the page has seen it: an answer of the server in the same moment would hide it. */
  const noted = async () => {
    const rows = (await keptOnDevice(page)).databases.find(({ store }) => store === 'ops')?.rows ?? []
    return (rows as { type: string }[]).some(({ type }) => type === 'clock_jump')
  }
  const isOnlySomeSecondsOlder = async () => {
    const passed = left - (await secondsShown(page))
    // An answer that was long on its way sets the clock right by as much.
    expect(passed).toBeGreaterThanOrEqual(-3)
    expect(passed).toBeLessThan(120)
  }
  await expectAllSaved(page)
  await goOutOfReach(page)
  await page.evaluate(shift, -HOUR)
  await see.poll(noted).toBe(true)
  await isOnlySomeSecondsOlder()
  await setOffline(page, false)
  await writeCode(page, 'console.log("an hour back")')
  await expectAllSaved(page, 60_000)
  await isOnlySomeSecondsOlder()
  await page.evaluate(shift, 2 * HOUR)
  await writeCode(page, 'console.log("an hour forward")')
  await see.poll(() => newestDraft(3)).toBe('console.log("an hour forward")')
  await isOnlySomeSecondsOlder()
  await page.addInitScript(shift, HOUR)
  await page.reload()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe('console.log("an hour forward")')
  await isOnlySomeSecondsOlder()
  expect((await opsOf(3)).filter(({ verdict }) => verdict !== 'on_time')).toEqual([])
  expect((await opsOf(3)).map(({ type }) => type)).toContain('clock_jump')
})

it('says past zero by the computer’s clock alone that the server decides, and lets whoever writes go on', async () => {
  const { page } = await begin(5)
  await expectAllSaved(page)
  await setOffline(page, true)
  const ahead = (by: number) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + by * Number(localStorage.getItem('the test sets the clock') ?? 0)
  }
  await page.addInitScript(ahead, HOUR)
  await page.reload()
  await enterFullScreen(page)
  const guessed = page.getByRole('status').filter({ hasText: 'Something went wrong with timer!' })
  await see(guessed).toContainText('the time follows this computer’s clock')
  await see.poll(() => secondsShown(page)).toBeGreaterThan(20 * 60)

  await page.evaluate(() => localStorage.setItem('the test sets the clock', '1'))
  await page.reload()
  await enterFullScreen(page)
  const over = page.getByRole('status').filter({ hasText: 'Your computer says your time is over.' })
  await see(over).toContainText('The server decides when you are back online.')
  await see(page.getByRole('timer').getByText('Expired')).toBeVisible()
  await writeCode(page, 'console.log("an hour ahead")')
  await see(totalLight(page)).toContainText(/on this device/)
  expect(await violationsOf(page)).toEqual([])

  // The seconds to the next try go by, although nothing else happens.
  const nextTry = over.getByText(/Next try in|Trying now/)
  const wait = async () => Number(/in (\d+) s/.exec((await nextTry.textContent()) ?? '')?.[1])
  const often = { intervals: [100], timeout: 30_000 }
  let from = 0
  await see.poll(async () => (from = await wait()), often).toBeGreaterThan(3)
  await see.poll(wait, often).toBe(from - 2)

  await setOffline(page, false)
  await expectAllSaved(page, 40_000)
  await see(over).toHaveCount(0)
  await see(guessed).toHaveCount(0)
  await see.poll(() => secondsShown(page)).toBeGreaterThan(20 * 60)
  expect(await newestDraft(5)).toBe('console.log("an hour ahead")')

  // Another hour each time: whatever is left then, the server's time is shown as soon as it is known again.
  for (const [left, hours] of [
    [300, '2'],
    [90, '3'],
  ] as const) {
    await leaveSeconds(page, 5, left)
    await setOffline(page, true)
    await page.evaluate((to) => localStorage.setItem('the test sets the clock', to), hours)
    await page.reload()
    await enterFullScreen(page)
    await see(over).toBeVisible()
    await setOffline(page, false)
    await expectAllSaved(page, 40_000)
    await see(over).toHaveCount(0)
    await see.poll(() => secondsShown(page)).toBeLessThanOrEqual(left)

    // The same where the guessed clock comes to its end on the screen.
    await setOffline(page, true)
    await page.reload()
    await enterFullScreen(page)
    await see(guessed).toBeVisible()
    await see.poll(() => secondsShown(page)).toBeGreaterThan(0)
    await pass(page, left * 1_000)
    await see(over).toBeVisible()
    await setOffline(page, false)
    await expectAllSaved(page, 40_000)
    await see(over).toHaveCount(0)
  }
})

it('says after the upload window that sending is over, what is still here and what to do, and asks for no more tries', async () => {
  const { page } = await begin(4)
  await leaveSeconds(page, 4, 300)
  await setOffline(page, true)
  await writeCode(page, 'console.log("too late for the network")')
  await pass(page, 5 * MINUTE)
  await goesToFeedback(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await see(page.getByText('Not everything has left this device yet')).toBeVisible()
  await see(page.getByRole('button', { name: 'Try now' })).toBeVisible()
  app.clock.move(26 * HOUR)
  await setOffline(page, false)
  const safe = page.getByRole('region', { name: 'The time for sending is over' })
  await see(safe).toBeVisible()
  await see(safe).toContainText(/Still only on this device: \d+ changes\./)
  await see(page.getByRole('button', { name: 'Try now' })).toHaveCount(0)
  await see(page.getByText('is on its way')).toHaveCount(0)
  const wayOn = page.getByRole('region', { name: 'What you can do' })
  await see(wayOn).toContainText('Ida Storm')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    wayOn.getByRole('button', { name: 'Download rescue file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^holdfast-rescue-/)
  expect(await violationsOf(page)).toEqual([])
})

it('is calm again where minutes are given, and goes by the server’s time after it was past zero by the computer’s', async () => {
  // By now the other drive is over.
  org = await seedOrganization(app.ctx, 'calm', { candidates: 1 })
  const { page } = await begin(0)
  const headers = await signIn(app.send, org.admin.email, org.admin.password)
  const params = { ref: org.candidates[0]?.ref ?? '' }
  const give = (minutes: number) => must(app.send, 'postMinutes', { params, body: { minutes }, headers })
  const left = () => secondsShown(page)
  await leaveSeconds(page, 0, 100)
  await see.poll(() => redness(page)).toBeGreaterThan(100)
  await give(5)
  await see.poll(left).toBeGreaterThan(300)
  expect(await redness(page)).toBeGreaterThan(100)
  await leaveSeconds(page, 0, 60)
  // The digits are looked at more often than the machine looks at the time, which is once a second.
  await see.poll(left).toBeLessThan(58)
  await give(20)
  await see.poll(left).toBeGreaterThan(1_000)
  await see.poll(() => redness(page)).toBeLessThan(60)

  // A page that was loaded out of reach ends no test by itself.
  await leaveSeconds(page, 0, 400)
  await setOffline(page, true)
  await page.reload()
  await enterFullScreen(page)
  await see.poll(left).toBeLessThan(400)
  await pass(page, 400_000)
  await see(page.getByRole('timer').getByText('Expired')).toBeVisible()
  await setOffline(page, false)
  await see.poll(left).toBeGreaterThan(0)
  await expectAllSaved(page, 40_000)
})

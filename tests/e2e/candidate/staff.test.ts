import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallName } from '#contract/paths.ts'
import { SLIP_MS } from '#machines/attempt/proctoring.ts'
import { must, signIn } from '../../factories/client.ts'
import { violationsOf } from '../support/axe.ts'
import {
  beginTest,
  codeOf,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  leaveTest,
  setOffline,
  writeCode,
} from '../support/candidate.ts'
import { newestAttempt, openServerDatabase } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { linkIn, mailTo } from '../support/mail.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Acts of staff for one candidate, as the candidate sees them. */

let server: TestServer
let profile: Profile
let page: Page
let link = ''
let headers: Record<string, string>
let db: ReturnType<typeof openServerDatabase>

const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
const act = <N extends CallName>(name: N, body: object) =>
  must(send, name, { params: { ref: newestAttempt(db).ref }, body, headers })
const timer = () => page.getByRole('timer')
const secondsShown = async (): Promise<number> => {
  const shown = /(\d+) hr: (\d+) min: (\d+) secs/.exec((await timer().textContent()) ?? '')
  const [hours, minutes, seconds] = (shown ?? []).slice(1).map(Number)
  return (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
const banner = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

beforeAll(async () => {
  server = await startTestServer()
  db = openServerDatabase(server.data)
  headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  profile = await openProfile({ isWindow: true })
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  link = server.demo.candidate_links[0] ?? ''
  await beginTest(page, link)
  await writeCode(page, 'const before = 1')
  await expectAllSaved(page)
})
afterAll(async () => {
  db.close()
  await profile.context.close()
  await server.stop()
})

// First of all: for a minute after an outage nobody is told off for leaving.
it('goes by rules that change while it runs, those that come after an outage too, and says so', async () => {
  const lift = (...lifted_rules: string[]) => act('putAccommodation', { time_factor: 1, lifted_rules })
  const understood = (words: string) => banner(words).getByRole('button', { name: 'Understood' }).click()
  await page.evaluate(() => document.exitFullscreen())
  await see(dialog(page)).toContainText('Enter Full Screen')
  await lift('full_screen', 'leave', 'camera')
  await see(dialog(page)).toHaveCount(0)
  await understood('You may leave full screen. You may leave the window: that does not end the test.')
  await see(page.getByLabel('Your camera')).toHaveCount(0)

  const { comeBack } = await leaveTest(page)
  await see.poll(() => newestAttempt(db).strikes).toBe(1)
  await comeBack()
  await see(editorOf(page)).toBeVisible()
  expect(newestAttempt(db).end_reason).toBeNull()
  await page.reload()
  await see(editorOf(page)).toBeVisible()
  await expectAllSaved(page)
  await see(dialog(page)).toHaveCount(0)

  await setOffline(page, true)
  await lift()
  await see(dialog(page)).toHaveCount(0)
  await setOffline(page, false)
  await see(dialog(page)).toContainText('Enter Full Screen')
  await enterFullScreen(page)
  await understood('The test runs in full screen again. Do not leave the window any more')
  await see(page.getByLabel('Your camera')).toBeVisible()
})

it('shows a message above the work until it was read, whoever types types on', async () => {
  await editorOf(page).click()
  await act('postMessage', { text: 'Question 3 has a slip:\nread 10 for 1.' })
  const told = banner('Question 3 has a slip: read 10 for 1.')
  await see(told).toBeVisible()
  expect(await told.getByRole('paragraph').innerText()).toContain('slip:\nread')
  await see(editorOf(page)).toBeFocused()
  await told.getByRole('button', { name: 'Understood' }).click()
  await see(told).toHaveCount(0)
  await page.reload()
  await enterFullScreen(page)
  await expectAllSaved(page)
  await see(told).toHaveCount(0)
})

it('tells what was said and given while the device was out of reach', async () => {
  await setOffline(page, true)
  await act('postMessage', { text: 'The door stays open.' })
  await act('postMinutes', { minutes: 300 })
  await see(timer()).not.toContainText(/^0[5-9]/)
  await setOffline(page, false)
  await see(banner('The door stays open.')).toBeVisible()
  await see(banner('gave you 300 minutes more')).toBeVisible()
  await see(timer()).toContainText(/^0[5-9]/)
  const understood = page.getByRole('button', { name: 'Understood' })
  // However many there are, they take the room of one and are answered by one.
  await see(understood).toHaveCount(1)
  await understood.focus()
  await page.keyboard.press('Enter')
  await see(understood).toHaveCount(0)
  // The keyboard does not stand nowhere.
  await see(editorOf(page)).toBeFocused()
})

it('stands still while it is paused: the clock, the editor, and the rules about leaving', async () => {
  await act('postPause', {})
  await see(dialog(page)).toContainText('Your test is paused')
  expect(await violationsOf(page)).toEqual([])
  const stands = await secondsShown()
  const { strikes } = newestAttempt(db)
  // A person who leaves a paused test leaves nothing.
  const session = await profile.context.newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const other = await profile.context.newPage()
  await other.bringToFront()
  await other.goto(`${server.base}/healthz`)
  await see.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
  const since = await page.evaluate(() => performance.now())
  // Longer than what would pass for a slip, with a look of the machine behind it.
  await see.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(since + 2 * SLIP_MS)
  await page.bringToFront()
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  await other.close()
  await see(dialog(page)).toContainText('Your test is paused')
  // It may have shown the second before for one more look.
  expect(Math.abs((await secondsShown()) - stands)).toBeLessThanOrEqual(1)
  // A pause shows what is said and given meanwhile.
  await act('postMessage', { text: 'The alarm was a test.\nStay seated.' })
  await see(dialog(page)).toContainText('The alarm was a test. Stay seated.')
  const clock = /still at (\d+) minutes?/
  const minutesSaid = async () => Number(clock.exec((await dialog(page).textContent()) ?? '')?.[1])
  const minutes = await minutesSaid()
  await act('postMinutes', { minutes: 7 })
  await see.poll(minutesSaid).toBe(minutes + 7)
  expect(await violationsOf(page)).toEqual([])
  // Out of reach nobody hears of the end of a pause, and the page says so.
  await setOffline(page, true)
  await see(dialog(page)).toContainText('your clock may be running again')
  await see(dialog(page).getByRole('button', { name: 'Try now' })).toBeVisible()
  await act('postResume', {})
  await setOffline(page, false)
  await see(dialog(page)).toHaveCount(0)
  await see(banner('Your test continues')).toBeVisible()
  // It stays to be answered; and nothing was written that would have to be saved again.
  await see(banner('The alarm was a test.')).toBeVisible()
  await see(banner('What was written meanwhile')).toHaveCount(0)
  await see(editorOf(page)).toBeFocused()
  expect(newestAttempt(db)).toMatchObject({ end_reason: null, strikes })
  expect(await codeOf(page)).toBe('const before = 1')
  await see.poll(secondsShown).toBeLessThan(stands + 7 * 60 - 1)
})

it('hears out of reach of no pause: what it submits then is held and told, and no dialog lies over the notice', async () => {
  const submit = async () => {
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Submit' }).click()
    await see(page.getByText('Sent when you are back online, counted once')).toBeVisible()
  }
  const { id } = newestAttempt(db)
  const statuses = () =>
    db.prepare('SELECT status FROM submissions WHERE attempt_id = ? ORDER BY id').pluck().all(id)
  const left = page.getByText(/submissions? left/i)
  const before = await left.first().textContent()
  await setOffline(page, true)
  await act('postPause', {})
  await writeCode(page, 'console.log("in the pause")')
  await submit()
  // As if the pause had begun a minute ago: its first half minute counts.
  db.prepare(
    "UPDATE notices SET created_at = created_at - 60000 WHERE attempt_id = ? AND kind = 'pause'",
  ).run(id)
  await setOffline(page, false)
  await see(dialog(page)).toContainText('Your test is paused')
  await see.poll(statuses).toEqual(['held'])
  await act('postResume', {})
  await see(dialog(page)).toHaveCount(0)
  const strip = page.getByRole('status', { name: 'Submission' })
  await see(banner('What you wrote meanwhile counts once you save or change it again.')).toBeVisible()
  await see(strip).toContainText('The test was paused when this was made.')
  await see(strip).toContainText('does not count unless staff accepts it')
  await see(left.first()).toHaveText(before ?? '')
  await see(page.getByRole('region', { name: 'Code' })).toContainText('saved, not counted')
  await page.getByRole('button', { name: 'Finish' }).click()
  await see(dialog(page)).toContainText(
    /Written while the test was paused: 1 .* Save it again, or it does not count unless/,
  )
  await page.keyboard.press('Escape')
  await see(dialog(page)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  // As the notice of the pause's end says: saved again as it is, it counts.
  await page.getByRole('button', { name: 'SAVE', exact: true }).click()
  await see(page.getByRole('region', { name: 'Code' })).toContainText(/saved \d/)

  // One that counts: its verdict comes in a pause, and is shown when the test goes on.
  await setOffline(page, true)
  await submit()
  await act('postPause', {})
  await setOffline(page, false)
  await see.poll(statuses).toEqual(['held', 'accepted'])
  await see(page.getByText('Passed test cases').first()).toBeAttached()
  await see(dialog(page)).toHaveCount(1)
  await see(dialog(page)).toContainText('Your test is paused')
  await act('postResume', {})
  await see(dialog(page)).toContainText('Passed test cases')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  // It came by itself: the keyboard stands at the work.
  await see(editorOf(page)).toBeFocused()
  // Work that is written now counts.
  await writeCode(page, 'const before = 1')
  await see(page.getByRole('region', { name: 'Code' })).toContainText(/saved \d/)
})

it('goes on where it was ended by mistake: the link of the mail leads back into it', async () => {
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Test Completed!')).toBeVisible()
  await see.poll(() => newestAttempt(db).finished_at).not.toBeNull()
  await act('postReopen', { minutes: 20 })
  const address = db
    .prepare('SELECT c.email FROM attempts a JOIN candidates c ON c.id = a.candidate_id WHERE a.id = ?')
    .pluck()
    .get(newestAttempt(db).id) as string
  const mail = await mailTo(server, address, /has been reopened for you/)
  expect(mail.text).toContain('Everything you wrote before is still there')
  await page.goto(linkIn(mail, '/candidate/overview'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/candidate/ide')
  await see(editorOf(page)).toBeVisible()
  await see(banner('reopened your test and gave you 20 minutes')).toBeVisible()
  expect(await codeOf(page)).toBe('const before = 1')
  await writeCode(page, 'const after = 2')
  await expectAllSaved(page)
  expect(
    db
      .prepare(
        "SELECT saved FROM answers WHERE key LIKE 'code:%' AND attempt_id = ? AND saved LIKE '%after%'",
      )
      .pluck()
      .get(newestAttempt(db).id),
  ).toBe('const after = 2')
})

it('goes on by a re-issued link: in the tab that was in it as well, and without a network', async () => {
  await act('postReissue', {})
  const { link: renewed } = await act('postAttemptLink', {})
  link = renewed
  const second = await profile.context.newPage()
  await writeCode(page, 'const after = 3')
  await see(page.getByText('If you were sent a new one').first()).toBeVisible()
  await second.goto(link)
  await expectAllSaved(page)
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.waitForURL('**/candidate/ide')
  await see.poll(() => codeOf(second)).toBe('const after = 3')
  await second.close()
  page.once('dialog', (warning) => warning.accept())
  await page.reload()
  await see.poll(() => codeOf(page)).toBe('const after = 3')

  await setOffline(page, true)
  page.once('dialog', (warning) => warning.accept())
  await page.goto(link)
  await page.getByRole('button', { name: 'Continue the test' }).click()
  await see.poll(() => codeOf(page)).toBe('const after = 3')
  await setOffline(page, false)
  await enterFullScreen(page)
  await expectAllSaved(page)
})

/** Finishes the test, and comes to its end page. */
async function finishTest() {
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
}

async function goOn() {
  await see(page.getByRole('heading', { name: 'Your test was reopened' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue the test' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/candidate/ide')
  await see(editorOf(page)).toBeVisible()
  expect(await codeOf(page)).toBe('const after = 3')
  // A submission that was judged before is no news.
  await see(page.getByText('Passed test cases').first()).toBeAttached()
  await see(dialog(page)).toHaveCount(0)
}

const testsOnDevice = async () => {
  const { databases } = await keptOnDevice(page)
  return databases.find(({ store }) => store === 'attempts')?.rows
}

it('tells whoever still sits at the end that it was opened again, once the network is there, and leads back', async () => {
  await finishTest()
  await see.poll(testsOnDevice).toEqual([])
  await setOffline(page, true)
  await act('postReopen', { minutes: 20 })
  await setOffline(page, false)
  await goOn()
})

it('tells whoever opens the link of an ended test, and comes back to the page, that it was opened again, and leads back', async () => {
  await finishTest()
  await see.poll(testsOnDevice).toEqual([])
  // Loaded anew it has nothing left to ask with.
  await page.reload()
  await see(page.getByText('The link in your invitation email tells')).toBeVisible()
  await page.goto(link)
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('have been removed from this device')).toBeVisible()
  await act('postReopen', { minutes: 20 })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await see(page.getByRole('heading', { name: 'Your test was reopened' })).toBeVisible()
  await goOn()
})

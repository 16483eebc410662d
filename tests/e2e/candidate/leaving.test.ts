import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { must, signIn } from '../../factories/client.ts'
import { firstPage } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import { beginTest, dialog, enterFullScreen, leaveTest, openMcqs, writeCode } from '../support/candidate.ts'
import { draftsOf, newestAttempt, openServerDatabase } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let profile: Profile
let page: Page

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  profile = await openProfile({ isWindow: true })
  page = await firstPage(profile)
})
afterEach(() => profile.context.close().catch(() => {}))
afterAll(() => server.stop())

it('ends the test when the window is left, keeps the work, says why, and blames nobody for the camera', async () => {
  // A camera so slow that the test ends before its first picture.
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      const stream = this.srcObject
      if (!(stream instanceof MediaStream) || !location.pathname.endsWith('/ide')) return play.call(this)
      return new Promise((_, fail) => {
        const timer = setInterval(() => {
          if (stream.active) return
          clearInterval(timer)
          fail(new DOMException('The camera was stopped', 'AbortError'))
        }, 50)
      })
    }
  })
  await beginTest(page, server.demo.candidate_links[0] ?? '')
  expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBe('HTML')
  await writeCode(page, 'console.log("before I left")')
  await openMcqs(page)
  await page
    .getByRole('group', { name: /^Choose/ })
    .locator('input')
    .first()
    .check()
  const { comeBack } = await leaveTest(page)
  const db = openServerDatabase(server.data)
  await see.poll(() => newestAttempt(db).end_reason).toBe('Switched window')
  await comeBack()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Thank you!')).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  expect(await page.evaluate(() => sessionStorage.getItem('test-end-reason'))).toBe('Switched window')
  const why = page.getByRole('alert')
  await see(why).toContainText('You left the test window, and')
  // The choice was not saved, and the page says so below.
  await see(page.getByRole('region', { name: 'Not counted' })).toContainText(
    '1 choice not saved. It does not count.',
  )
  await see(why).toContainText('What you had saved until then is kept and counts.')
  expect(await violationsOf(page)).toEqual([])
  expect(draftsOf(db, newestAttempt(db).id)[0]).toBe('console.log("before I left")')
  await see
    .poll(() => db.prepare("SELECT count(*) FROM ops WHERE type = 'fraud_report'").pluck().get())
    .toBe(1)
  db.close()
})

it('lets the camera’s prompt excuse whoever leaves for it, and no longer than a minute', async () => {
  await beginTest(page, server.demo.candidate_links[4] ?? '')
  const camera = page.getByLabel('Your camera')
  await camera.evaluate((video: HTMLVideoElement) => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => {})
    const [track] = (video.srcObject as MediaStream).getTracks()
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  })
  await page.getByRole('button', { name: 'Turn on' }).click()
  const { comeBack } = await leaveTest(page)
  const db = openServerDatabase(server.data)
  const noticed = db.prepare("SELECT count(*) FROM ops WHERE type = 'focus_lost' AND attempt_id = ?").pluck()
  await see.poll(() => noticed.get(newestAttempt(db).id)).toBe(1)
  const judged = 'exam.running.presence.away TICK exam.running.presence.gone'
  await see.poll(() => page.evaluate((step) => performance.getEntriesByName(step).length, judged)).toBe(1)
  expect(newestAttempt(db).end_reason).toBeNull()
  await page.evaluate(() => {
    for (const clock of [performance, Date]) {
      const now = clock.now.bind(clock)
      clock.now = () => now() + 61_000
    }
  })
  await see.poll(() => newestAttempt(db).end_reason).toBe('Switched window')
  db.close()
  await comeBack()
})

it('goes on in the tab of the mail’s link after a forced end, and the tab that saw it tells the new one', async () => {
  const link = server.demo.candidate_links[3] ?? ''
  await beginTest(page, link)
  const { comeBack } = await leaveTest(page)
  await page.waitForURL('**/candidate/endpage')
  await comeBack()
  const ended = page.getByRole('heading', { name: 'Your test was ended: Switched window' })
  await see(ended).toBeVisible()
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  await see
    .poll(async () => (await keptOnDevice(page)).databases.find(({ store }) => store === 'attempts')?.rows)
    .toEqual([])

  const db = openServerDatabase(server.data)
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  await must(send, 'postReopen', { params: { ref: newestAttempt(db).ref }, body: { minutes: 20 }, headers })
  const second = await profile.context.newPage()
  await second.goto(link)
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.waitForURL('**/candidate/ide')
  await see(second.getByText('reopened your test and gave you 20 minutes')).toBeVisible()
  const finish = second.getByRole('button', { name: 'Finish', exact: true })
  await see(finish).toBeEnabled()
  // The first tab is told that its end is none any more.
  await see(page.getByRole('heading', { name: 'Your test was reopened' })).toBeVisible()
  await finish.click()
  await dialog(second).getByRole('button', { name: 'Finish the test' }).click()
  await see.poll(() => newestAttempt(db).end_reason).toBe('Finished by candidate')
  db.close()

  await page.bringToFront()
  await see(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await see(ended).toHaveCount(0)
})

it('warns first where the drive says so, counts on after a reload, and then ends the test', async () => {
  const db = openServerDatabase(server.data)
  db.prepare("UPDATE drives SET leave_policy = 'warn', leave_warnings = 1").run()
  const left = () => db.prepare('SELECT strikes FROM attempts WHERE id = ?').pluck().get(newestAttempt(db).id)
  await beginTest(page, server.demo.candidate_links[1] ?? '')

  const { comeBack } = await leaveTest(page)
  await see(dialog(page)).toContainText('This was warning 1 of 1. The next time the test ends.')
  await see.poll(left).toBe(1)
  // Nobody came back before the page went: the warning counts all the same.
  await page.reload()
  await comeBack()
  await enterFullScreen(page)
  await leaveTest(page)
  await see.poll(() => newestAttempt(db).end_reason).toBe('Switched window')
  await see(page.getByRole('alert')).toContainText('What you had written until then is kept and counts.')
  db.close()
})

it('keeps the screen awake while the test runs, again after every return, and no longer', async () => {
  const db = openServerDatabase(server.data)
  db.prepare("UPDATE drives SET leave_policy = 'log'").run()
  db.close()
  await profile.context.grantPermissions(['camera', 'screen-wake-lock'])
  // The browser's own locks, in the order they were given.
  await page.addInitScript(() => {
    const { request } = WakeLock.prototype
    const locks: WakeLockSentinel[] = []
    Object.assign(window, { locks })
    WakeLock.prototype.request = async function (kind) {
      const lock = await request.call(this, kind)
      locks.push(lock)
      return lock
    }
  })
  const held = () =>
    page.evaluate(() =>
      (Reflect.get(window, 'locks') as WakeLockSentinel[]).map(({ type, released }) => released || type),
    )
  await beginTest(page, server.demo.candidate_links[2] ?? '')
  await see.poll(held).toEqual(['screen'])
  // A browser without a screen hides no page: what one does that has it, drop the lock and say so.
  const turn = (state: DocumentVisibilityState) =>
    page.evaluate(async (to) => {
      Object.defineProperty(document, 'visibilityState', { value: to, configurable: true })
      if (to === 'hidden') await (Reflect.get(window, 'locks') as WakeLockSentinel[]).at(-1)?.release()
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turn('hidden')
  expect(await held()).toEqual([true])
  await turn('visible')
  await see.poll(held).toEqual([true, 'screen'])
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish' }).click()
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await see.poll(held).toEqual([true, true])
})

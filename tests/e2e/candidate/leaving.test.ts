import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../support/axe.ts'
import { openProfile, type Profile } from '../support/browser.ts'
import { beginTest, writeCode } from '../support/candidate.ts'
import { draftsOf, newestAttempt, openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let profile: Profile
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

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
  await writeCode(page, 'console.log("before I left")')
  const session = await profile.context.newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const other = await profile.context.newPage()
  await other.bringToFront()
  const db = openServerDatabase(server.data)
  await see.poll(() => newestAttempt(db).end_reason, { timeout: 30_000 }).toBe('Switched window')
  await other.close()
  await page.bringToFront()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Thank you!')).toBeVisible()
  await see(page.getByRole('alert')).toContainText(/window/i)
  expect(await faultsOf(page)).toEqual([])
  expect(draftsOf(db, newestAttempt(db).id)[0]).toBe('console.log("before I left")')
  await see
    .poll(() => db.prepare("SELECT count(*) FROM ops WHERE type = 'fraud_report'").pluck().get())
    .toBe(1)
  db.close()
})

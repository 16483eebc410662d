import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts'
import { beginTest, dialog, expectAllSaved, totalLight, writeCode } from '../support/candidate.ts'
import { draftsOf, newestAttempt, openServerDatabase } from '../support/database.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let proxy: FaultProxy
let profile: Profile
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  proxy = await startFaultProxy({ host: 'localhost', port: Number(new URL(server.base).port) })
  profile = await openProfile({ isWindow: true })
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
})
afterAll(async () => {
  await profile.context.close()
  await proxy.close()
  await server.stop()
})

const throughProxy = (link: string): string => {
  const url = new URL(link)
  url.port = String(proxy.port)
  return url.href
}

it('takes no captive portal’s HTML for an ack, and sends everything once the portal is gone', async () => {
  await beginTest(page, throughProxy(server.demo.candidate_links[0] ?? ''))
  await writeCode(page, 'console.log("before the portal")')
  await expectAllSaved(page)
  const db = openServerDatabase(server.data)
  const { id } = newestAttempt(db)
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("before the portal")')

  await proxy.set('portal')
  await writeCode(page, 'console.log("behind the portal")')
  await see(totalLight(page)).toContainText(/saved on this device$/)
  await see(page.getByText(/Your network wants you to sign in/).first()).toBeVisible()
  expect(draftsOf(db, id)[0]).toBe('console.log("before the portal")')

  await proxy.set('ok')
  await expectAllSaved(page, 60_000)
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("behind the portal")')
  db.close()
})

it('goes on through a killed and restarted server without losing what was written meanwhile', async () => {
  await server.kill()
  await writeCode(page, 'console.log("while the server was dead")')
  await see(totalLight(page)).toContainText(/saved on this device$/)
  await server.restart()
  await expectAllSaved(page, 60_000)
  const db = openServerDatabase(server.data)
  expect(draftsOf(db, newestAttempt(db).id)[0]).toBe('console.log("while the server was dead")')
  db.close()
})

it('only notes that the window was left within a minute after contact came back', async () => {
  const session = await profile.context.newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const other = await profile.context.newPage()
  await other.bringToFront()
  await see.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
  const db = openServerDatabase(server.data)
  const signals = () =>
    db
      .prepare(
        "SELECT type FROM ops WHERE attempt_id = ? AND type IN ('focus_lost','focus_returned','finish')",
      )
      .pluck()
      .all(newestAttempt(db).id)
  await other.close()
  await page.bringToFront()
  await see.poll(signals).toContain('focus_lost')
  expect(signals()).not.toContain('finish')
  await see(dialog(page)).toHaveCount(0)
  db.close()
})

import type { Page, Route } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  Device,
  fillIn,
  HOUR,
  must,
  type Organization,
  seedOrganization,
  signIn,
} from '../../factories/index.ts'
import {
  beginTest,
  dialog,
  editorOf,
  enterFullScreen,
  fillDetails,
  leaveTest,
  setOffline,
} from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { see } from '../support/see.ts'
import { workerKeeps } from '../support/worker.ts'

/** Steps of the candidate's way beside the straight one: what is opened without a test, in the middle of one, or after it. */

const { app, linkOf, browser } = await openClocked()
let org: Organization
let headers: Record<string, string>
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'way', { candidates: 7 })
  headers = await signIn(app.send, org.admin.email, org.admin.password)
})

/** Opens an address, and waits for the one that it leads to. */
async function leadsTo(page: Page, from: string, to: string): Promise<void> {
  await page.goto(`${app.base}/candidate${from}`)
  await page.waitForURL((url) => url.pathname === `/candidate${to}`)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('in a browser without a test', () => {
  it.each(['/ide', '/feedback', '/profile/create', '/report'])('%s leads to the end page', async (path) => {
    const { page } = await browser()
    await leadsTo(page, path, '/endpage')
    await see(page.getByRole('heading', { name: 'There is no test in this browser' })).toBeVisible()
  })

  it('the practice leads back to where nobody is invited', async () => {
    const { page } = await browser()
    await leadsTo(page, '/practice', '/practice')
    await press(page, 'Back to the welcome screen')
    await page.waitForURL(`${app.base}/candidate`)
    await page.goBack()
    await page.waitForURL('**/candidate/practice')
  })

  it('whose database cannot be read the test leads to the end page', async () => {
    const { page } = await browser()
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('no room', 'InvalidStateError')
      }
    })
    await leadsTo(page, '/ide', '/endpage')
  })
})

it('a test that runs is gone on with from every screen beside it, and what lies under an address is that address', async () => {
  const { page } = await browser()
  page.on('dialog', (warning) => warning.accept())
  await beginTest(page, linkOf(org.candidates[0]))
  const backInTest = async () => {
    await page.waitForURL('**/candidate/ide')
    await enterFullScreen(page)
  }
  await leadsTo(page, '', '')
  await press(page, 'Go back to your test')
  await backInTest()
  await leadsTo(page, '/endpage', '/endpage')
  await press(page, 'Go back to the test')
  await backInTest()
  // The small storage is gone, the database is not.
  await page.evaluate(() => localStorage.clear())
  await leadsTo(page, '/ide/below', '/ide')
  await enterFullScreen(page)
  await page.evaluate(() => localStorage.clear())
  await leadsTo(page, '/feedback/below', '/feedback')
  await see(page.getByText('Your test still runs.')).toBeVisible()

  const ref = org.candidates[0]?.ref ?? ''
  await must(app.send, 'postPause', { params: { ref }, headers })
  await leadsTo(page, '/feedback', '/ide')
  await see(dialog(page)).toContainText('Your test is paused')
  await must(app.send, 'postResume', { params: { ref }, headers })
  await backInTest()
})

it('out of reach a link leads to the test that was begun, and after it to its end', async () => {
  const { page } = await browser()
  page.on('dialog', (warning) => warning.accept())
  const link = linkOf(org.candidates[1])
  await beginTest(page, link)
  await workerKeeps(page)
  await setOffline(page, true)
  await page.goto(link)
  await press(page, 'Continue the test')
  await page.waitForURL('**/candidate/ide')
  await enterFullScreen(page)
  await press(page, 'Finish')
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  await press(page, 'Submit')
  await page.waitForURL('**/candidate/endpage')
  await leadsTo(page, '/ide', '/endpage')
  await leadsTo(page, '', '')
  await press(page, 'See the state of your last test')
  await page.waitForURL('**/candidate/endpage')
  await page.goto(link)
  await press(page, 'See the end of your test')
  await page.waitForURL('**/candidate/endpage')
  await page.goBack()
  await page.waitForURL(link)
  await setOffline(page, false)
})

it('whoever goes on with a test that was finished elsewhere meanwhile is at its end', async () => {
  const [, , who] = org.candidates
  if (!who) throw new Error('Nobody was invited')
  const device = new Device(app.send, await fillIn(app.send, who), app.clock.now)
  await device.start()
  const { page } = await browser()
  await page.goto(linkOf(who))
  await see(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled()
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  await press(page, 'Continue')
  await dialog(page).getByRole('button', { name: 'Continue here' }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Test Completed!')).toBeVisible()
})

it('whoever has finished elsewhere while the form was open is at the end after a reload', async () => {
  const [, , , , , who] = org.candidates
  if (!who) throw new Error('Nobody was invited')
  const { page } = await browser()
  await page.goto(linkOf(who))
  await press(page, 'Continue')
  await see(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  const device = new Device(app.send, await fillIn(app.send, who), app.clock.now)
  await device.start()
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  await page.reload()
  await page.waitForURL('**/candidate/endpage')
})

it('the welcome screen needs no machine, and leads on once it is here, or says that it has not come', async () => {
  const { page } = await browser({ isWithoutWorker: true })
  let take: (route: Route) => unknown = () => {}
  const held = new Promise<Route>((resolve) => {
    take = resolve
  })
  await page.route(/\/assets\/candidate\/flow-[^/]+\.js$/, (route) => take(route))
  const open = async () => {
    await page.goto(linkOf(org.candidates[6]))
    await see(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled()
  }
  await open()
  await press(page, 'Continue')
  // The press waits for the part that is held back.
  await see(page.getByText('Welcome to')).toBeVisible()
  await (await held).continue()
  await see(page.getByRole('heading', { name: 'Your details' })).toBeVisible()

  take = (route) => route.abort()
  await open()
  await press(page, 'Continue')
  await see(page.getByRole('heading', { name: 'Part of this page did not load' })).toBeVisible()
  take = (route) => route.continue()
  await press(page, 'Reload the page')
  await press(page, 'Continue')
  await see(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
})

it('a start that no answer came to is no test to give feedback on, and a drive that was moved meanwhile says so', async () => {
  const { page } = await browser()
  page.on('dialog', (warning) => warning.accept())
  let isAway = true
  await page.route('**/api/v1/sync/start', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(linkOf(org.candidates[3]))
  await press(page, 'Continue')
  await fillDetails(page)
  await press(page, 'Continue')
  await see(page.getByRole('heading', { name: 'The server has not answered yet' })).toBeVisible()
  await leadsTo(page, '/feedback', '/endpage')
  const moveBy = (ms: number) =>
    app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET start_time = start_time + ?', ms))
  await moveBy(3 * HOUR)
  isAway = false
  await page.goto(`${app.base}/candidate/ide`)
  await page.waitForURL(linkOf(org.candidates[3]))
  await see(page.getByText('Welcome to')).toBeVisible()
  await moveBy(-3 * HOUR)
})

it('an end by force leads to the end page whatever the browser says to it', async () => {
  const { page } = await browser({ isWindow: true })
  await page.addInitScript(() => {
    Document.prototype.exitFullscreen = () => {
      throw new Error('not now')
    }
  })
  await beginTest(page, linkOf(org.candidates[4]))
  await see(editorOf(page)).toBeVisible()
  const { comeBack } = await leaveTest(page)
  await page.waitForURL('**/candidate/endpage')
  await comeBack()
  expect(await page.evaluate(() => sessionStorage.getItem('test-end-reason'))).toBe('Switched window')
})

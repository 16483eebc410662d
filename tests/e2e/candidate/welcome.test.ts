import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import {
  DAY,
  Device,
  fillIn,
  HOUR,
  MINUTE,
  type Organization,
  profile as sameProfile,
  seedOrganization,
} from '../../factories/index.ts'
import { violationsOf } from '../support/axe.ts'
import { dialog, fillDetails, keepsKey } from '../support/candidate.ts'
import { openClocked } from '../support/clocked.ts'
import { see } from '../support/see.ts'

/** The welcome screen and the details form. */

const { app, linkOf, browser } = await openClocked()
const { page } = await browser()
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'door', {
    candidates: 4,
    startsIn: DAY + HOUR + 2 * MINUTE + 10_000,
    lasts: 2 * HOUR,
  })
})

const startedAt = async (candidate: number) => {
  const [row] = await app.rows<{ started_at: number | null }>(
    'SELECT started_at FROM attempts WHERE id = ?',
    org.candidates[candidate]?.attemptId,
  )
  return row?.started_at
}
const start = (on: Page = page) => on.getByRole('region', { name: 'Start of the test' })
const onward = (on: Page = page) => on.getByRole('button', { name: 'Continue' })

it('counts down to the start by the server’s clock, each second, and opens at zero', async () => {
  await page.goto(linkOf(org.candidates[0]))
  await see(page.getByText('Welcome to')).toBeVisible()
  await see(page.getByRole('banner').getByText('Holdfast')).toBeVisible()
  await see(start()).toContainText(/1 day 01:0[12]:\d\d/)
  // The date of the start, as the specification writes it.
  await see(start()).toContainText(/\d\d-\d\d-\d{4}, \d{1,2}:\d\d [AP]M/)
  await see(start().getByText('Expired')).toHaveCount(0)
  await see(onward()).toBeDisabled()
  expect(await violationsOf(page)).toEqual([])
  const before = await page.getByRole('timer').textContent()
  await see(page.getByRole('timer')).not.toHaveText(before ?? '', { timeout: 3_000 })

  const [drive] = await app.rows<{ start_time: number }>(
    'SELECT start_time FROM drives WHERE id = ?',
    org.driveId,
  )
  app.clock.set((drive?.start_time ?? 0) - 25_000)
  await page.reload()
  await see(start()).toContainText(/0 days 00:00:\d\d/)
  // So far the computer's clock is off by now.
  await see(page.getByText(/^25 h [0-5] min behind the server\. The server’s time counts\.$/)).toBeVisible()
  await see(start().getByText('Expired')).toBeVisible({ timeout: 60_000 })
  // The heading says what counts: it is open, and until when. The countdown's end is no end of the test.
  await see(start().getByRole('heading', { name: 'The test is open' })).toBeVisible()
  await see(start()).toContainText(/Open until \d\d-\d\d-\d{4}/)
  await see(start()).not.toContainText('00:00:00')
  await see(onward()).toBeEnabled()
  // Before anything asks for the camera, and beside the picture as well.
  const notice = page.getByText('they are deleted 60 days after the drive ends.')
  await see(notice).toBeVisible()
  await onward().click()
  await see(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await see(page.getByRole('region', { name: 'Camera' })).toContainText('they are deleted 60 days after')
})

it('says whose test it is before its scripts run, and nothing moves when they do', async () => {
  const { profile, page: slow } = await browser()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await profile.context.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await slow.goto(linkOf(org.candidates[0]), { waitUntil: 'commit' })
  const name = slow.getByRole('heading', { level: 1 })
  await see(name).toHaveText(/\S/)
  // The words are there before their styles: whoever asks where they stand must not do so in between.
  await slow.waitForFunction(() =>
    [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => (link as HTMLLinkElement).sheet),
  )
  const told = [await name.textContent(), await name.boundingBox()]
  await see(slow.getByRole('main')).toContainText(`invited by ${org.name}`)
  await see(slow.getByRole('button')).toHaveCount(0)
  release()
  await see(onward(slow)).toBeVisible()
  expect([await name.textContent(), await name.boundingBox()]).toEqual(told)
})

it('shows the rules, tells each error at its field, keeps the developer tools’ keys, and goes to the test in full screen', async () => {
  const rules = page.getByRole('region', { name: 'Rules for the test' }).getByRole('listitem')
  await see(rules).toHaveText([/Work alone\./, /Keep your camera on\./])
  await onward().click()
  for (const [label, error] of [
    ['First name', 'First name is a required field'],
    ['Last name', 'Last name is a required field'],
    [/Mobile/, 'Mobile should be a valid 10-digit numeric value'],
  ] as const)
    await see(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(error))
  await see(page.getByRole('checkbox')).toHaveAccessibleDescription(/Please read all rules !/)
  expect(await violationsOf(page)).toEqual([])
  for (const key of ['F12', 'Control+Shift+I', 'Control+Shift+J', 'Control+U'])
    expect(await keepsKey(page, key), key).toBe(true)
  for (const key of ['F5', 'Control+S', 'a']) expect(await keepsKey(page, key), key).toBe(false)
  // The text and the tick outlive a reload.
  await page.getByLabel('First name').fill('Zoë')
  await page.getByRole('checkbox').check()
  await page.reload()
  await see(page.getByLabel('First name')).toHaveValue('Zoë')
  await see(page.getByRole('checkbox')).toBeChecked()
  await fillDetails(page)
  await see(page.getByLabel('What your camera sees')).toBeVisible()

  // The button works while the server takes its time.
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/v1/candidates/*', async (route) => {
    await asked
    await route.continue()
  })
  await onward().click()
  await see(onward()).toHaveAttribute('aria-busy', 'true')
  // The start reaches the server, and its answer is lost: the clock runs, and the page says so and asks again by itself.
  let starts = 0
  await page.route('**/api/v1/sync/start', async (route) => {
    if (++starts > 1) return route.continue()
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort()
  })
  answer()
  await page.waitForURL('**/candidate/ide')
  await see(page.getByRole('heading', { name: 'The server has not answered yet' })).toBeVisible()
  await see(page.getByRole('alert')).toContainText('then your time is running')
  expect(await startedAt(0)).not.toBeNull()
  await page.context().setOffline(false)
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('fullScreenAttempts'))).toBe('5')
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('unsent')
})

it('starts nothing from the end page, and says of a start without an answer that the time may be running', async () => {
  const other = await browser()
  const tab = other.page
  let starts = 0
  let isLost = true
  await tab.route('**/api/v1/sync/start', (route) => {
    starts++
    return isLost ? route.abort() : route.continue()
  })
  await tab.goto(linkOf(org.candidates[3]))
  await onward(tab).click()
  await fillDetails(tab)
  await onward(tab).click()
  await see(tab.getByRole('heading', { name: 'The server has not answered yet' })).toBeVisible()
  await tab.goto(`${app.base}/candidate/feedback`)
  await tab.waitForURL('**/candidate/endpage')
  await see(tab.getByRole('heading', { name: 'Your test is not on this device yet' })).toBeVisible()
  const asked = starts
  isLost = false
  await tab.reload()
  await see(tab.getByText('Your time may be running')).toBeVisible()
  expect(starts).toBe(asked)
  expect(await startedAt(3)).toBeNull()
  await tab.getByRole('button', { name: 'Go to the test' }).click()
  await see(tab.getByRole('region', { name: 'Code' })).toBeVisible()
  await other.profile.context.close()
})

it('says after a reload without the server what the link told last, and goes on by itself', async () => {
  const other = await browser()
  const tab = other.page
  await tab.goto(linkOf(org.candidates[2]))
  await see(onward(tab)).toBeVisible()
  let isAway = true
  await tab.route('**/api/v1/drives/*', (route) => (isAway ? route.abort() : route.continue()))
  await tab.reload()
  await see(tab.getByRole('heading', { name: 'Drive door' })).toBeVisible()
  await see(tab.getByText('those it told last')).toBeVisible()
  isAway = false
  await see(tab.getByText('those it told last')).toHaveCount(0)
  await other.profile.context.close()
})

it('lets nobody in without a camera, and says so', async () => {
  const refused = await browser({ isCameraRefused: true })
  await refused.page.goto(linkOf(org.candidates[1]))
  await onward(refused.page).click()
  await see(refused.page.getByRole('alert')).toContainText('Please allow camera access to start the test.')
  await fillDetails(refused.page)
  await onward(refused.page).click()
  await see(
    refused.page.getByRole('form').getByText('Please allow camera access to start the test.'),
  ).toBeVisible()
  expect(new URL(refused.page.url()).pathname).toBe('/candidate/profile/create')
  expect(await violationsOf(refused.page)).toEqual([])
  expect(await startedAt(1)).toBeNull()
  await refused.profile.context.close()
})

it('leads whoever has finished meanwhile from the form to the end page', async () => {
  const [, , who] = org.candidates
  if (!who) throw new Error('Nobody was invited')
  const tab = await page.context().newPage()
  await tab.goto(linkOf(who))
  await onward(tab).click()
  await tab.getByLabel('First name').fill(sameProfile.first_name)
  await tab.getByLabel('Last name').fill(sameProfile.last_name)
  await tab.getByLabel(/Mobile/).fill(sameProfile.mobile_number)
  await tab.getByRole('checkbox').check()
  const device = new Device(app.send, await fillIn(app.send, who), app.clock.now)
  await device.start()
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
  await onward(tab).click()
  await tab.waitForURL('**/candidate/endpage')
  await see(dialog(tab)).toHaveCount(0)
  await tab.goto(linkOf(who))
  await tab.waitForURL('**/candidate/endpage')
  await tab.close()

  // In a browser that has nothing of the test the link says the same, and when, of what and whom to ask.
  const elsewhere = await browser()
  await elsewhere.page.goto(linkOf(who))
  await elsewhere.page.waitForURL('**/candidate/endpage')
  await see(elsewhere.page.getByText('Test Completed!')).toContainText(/It ended on \d\d-\d\d-\d{4}, \d/)
  const said = elsewhere.page.getByRole('region', { name: 'This test is finished' })
  await see(said).toContainText('Drive door')
  await see(said).toContainText(org.name)
  await see(elsewhere.page.getByRole('region', { name: 'Contact' })).toBeVisible()
  expect(await violationsOf(elsewhere.page)).toEqual([])
  await elsewhere.profile.context.close()
})

/** The browser says that the network is back, which is one of the moments at which the page looks again. */
const lookAgain = (on: Page) => on.evaluate(() => dispatchEvent(new Event('online')))

it('hears while it waits that the drive was moved or ended, says where it cannot, and leads back from the form', async () => {
  const tab = await page.context().newPage()
  await tab.goto(linkOf(org.candidates[1]))
  await see(onward(tab)).toBeEnabled()
  const moveBy = (ms: number) =>
    app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET start_time = start_time + ?', ms))
  await moveBy(HOUR)
  await lookAgain(tab)
  await see(onward(tab)).toBeDisabled()
  await see(start(tab)).toContainText('Starts in')

  const failed = tab.getByRole('status').filter({ hasText: 'Something went wrong with drive timer!' })
  await tab.route('**/api/v1/drives/*', (route) => route.abort())
  await lookAgain(tab)
  await see(failed).toBeVisible()
  await see(start(tab)).toContainText('Starts in')
  expect(await violationsOf(tab)).toEqual([])
  await moveBy(-HOUR)
  await tab.unroute('**/api/v1/drives/*')
  // By itself, at its own rhythm.
  await see(failed).toHaveCount(0)
  await see(onward(tab)).toBeEnabled()

  // A late beginner is promised no more than there is.
  const endsAt = app.clock.now() + 11 * MINUTE + 40_000
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET end_time = ?', endsAt))
  await lookAgain(tab)
  const has11 = /The drive ends at \d{1,2}:\d\d [AP]M: you have 11 min\./
  await see(onward(tab)).toHaveAccessibleDescription(has11)
  await see(tab.getByRole('definition').first()).toHaveText(/^11 min of \d+ min$/)
  await see(tab.getByRole('listitem').filter({ hasText: has11 })).toBeVisible()
  expect(await violationsOf(tab)).toEqual([])

  await onward(tab).click()
  await see(tab.getByText(/starts your 11 min: the drive ends at \d{1,2}:\d\d [AP]M\.$/)).toBeVisible()
  await fillDetails(tab)
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET end_time = ?', app.clock.now() - MINUTE))
  await onward(tab).click()
  await see(tab.getByRole('heading', { name: 'Test Over' })).toBeVisible()
  expect(await violationsOf(tab)).toEqual([])
  await tab.close()
})

it('says that the test is over where the drive is not live any more', async () => {
  const [, late] = org.candidates
  app.clock.move(3 * HOUR)
  const tab = await page.context().newPage()
  await tab.goto(linkOf(late))
  await see(tab.getByRole('heading', { name: 'Test Over' })).toBeVisible()
  await see(onward(tab)).toHaveCount(0)
  expect(await violationsOf(tab)).toEqual([])
  await tab.close()
})

it('says over plain http from another machine what the browser withholds there, and nothing of it where it is secure', async () => {
  const host = 'exam.example'
  const plain = await browser({ host })
  const { candidates } = await seedOrganization(app.ctx, 'plain', { candidates: 1 })
  const address = new URL(linkOf(candidates[0]))
  address.hostname = host
  await plain.page.goto(address.href)
  const notice = plain.page.getByRole('alert').filter({ hasText: 'This address is not secure' })
  await see(notice).toContainText(`(http://${host}:${address.port})`)
  await see(notice).toContainText('The browser gives it no camera')
  await see(notice).toContainText('Open the same link with https://')
  expect(await violationsOf(plain.page)).toEqual([])
  await plain.page.goto(linkOf(candidates[0]))
  await see(plain.page.getByText('Welcome to')).toBeVisible()
  await see(notice).toHaveCount(0)
})

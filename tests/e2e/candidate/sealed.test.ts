import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstPage } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import { fillDetails, openInvitation, setOffline } from '../support/candidate.ts'
import { cached } from '../support/device.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The sealed question package: on the device before the start, opened by the start alone. */

let server: TestServer
let profile: Profile
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  profile = await openProfile()
  page = await firstPage(profile)
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

const linkOf = (i: number): string => server.demo.candidate_links[i] ?? ''
const questions = () =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Questions' }) })

/** The calls that tell the questions one by one. */
const plainCalls = /\/api\/v1\/(drives\/\d+\/(problems|templates)|questions)(\?|$)/

async function begin(on: Page = page): Promise<void> {
  await on.getByRole('button', { name: 'Continue' }).click()
  await fillDetails(on)
  await on.getByRole('button', { name: 'Continue' }).click()
  await on.waitForURL('**/candidate/ide')
}

it('the questions lie sealed on the device before the start, and the start alone opens them', async () => {
  await openInvitation(page, linkOf(0))
  await see(questions()).toContainText('On this device, sealed until your test starts.')
  const [sealed] = await cached(page, 'holdfast-packages')
  expect(sealed?.text).not.toMatch(/Given|problem|options/)

  let asked = 0
  await page.route(plainCalls, (route) => {
    asked++
    return route.abort()
  })
  await begin()
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
  await see(page.getByRole('region', { name: 'Statement' }).getByRole('heading').first()).toBeVisible()
  expect(asked).toBe(0)
  // The package that was opened lies here no longer, and the pictures came with it.
  expect(await cached(page, 'holdfast-packages')).toEqual([])
  const pictures = await cached(page, 'holdfast-pictures')
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.every(({ type }) => type?.startsWith('image/'))).toBe(true)
  await page.unroute(plainCalls)
})

it('a network that answers in the server’s place leaves no package, and the test begins without one', async () => {
  await page.goto('about:blank')
  await page.route('**/api/v1/packages/*', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }),
  )
  await openInvitation(page, linkOf(1))
  await see(questions()).toContainText('They come when your test starts.')
  expect(await cached(page, 'holdfast-packages')).toEqual([])
  await begin()
  await see(page.getByRole('region', { name: 'Code' })).toBeVisible()
})

it('a network that goes between the start and the questions leaves the time, a way on and whom to ask', async () => {
  const other = await openProfile()
  try {
    const alone = await firstPage(other)
    await alone.route('**/api/v1/packages/*', (route) => route.abort())
    await alone.route(plainCalls, (route) => route.abort())
    await openInvitation(alone, linkOf(3))
    await begin(alone)
    await see(alone.getByText('Fetching your questions…')).toBeVisible()
    await setOffline(alone, true)
    const told = alone.getByRole('alert').filter({ hasText: 'Your questions are not here yet' })
    await see(told).toBeVisible()
    await see(alone.getByRole('timer')).toContainText(/\d\d min: \d\d secs Remain/)
    // A silent line is found out by the next contact.
    await see(alone.getByRole('main')).toContainText(/Offline \d+ s/)
    await see(alone.getByText('Contact:')).toBeVisible()
    expect(await violationsOf(alone)).toEqual([])
    // The line is back, the server is not: whoever presses asks again.
    await setOffline(alone, false)
    const asked = alone.waitForRequest((request) => request.url().includes('/api/v1/'))
    await alone.getByRole('button', { name: 'Try now' }).click()
    await asked
    await see(told).toBeVisible()
    // From here on the page goes on by itself.
    await alone.unroute(plainCalls)
    await see(alone.getByRole('region', { name: 'Code' })).toBeVisible()
  } finally {
    await other.context.close()
  }
})

it('a bad line that loses the readiness check leaves the way into the test', async () => {
  const other = await openProfile()
  try {
    const fresh = await firstPage(other)
    await fresh.route('**/assets/candidate/Before-*.js', (route) => route.abort())
    await openInvitation(fresh, linkOf(2))
    await see(fresh.getByRole('heading', { name: 'Readiness check' })).toHaveCount(0)
    await fresh.getByRole('button', { name: 'Continue' }).click()
    await see(fresh.getByRole('heading', { name: 'Your details' })).toBeVisible()
  } finally {
    await other.context.close()
  }
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstPage } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import { beginTest } from '../support/candidate.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { workerKeeps } from '../support/worker.ts'

/** Which address leads where, with and without a test in the browser. */

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('sends whoever opens the test screen without a token to the end page', async () => {
  const stranger = await openProfile()
  const fresh = stranger.context.pages()[0] ?? (await stranger.context.newPage())
  await fresh.goto(`${server.base}/candidate/ide`)
  await fresh.waitForURL('**/candidate/endpage')
  await see(fresh.getByText('Questions? Reply to your invitation email.')).toBeVisible()
  // Nobody who never took a test is told that it is completed.
  await see(fresh.getByText('There is no test in this browser')).toBeVisible()
  await see(fresh.getByText('Test Completed!')).toHaveCount(0)
  expect(await violationsOf(fresh)).toEqual([])
  await fresh.goto(`${server.base}/candidate/anything/else`)
  await fresh.waitForURL('**/candidate/endpage')
  await stranger.context.close()
})

it.each(['/candidate/endpage', '/login'])(
  '%s makes neither text a part of itself nor an address a script',
  async (path) => {
    const stranger = await openProfile()
    const page = await firstPage(stranger)
    await page.goto(server.base + path)
    await see(page.getByRole('heading').first()).toBeVisible()
    const refusedBy = (sink: string) =>
      page.evaluate((code) => {
        const tries: Record<string, () => unknown> = {
          html: () => (document.createElement('p').innerHTML = '<b>text</b>'),
          worker: () => new Worker('/worker.js'),
          foreign: () =>
            (
              globalThis as never as { trustedTypes: { createPolicy(name: string, rules: object): object } }
            ).trustedTypes.createPolicy('stranger', {}),
        }
        try {
          tries[code]?.()
          return 'taken'
        } catch (error) {
          return (error as Error).name
        }
      }, sink)
    for (const sink of ['html', 'worker', 'foreign']) expect(await refusedBy(sink), sink).toBe('TypeError')
    await stranger.context.close()
  },
)

it('says what to do and whom to ask where a link opens nothing, and where the server is out of reach', async () => {
  const stranger = await openProfile()
  const fresh = stranger.context.pages()[0] ?? (await stranger.context.newPage())
  await fresh.goto(`${server.base}/candidate/overview/not-a-token`)
  await see(fresh.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await see(fresh.getByText('This invitation was not found.')).toBeVisible()
  await see(fresh.getByText('Questions? Reply to your invitation email.')).toBeVisible()
  await see(fresh.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await violationsOf(fresh)).toEqual([])

  // The page itself is kept by the worker; what the link opens is not.
  await workerKeeps(fresh)
  await stranger.context.setOffline(true)
  await fresh.goto(server.demo.candidate_links[1] ?? '')
  await see(fresh.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await see(fresh.getByText('Questions? Reply to your invitation email.')).toBeVisible()
  await stranger.context.setOffline(false)
  await fresh.getByRole('button', { name: 'Try again' }).click()
  await see(fresh.getByText('Welcome to')).toBeVisible()
  await stranger.context.close()
})

it('gives each address its screen, and leads what lies below one of them or beside all of them where it belongs', async () => {
  const guest = await openProfile()
  const page = guest.context.pages()[0] ?? (await guest.context.newPage())
  // The test asks before it is left.
  page.on('dialog', (warning) => warning.accept())
  await page.goto(`${server.base}/candidate`)
  await see(page.getByRole('heading', { name: 'Open your invitation' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Ask for the link again' }).click()
  await page.waitForURL('**/candidate/link')
  await see(page.getByRole('heading', { name: 'Ask for your link again' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await beginTest(page, server.demo.candidate_links[2] ?? '')
  const leadsTo = async (from: string, to: string): Promise<void> => {
    await page.goto(`${server.base}/candidate/${from}`)
    await page.waitForURL((url) => url.pathname === `/candidate/${to}`)
  }
  await leadsTo('ide/anything/below', 'ide')
  await see(page.getByRole('button', { name: 'Enter Full Screen' })).toBeVisible()
  await leadsTo('feedback/anything', 'feedback')
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await leadsTo('profile/create/anything', 'profile/create')
  await see(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await leadsTo('profile', 'endpage')
  await see(page.getByRole('heading', { name: 'Your test still runs' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await guest.context.close()
})

import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstPage } from '../support/attempts.ts'
import { violationsOf } from '../support/axe.ts'
import { openInvitation, setOffline, writeCode } from '../support/candidate.ts'
import { openServerDatabase } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

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

const results = () => page.getByRole('region', { name: 'Results' })
const run = () => page.getByRole('button', { name: 'Run', exact: true }).click()

/** The part of its look that hangs on styles that the test brings. */
const look = () =>
  page.locator('.editor-tools').evaluate((tools) => {
    const families = [...document.fonts].map(({ family }) => family.replaceAll('"', ''))
    return {
      height: tools.clientHeight,
      padding: getComputedStyle(tools).padding,
      families: [...new Set(families)],
    }
  })

/** The server's records of begun tests and of what was done in them. */
const recorded = (): unknown => {
  const db = openServerDatabase(server.data)
  const counts = ['ops', 'executions', 'submissions', 'answers'].map((table) =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  const begun = db.prepare('SELECT count(*) FROM attempts WHERE started_at IS NOT NULL').pluck().get()
  db.close()
  return { counts, begun }
}

it('can be tried from the welcome screen without a network, sends nothing, and leads back', async () => {
  const before = recorded()
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await openInvitation(page, server.demo.candidate_links[0] ?? '')
  // On a phone the way there stands far down, and the page begins at its beginning all the same.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Practice' }).click()
  await page.waitForURL('**/candidate/practice')
  await see(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  const steps = page.getByRole('list', { name: 'What to try' })
  await see(steps).toContainText('Your code can run offline.', { timeout: 60_000 })
  await setOffline(page, true)
  await see(steps.getByRole('listitem').nth(1)).toContainText('Done.')

  expect(await violationsOf(page)).toEqual([])
  const led = await look()
  await run()
  await see(results()).toContainText('Wrong answer: line 1 differs')
  await see(results().getByText('on this device, not graded', { exact: true })).toBeVisible()
  await writeCode(page, "console.log(2 * require('fs').readFileSync(0, 'utf8'))")
  await see(page.getByText('saved on this device', { exact: true })).toHaveCount(1)
  await run()
  await see(results()).toContainText('Passed: the output is as expected')

  await page.getByLabel('Language', { exact: true }).selectOption('python')
  await writeCode(page, 'print(2 * int(input()))')
  await run()
  await see(results()).toContainText('Passed: the output is as expected')

  await page.getByRole('radio').nth(1).check()
  await see(page.getByText('saved on this device', { exact: true })).toHaveCount(2)
  await page.reload()
  await see.poll(look).toEqual(led)
  await see(page.getByRole('radio').nth(1)).toBeChecked()
  await see(page.getByRole('region', { name: 'Code' })).toContainText('2 * int')

  await setOffline(page, false)
  await page.getByRole('button', { name: 'Back to the welcome screen' }).first().click()
  await see(page.getByText('Welcome to')).toBeVisible()
  expect(sent).toEqual([])
  expect(recorded()).toEqual(before)
  const kept = await keptOnDevice(page)
  expect(JSON.stringify(kept)).not.toContain('2 * int')
  expect(kept.databases.find(({ store }) => store === 'ops')?.rows ?? []).toEqual([])
})

it.each(['/candidate/practice/more', '/candidate/practise', '/candidate/nothing'])(
  'is the only address it has: %s goes to the end page',
  async (path) => {
    await page.goto(server.base + path)
    await page.waitForURL('**/candidate/endpage')
  },
)

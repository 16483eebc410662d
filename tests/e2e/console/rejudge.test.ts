import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { must, type Send, signIn } from '../../factories/client.ts'
import { signIn as enter } from '../support/admin.ts'
import { violationsOf } from '../support/axe.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** A test of the bank was wrong: a completed drive is judged anew, looked at, and decided. */

let server: TestServer
let profile: Profile
let page: Page
let driveId = 0
let title = ''

beforeAll(async () => {
  server = await startTestServer()
  const send: Send = (path, init) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { drives } = await must(send, 'getCompletedDrives', { headers })
  driveId = drives[0]?.id ?? 0
  const { problems } = await must(send, 'getDriveDetails', { params: { driveId }, headers })
  const [problem] = problems
  title = problem?.title ?? ''
  const { test_cases } = await must(send, 'getTestCases', { params: { id: problem?.id ?? 0 }, headers })
  await must(send, 'putTestCase', {
    params: { id: test_cases.at(-1)?.id ?? 0 },
    body: { output: 'what nobody prints' },
    headers,
  })
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  await enter(page, server)
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

it('shows the marks before and after, and lets them count once they are applied', async () => {
  await page.goto(`${server.base}/admin/drive/${driveId}/details`)
  await page.getByRole('link', { name: 'Rejudge' }).click()
  await page.getByRole('combobox', { name: 'Problem' }).selectOption(title)
  await page.getByRole('button', { name: 'Rejudge' }).click()
  const card = page.getByRole('article').filter({ hasText: title })
  await see(card.getByText('Awaiting decision')).toBeVisible({ timeout: 60_000 })
  // A rejudging that waits for a decision is not begun a second time.
  await see(page.getByRole('button', { name: 'Rejudge' })).toBeDisabled()
  const changed = card.getByRole('row').nth(1).getByRole('cell')
  const [before, after] = [
    Number(await changed.nth(0).textContent()),
    Number(await changed.nth(1).textContent()),
  ]
  expect(after).toBeLessThan(before)
  expect(await violationsOf(page)).toEqual([])
  await card.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click()
  await see(card.getByRole('status')).toContainText('The new marks count now.')
  await see(card.getByText('Applied', { exact: true })).toBeVisible()
  // The changes stay to be read, with who decided them.
  await see(card.getByRole('status')).toContainText('Applied by ')
  const kept = card.getByRole('row').nth(1).getByRole('cell')
  await see(kept.nth(0)).toHaveText(String(before))
  await see(kept.nth(1)).toHaveText(String(after))
  // Everything is judged by this version now.
  await page.getByRole('button', { name: 'Rejudge' }).click()
  await see(page.getByRole('main').getByText(/There is nothing to rejudge/)).toBeVisible()

  // The table scrolls by itself on a phone, the page does not.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  await see.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.setViewportSize({ width, height })
})

it('says what becomes of the totals where a problem is worth more, also where no marks change', async () => {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { problems } = await must(send, 'getDriveDetails', { params: { driveId }, headers })
  await must(send, 'postTestCase', {
    body: {
      problem_id: problems[0]?.id ?? 0,
      input: 'no such input\n',
      output: 'what nobody prints either',
      marks: 50,
    },
    headers,
  })
  await page.goto(`${server.base}/admin/drive/${driveId}/rejudge`)
  await page.getByRole('combobox', { name: 'Problem' }).selectOption(title)
  await page.getByRole('button', { name: 'Rejudge' }).click()
  const card = page.getByRole('article').filter({ hasText: title }).first()
  await see(card.getByText('Awaiting decision')).toBeVisible({ timeout: 60_000 })
  const cells = card.getByRole('row').nth(1).getByRole('cell')
  const [before, after] = [await cells.nth(2).textContent(), await cells.nth(3).textContent()]
  const totals = [before, after].map((text) => Number(/^\d+ of (\d+)$/.exec(text ?? '')?.[1]))
  expect(totals[1]).toBe((totals[0] ?? 0) + 50)
  await card.getByRole('button', { name: 'Apply' }).click()
  const rows = (await card.getByRole('row').count()) - 1
  await see(page.getByRole('alertdialog')).toContainText(/The results of \d+ candidates change/)
  const told = Number(/of (\d+) candidates/.exec(await page.getByRole('alertdialog').innerText())?.[1])
  expect(told).toBeGreaterThanOrEqual(rows)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apply' }).click()
  await see(card.getByText('Applied', { exact: true })).toBeVisible()
})

it('has nothing to apply where no marks change', async () => {
  const send: Send = (path, init) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { problems } = await must(send, 'getDriveDetails', { params: { driveId }, headers })
  const params = { id: problems[0]?.id ?? 0 }
  const { test_cases } = await must(send, 'getTestCases', { params, headers })
  await must(send, 'putTestCase', {
    params: { id: test_cases.at(-1)?.id ?? 0 },
    body: { output: 'what nobody prints at all' },
    headers,
  })
  await page.goto(`${server.base}/admin/drive/${driveId}/rejudge`)
  await page.getByRole('combobox', { name: 'Problem' }).selectOption(title)
  await page.getByRole('button', { name: 'Rejudge' }).click()
  const card = page.getByRole('article').filter({ hasText: title }).first()
  await see(card.getByRole('status')).toContainText('No marks change, so there is nothing to apply.', {
    timeout: 60_000,
  })
  await see(card.getByRole('button', { name: 'Apply' })).toHaveCount(0)
  await card.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await see(card.getByText('Discarded', { exact: true })).toBeVisible()
  await see(page.getByRole('button', { name: 'Rejudge' })).toBeEnabled()
})

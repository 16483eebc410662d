import type { Page } from 'playwright'
import { see } from './see.ts'
import type { TestServer } from './server.ts'

/** An admin's actions, in an admin's words. */

export async function signIn(page: Page, server: TestServer, as = server.demo.admin): Promise<void> {
  await page.goto(`${server.base}/login`)
  await page.getByLabel('Email').fill(as.email)
  await page.getByLabel('Password', { exact: true }).fill(as.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await see(page.getByRole('region', { name: 'Ongoing' })).toBeVisible()
}

export async function openResults(page: Page, drive: string): Promise<void> {
  await page.getByRole('article', { name: drive }).getByRole('link', { name: 'Result' }).click()
  await page.waitForURL('**/result')
  await see(page.getByRole('table')).toBeVisible()
}

/** The report of a candidate opens in a tab of its own. */
export async function openReport(page: Page, email: string): Promise<Page> {
  const row = page.getByRole('row').filter({ hasText: email })
  const [report] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('link', { name: /report/i }).click(),
  ])
  await see(report.getByRole('heading', { level: 1 })).toBeVisible()
  return report
}

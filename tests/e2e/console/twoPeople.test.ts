import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { PASSWORD, seedOrganization } from '../../factories/index.ts'
import { openClocked } from '../support/clocked.ts'
import { see } from '../support/see.ts'

/** Two people, one after the other, in one browser. */

const { app, browser } = await openClocked()
const harbour = await seedOrganization(app.ctx, 'harbour')
const mill = await seedOrganization(app.ctx, 'mill')

const dashboardOf = (page: Page) => page.getByRole('region', { name: 'Ongoing' })

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${app.base}/login`)
  await fillLogin(page, email)
  await see(dashboardOf(page)).toBeVisible()
}

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Whatever the page shows from now on, as texts, until it is loaded anew. */
async function drawnOn(page: Page): Promise<string[]> {
  const drawn: string[] = []
  await page.exposeFunction('noteDrawn', (text: string) => void drawn.push(text))
  await page.evaluate(() => {
    const { noteDrawn } = window as unknown as { noteDrawn: (text: string) => void }
    new MutationObserver(() => noteDrawn(document.body.innerText)).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  return drawn
}

it('another person who signs in finds nothing of the one before, in no tab', async () => {
  const { profile, page } = await browser()
  await signIn(page, harbour.admin.email)
  const candidate = harbour.candidates[0]?.email ?? ''
  await page.goto(`${app.base}/admin/drive/${harbour.driveId}/candidates`)
  await see(page.getByRole('row').filter({ hasText: candidate })).toBeVisible()

  const other = await profile.context.newPage()
  await other.goto(`${app.base}/profile`)
  await other.getByRole('button', { name: 'Logout' }).last().click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click()
  await see(page.getByLabel('Email')).toBeVisible()
  const drawn = await drawnOn(page)
  await fillLogin(other, mill.admin.email)
  for (const tab of [other, page]) {
    await see(dashboardOf(tab).getByRole('article', { name: 'Drive mill' })).toBeVisible()
    await see(tab).toHaveURL(/\/admin$/)
    await see(tab.getByText(candidate)).toHaveCount(0)
  }
  expect(drawn.filter((text) => text.includes(candidate))).toEqual([])
})

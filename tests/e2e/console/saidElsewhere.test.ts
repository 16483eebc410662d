import { expect, it } from 'vitest'
import { texts } from '#contract/texts.ts'
import { violationsOf } from '../support/axe.ts'
import { openConsole } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/** Console specification, 2.1, 2.2, 2.4, 2.9 and 2.10: what stands where there is nothing, and the ways about a report. */

const { server, page, faults, button, field, said } = await openConsole()
const HOUR_S = 3_600

const go = (path: string) => page.goto(server.base + path)
const path = () => new URL(page.url()).pathname

/** Signs in anew. @returns how long the session lasts, in hours */
async function sessionHours(isRemembered: boolean): Promise<number> {
  await go('/login')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await field('Email').fill(server.demo.admin.email)
  await field('Password').fill(server.demo.admin.password)
  if (isRemembered) await page.getByText(texts.rememberMe, { exact: true }).click()
  await see(page.getByLabel(texts.rememberMe)).toBeChecked({ checked: isRemembered })
  await button('Login').click()
  await page.waitForURL('**/admin')
  const expiry = await page.evaluate(() => Number(localStorage.getItem('expiry')))
  return Math.round((expiry - Date.now() / 1_000) / HOUR_S)
}

/** How long the newest session may rest, in hours. */
function restHours(): number {
  const db = openServerDatabase(server.data)
  const idle = db.prepare('SELECT idle_ms FROM sessions ORDER BY id DESC LIMIT 1').pluck().get() as number
  db.close()
  return idle / HOUR_S / 1_000
}

it('Remember Me keeps a session for 14 days, used or not; without it a day, and 2 hours of rest', async () => {
  expect([await sessionHours(false), restHours()]).toEqual([24, 2])
  expect([await sessionHours(true), restHours()]).toEqual([14 * 24, 14 * 24])
})

it('an unknown path leads home, a record that is not there to the page that says so', async () => {
  await go('/nothing/of/this/kind')
  await page.waitForURL('**/admin')
  for (const gone of [
    '/admin/drive/999999/details',
    '/admin/drive/999999/candidates',
    '/admin/problem/999999/details',
    '/admin/question/999999/edit',
    '/admin/assessment/999999/edit',
    '/drive/999999/candidate/1/snapshots',
  ]) {
    await go(gone)
    await page.waitForURL('**/page_not_found')
    await see(page.getByRole('heading', { name: texts.pageNotFound }), gone).toBeVisible()
  }
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL('**/admin')
})

it('a report leads to its snapshots and back to the top; its gallery shows them, or that there are none', async () => {
  const db = openServerDatabase(server.data)
  const attempt = db
    .prepare(
      `SELECT a.id, a.ref, a.drive_id, a.candidate_id FROM attempts a JOIN drives d ON d.id = a.drive_id
       WHERE a.finished_at IS NOT NULL AND d.is_assessment = 0 ORDER BY a.id LIMIT 1`,
    )
    .get() as { id: number; ref: string; drive_id: number; candidate_id: number }
  db.prepare('DELETE FROM snapshots WHERE attempt_id = ?').run(attempt.id)
  const gallery = `/drive/${attempt.drive_id}/candidate/${attempt.candidate_id}/snapshots`
  await go(gallery)
  await said(texts.nothingToShow)
  await see(page.getByRole('figure')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])

  const taken = new Date(2026, 4, 3, 9, 5).getTime()
  db.prepare(
    'INSERT INTO snapshots (attempt_id, sha256, bytes, taken_at, logged_at) VALUES (?, ?, 1, ?, ?)',
  ).run(attempt.id, 'a'.repeat(64), taken, taken)
  db.close()
  await go(`/admin/drive/${attempt.drive_id}/candidate/${attempt.ref}/report`)
  await button(texts.goToSnapshots).click()
  const snapshots = page.getByRole('region', { name: 'Snapshots' })
  await see(snapshots.getByRole('figure')).toBeInViewport()
  await see(page.getByRole('heading', { level: 1 })).not.toBeInViewport()
  await button(texts.goBackToTop).click()
  await see(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await snapshots.getByRole('link', { name: 'Open gallery' }).click()
  await page.waitForURL(`**${gallery}`)
  await see(page.getByRole('figure')).toContainText('03-05-2026, 9:05 AM')
  expect(await violationsOf(page)).toEqual([])
})

it('each column of the home page says that it is empty', async () => {
  const db = openServerDatabase(server.data)
  db.prepare('UPDATE drives SET deleted_at = 1').run()
  db.close()
  await go('/admin')
  for (const [column, words] of [
    ['Ongoing', texts.noOngoingDrives],
    ['Upcoming', texts.noUpcomingDrives],
    ['Completed', texts.noCompletedDrives],
  ] as const)
    await see(page.getByRole('region', { name: column })).toContainText(words)
  expect(path()).toBe('/admin')
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})

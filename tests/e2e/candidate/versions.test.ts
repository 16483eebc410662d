import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, expect, it } from 'vitest'
import { firstPage, freshAttempts } from '../support/attempts.ts'
import {
  beginTest,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  openInvitation,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf } from '../support/database.ts'
import { nextVersion } from '../support/nextVersion.ts'
import { openProfile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { BUILT } from '../support/server.ts'
import { lookForUpdate, workerKeeps } from '../support/worker.ts'

/** A new version is deployed while a test is open. */

const { now, database } = freshAttempts()
const next = nextVersion()
afterAll(() => next.remove())

/** The script the page began with: its name is its version's. */
const versionOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')

const finish = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
}

it('S14: disturbs nobody in a test, neither on a reload nor after a killed browser, and takes over when it is done', async () => {
  const { server } = now
  // Somebody whose browser keeps no pages: what was not loaded yet is asked for after the update.
  const bare = await openProfile({ isWithoutWorker: true })
  const other = await firstPage(bare)
  await beginTest(other, server.demo.candidate_links[5] ?? '')
  await expectAllSaved(other)
  const before = await versionOf(now.page)
  await writeCode(now.page, 'console.log("before the update")')
  await expectAllSaved(now.page)
  const db = database()
  const { id } = db
    .prepare('SELECT attempt_id AS id FROM answers WHERE saved = \'console.log("before the update")\'')
    .get() as { id: number }

  await server.restart(next.script)
  expect(await (await fetch(`${server.base}/candidate/ide`)).text()).not.toContain(before)
  await writeCode(now.page, 'console.log("after the update")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("after the update")')
  await see(dialog(now.page)).toHaveCount(0)
  expect(await lookForUpdate(now.page)).toMatchObject({ waits: false })
  await finish(other)
  await bare.context.close()

  await now.page.reload()
  await enterFullScreen(now.page)
  expect(await versionOf(now.page)).toBe(before)
  expect(await lookForUpdate(now.page)).toMatchObject({ waits: false })
  await setOffline(now.page, true)
  await writeCode(now.page, 'console.log("out of reach")')
  await see(totalLight(now.page)).toContainText(/saved on this device$/)
  const { folder } = now.profile
  await now.profile.killHard()

  now.profile = await openProfile({ folder })
  await now.profile.context.setOffline(true)
  now.page = await firstPage(now.profile)
  await now.page.goto(`${server.base}/candidate/ide`)
  await enterFullScreen(now.page)
  expect(await versionOf(now.page)).toBe(before)
  await see.poll(() => codeOf(now.page)).toBe('console.log("out of reach")')
  await now.profile.context.setOffline(false)
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("out of reach")')
  expect(await lookForUpdate(now.page)).toMatchObject({ waits: false })

  // It is over: the end page asks for the new version, and whoever opens the next page has it.
  await finish(now.page)
  await now.page.getByRole('button', { name: 'Submit', exact: true }).click()
  await now.page.waitForURL('**/candidate/endpage')
  expect(await versionOf(now.page)).toBe(before)
  await see.poll(async () => (await lookForUpdate(now.page)).isRefused).toBe(false)
  const { context } = now.profile
  const blank = await context.newPage()
  await now.page.close()
  now.page = blank
  /** Opens the link anew, until the new version is fetched. */
  const opened = async () => {
    const page = await context.newPage()
    await page.goto(now.link)
    await page.waitForURL('**/candidate/endpage')
    await see(page.getByText('Test Completed!')).toBeVisible()
    const version = await versionOf(page)
    await page.close()
    return version
  }
  await see.poll(opened).not.toBe(before)
  const reason = db.prepare('SELECT end_reason FROM attempts WHERE id = ?').pluck()
  await see.poll(() => reason.get(id)).toBe('Finished by candidate')
  db.close()
})

it('S14: a version that comes before the test is the one that the test is taken with, also after a killed browser', async () => {
  const { server } = now
  const link = server.demo.candidate_links[6] ?? ''
  await now.profile.context.close()
  now.profile = await openProfile()
  const page = await firstPage(now.profile)
  now.page = page
  await openInvitation(page, link)
  await workerKeeps(page)
  const before = await versionOf(page)
  const isNext = (await readFile(join(dirname(next.script), '../pages/candidate.html'), 'utf8')).includes(
    new URL(before).pathname,
  )
  await server.restart(isNext ? BUILT : next.script)
  // The page is loaded anew in the midst of it.
  await lookForUpdate(page).catch(() => null)
  await see.poll(() => versionOf(page).catch(() => before)).not.toBe(before)
  const after = await versionOf(page)
  await beginTest(page, link)
  await writeCode(page, 'console.log("of one version")')
  await expectAllSaved(page)
  await setOffline(page, true)
  const { folder } = now.profile
  await now.profile.killHard()

  now.profile = await openProfile({ folder })
  await now.profile.context.setOffline(true)
  now.page = await firstPage(now.profile)
  await now.page.goto(`${server.base}/candidate/ide`)
  await enterFullScreen(now.page)
  expect(await versionOf(now.page)).toBe(after)
  await see.poll(() => codeOf(now.page)).toBe('console.log("of one version")')
})

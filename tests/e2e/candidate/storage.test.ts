import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { beforeAll, expect, inject, it } from 'vitest'
import { type Organization, seedOrganization } from '../../factories/index.ts'
import { violationsOf } from '../support/axe.ts'
import { findChromium } from '../support/browser.ts'
import {
  beginTest,
  chooseLanguage,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  fillDetails,
  leaveTest,
  openInvitation,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { openClocked, secondsShown } from '../support/clocked.ts'
import { fullDisk } from '../support/device.ts'
import { see } from '../support/see.ts'
import { workerKeeps } from '../support/worker.ts'

/** The things a browser can do to what it keeps, and to the page that is open in it. */

const { app, linkOf, browser } = await openClocked()
const { page } = await browser()
let org: Organization
beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'keep', { candidates: 8 })
  await beginTest(page, linkOf(org.candidates[0]))
  await workerKeeps(page)
})

declare global {
  interface Window {
    /** The longest that a timer of 50 ms was kept waiting, in milliseconds. */
    longestPause?: number
  }
}

/** Longer than a call of the page waits for its answer, so that whatever was under way is given up. */
const SLEEP_MS = 12_000

const newestDraft = async (who: number): Promise<string | undefined> => {
  const [row] = await app.rows<{ saved: string }>(
    "SELECT saved FROM answers WHERE attempt_id = ? AND key LIKE 'code:%' ORDER BY saved_at DESC",
    org.candidates[who]?.attemptId,
  )
  return row?.saved
}
const endOf = async (
  who: number,
): Promise<{ deadline_at: number; end_reason: string | null; finished_at: number | null }> => {
  const [row] = await app.rows<{
    deadline_at: number
    end_reason: string | null
    finished_at: number | null
  }>('SELECT deadline_at, end_reason, finished_at FROM attempts WHERE id = ?', org.candidates[who]?.attemptId)
  if (!row) throw new Error('Nobody was invited')
  return row
}
const seqsOf = async (who: number): Promise<number[]> =>
  (
    await app.rows<{ seq: number }>(
      'SELECT seq FROM ops WHERE attempt_id = ? ORDER BY seq',
      org.candidates[who]?.attemptId,
    )
  ).map(({ seq }) => seq)

it('goes on without its worker, puts it back, and opens again without a network', async () => {
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await writeCode(page, 'console.log("no worker")')
  await see.poll(() => newestDraft(0)).toBe('console.log("no worker")')
  const isBack = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const page = await caches.match('/candidate.html', { ignoreSearch: true })
      return registration?.active?.state === 'activated' && page !== undefined
    })
  await see.poll(isBack).toBe(true)
  await setOffline(page, true)
  await page.reload()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe('console.log("no worker")')
  await setOffline(page, false)
  await workerKeeps(page)
})

it('comes out of the sleep of its computer with everything, sends it, and goes by the clock that went on', async () => {
  const { profile, page: own } = await browser()
  await beginTest(own, linkOf(org.candidates[1]))
  await expectAllSaved(own)
  // The page's own measure of how long it slept.
  await own.evaluate(() => {
    let last = performance.now()
    window.longestPause = 0
    setInterval(() => {
      window.longestPause = Math.max(window.longestPause ?? 0, performance.now() - last)
      last = performance.now()
    }, 50)
  })
  const leftBefore = await secondsShown(own)
  await writeCode(own, 'console.log("typed, and the lid closed")')
  const wakeUp = profile.fallAsleep()
  const until = Date.now() + SLEEP_MS
  await see.poll(() => Date.now(), { timeout: SLEEP_MS * 2 }).toBeGreaterThan(until)
  app.clock.move(600_000)
  expect(await newestDraft(1)).not.toBe('console.log("typed, and the lid closed")')
  wakeUp()
  await see.poll(() => newestDraft(1)).toBe('console.log("typed, and the lid closed")')
  expect(await codeOf(own)).toBe('console.log("typed, and the lid closed")')
  await see.poll(() => secondsShown(own)).toBeLessThan(leftBefore - 600)
  expect(await own.evaluate(() => window.longestPause)).toBeGreaterThan(SLEEP_MS * 0.9)
  expect((await endOf(1)).end_reason).toBeNull()
  await own.context().close()
})

it('is there again after the back button and the way forward, in the same state', async () => {
  page.once('dialog', (warning) => warning.accept())
  await writeCode(page, 'console.log("typed, then back")')
  await expectAllSaved(page)
  await page.goBack({ waitUntil: 'commit' })
  await see.poll(() => page.url()).not.toContain('/candidate/ide')
  await page.evaluate(() => history.forward())
  await see(page.getByRole('button', { name: 'Enter Full Screen' })).toBeVisible()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe('console.log("typed, then back")')
  await writeCode(page, 'console.log("and on")')
  await see.poll(() => newestDraft(0)).toBe('console.log("and on")')
  const seqs = await seqsOf(0)
  expect(seqs).toEqual(seqs.map((_, i) => i + 1))
})

it('says so where there is no room, gives the work out, and goes on as before once there is room (S12)', async () => {
  const { page: own } = await browser()
  const session = await own.context().newCDPSession(own)
  const limit = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', {
      origin: app.base,
      ...(quotaSize !== undefined && { quotaSize }),
    })
  await limit(300_000)
  await beginTest(own, linkOf(org.candidates[4]))
  const full = dialog(own).filter({ hasText: 'Your last change is not saved' })
  for (let n = 1; n <= 20 && (await full.count()) === 0; n++) {
    await writeCode(own, `// ${n} ${'no room '.repeat(4_000)}`)
    await see(full.or(totalLight(own).filter({ hasText: /saved/ })).first()).toBeVisible()
  }
  await see(full).toBeVisible()
  await see(totalLight(own)).toHaveText('not saved')
  await see(full.getByRole('button', { name: 'Copy' })).toBeVisible()
  expect(await violationsOf(own)).toEqual([])
  const [file] = await Promise.all([
    own.waitForEvent('download'),
    full.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('no room no room')
  await full.getByRole('button', { name: 'Keep working' }).click()
  await see(own.getByText(/Not saved on this device/)).toBeVisible()
  const save = own.getByRole('button', { name: 'SAVE' })
  await save.click()
  await see(save).toBeEnabled()
  await see(save).not.toHaveAttribute('aria-busy', 'true')

  await limit()
  await writeCode(own, 'console.log("room again")')
  await save.click()
  await see(own.getByText('Code saved successfully')).toBeVisible()
  await see(own.getByText(/Not saved on this device/)).toHaveCount(0)
  await see.poll(() => newestDraft(4)).toBe('console.log("room again")')
  const seqs = await seqsOf(4)
  expect(seqs).toEqual(seqs.map((_, i) => i + 1))
  await own.context().close()
})

it('says at the end what a full disk has not kept, gives it out, and makes the end once there is room (S12)', async () => {
  const { page: own } = await browser()
  await beginTest(own, linkOf(org.candidates[5]))
  await writeCode(own, 'console.log("kept before")')
  await expectAllSaved(own)
  const mend = await fullDisk(own)
  await writeCode(own, 'console.log("no room for this")')
  await see(totalLight(own)).toHaveText('not saved')
  // A person who leaves the window to make room is excused: nobody's test ends by that.
  const { comeBack } = await leaveTest(own)
  await dialog(own).getByRole('button', { name: 'Keep working' }).click()
  await comeBack()
  await own.getByRole('button', { name: 'Finish' }).click()
  await dialog(own).getByRole('button', { name: 'Finish' }).click()
  await see(own.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  await own.getByRole('button', { name: 'Submit' }).click()
  await own.waitForURL('**/candidate/endpage')
  const safe = own.getByRole('region', { name: 'Not everything is saved' })
  await see(safe).toBeVisible()
  await see(own.getByText('Everything is on the server')).toHaveCount(0)
  await see(own.getByRole('region', { name: 'Receipt code' })).not.toContainText('Keep it until')
  const [file] = await Promise.all([
    own.waitForEvent('download'),
    safe.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('no room for this')
  await mend()
  await see(own.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  expect(await endOf(5)).toMatchObject({
    end_reason: 'Finished by candidate',
    finished_at: expect.any(Number),
  })
  expect(await newestDraft(5)).toBe('console.log("no room for this")')
  await own.context().close()
})

it('stays in reach of the server on a full disk, follows its clock, and leads on at zero (S12)', async () => {
  const { page: own } = await browser()
  await beginTest(own, linkOf(org.candidates[6]))
  await writeCode(own, 'console.log("kept before")')
  await expectAllSaved(own)
  const mend = await fullDisk(own)
  await writeCode(own, 'console.log("no room for this")')
  const full = dialog(own).filter({ hasText: 'Your last change is not saved' })
  await full.getByRole('button', { name: 'Keep working' }).click()
  const { deadline_at } = await endOf(6)
  app.clock.move(deadline_at - app.clock.now() - 40_000)
  await see.poll(() => secondsShown(own)).toBeLessThanOrEqual(40)
  await see(own.getByText(/offline/i)).toHaveCount(0)
  await see(own.getByRole('heading', { name: 'Feedback' })).toBeVisible({ timeout: 60_000 })
  await see(own.getByText('Not saved on this device yet.')).toBeVisible()
  await see(own.getByText('your answers are kept', { exact: false })).toHaveCount(0)
  await own.getByRole('button', { name: 'Submit' }).click()
  await see(own.getByRole('region', { name: 'Not everything is saved' })).toBeVisible()
  await mend()
  await see(own.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  expect(await newestDraft(6)).toBe('console.log("no room for this")')
  await own.context().close()
})

it('works in a private window as long as that is open, also out of reach (S12)', async () => {
  const secret = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  })
  const context = await secret.newContext({ permissions: ['camera'], viewport: { width: 1280, height: 800 } })
  const own = await context.newPage()
  await beginTest(own, linkOf(org.candidates[2]))
  await expectAllSaved(own)
  await setOffline(own, true)
  await writeCode(own, 'console.log("in private")')
  await see(totalLight(own)).toContainText(/on this device/)
  await setOffline(own, false)
  await see.poll(() => newestDraft(2)).toBe('console.log("in private")')
  await secret.close()
})

it('runs, finishes and ends out of reach where no worker keeps its pages', async () => {
  const { page: own } = await browser({ isWithoutWorker: true })
  await beginTest(own, linkOf(org.candidates[7]))
  const isHere = (parts: string[]) =>
    own.evaluate((names) => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      return names.filter((name) => !loaded.some((url) => url.includes(`/${name}-`)))
    }, parts)
  const parts = ['FeedbackPage', 'EndPage', 'runOnDevice', 'runner.worker']
  await see.poll(() => isHere(parts)).toEqual([])
  await expectAllSaved(own)
  await setOffline(own, true)
  await chooseLanguage(own, /^JavaScript/)
  await writeCode(own, 'console.log("no worker, no network")')
  await own.getByRole('region', { name: 'Actions' }).getByRole('button', { name: /^Run/ }).click()
  await see(own.getByText('on this device, not graded', { exact: true })).toBeVisible()

  await own.getByRole('button', { name: 'Finish', exact: true }).click()
  await dialog(own).getByRole('button', { name: 'Finish the test' }).click()
  await see(own.getByRole('heading', { name: 'Feedback', level: 1 })).toBeVisible()
  await own.getByRole('button', { name: 'Submit' }).click()
  await see(own.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const [file] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Download rescue file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^holdfast-rescue-/)
  await setOffline(own, false)
  await see(own.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  expect((await endOf(7)).finished_at).not.toBeNull()
})

it('says before the test that a browser which keeps nothing cannot take it, and begins none', async () => {
  const folder = mkdtempSync(join(inject('profiles'), 'blocked-'))
  mkdirSync(join(folder, 'Default'))
  // The setting 'block all cookies', which takes every storage of the page with it.
  writeFileSync(
    join(folder, 'Default/Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  )
  const { page: own } = await browser({ folder })
  await openInvitation(own, linkOf(org.candidates[3]))
  await see(
    own.getByText('This browser keeps nothing. Leave private browsing, or use another browser.'),
  ).toBeVisible()
  expect(await violationsOf(own)).toEqual([])
  await own.getByRole('button', { name: 'Continue' }).click()
  await fillDetails(own)
  await own.getByRole('button', { name: 'Continue' }).click()
  await see(own.getByRole('heading', { name: 'The test could not be opened' })).toBeVisible()
  expect(await violationsOf(own)).toEqual([])
  const [row] = await app.rows<{ started_at: number | null }>(
    'SELECT started_at FROM attempts WHERE id = ?',
    org.candidates[3]?.attemptId,
  )
  expect(row?.started_at).toBeNull()
})

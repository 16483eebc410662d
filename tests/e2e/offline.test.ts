import type { Page } from 'playwright'
import { expect as see } from 'playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProfile, type Profile } from './support/browser.ts'
import {
  beginTest,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  openMcqs,
  openProblems,
  setOffline,
  totalLight,
  writeCode,
} from './support/candidate.ts'
import { draftsOf, newestAttempt, openServerDatabase, opsOf, setDeadline } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let profile: Profile
let page: Page
let link = 0

const nextLink = (): string => server.demo.candidate_links[link++] ?? ''
const firstPage = async (p: Profile): Promise<Page> => p.context.pages()[0] ?? (await p.context.newPage())
const database = () => openServerDatabase(server.data)

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  profile = await openProfile()
  page = await firstPage(profile)
  await beginTest(page, nextLink())
  await see.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` }).catch(() => {})
  await profile.context.close().catch(() => {})
})

describe('out of reach', () => {
  it('keeps 40 s of typing and clicking on the device and sends all of it when the line is back', async () => {
    await expectAllSaved(page)
    await setOffline(page, true)
    const until = Date.now() + 40_000
    let written = 0
    while (Date.now() < until) {
      written++
      await writeCode(page, `// line ${written}\nconsole.log(${written})\n`)
      if (written % 8 === 0 && written <= 48) {
        await openMcqs(page)
        await page.getByRole('radio').or(page.getByRole('checkbox')).first().click({ force: true })
        await page.getByRole('button', { name: 'Save & next' }).click()
        await openProblems(page)
      }
    }
    await see(totalLight(page)).toContainText(/on this device/)
    await see(
      page.getByText('You are offline. Keep working: everything is kept on this device.'),
    ).toBeVisible()
    await setOffline(page, false)
    await expectAllSaved(page, 60_000)
    const db = database()
    const attempt = newestAttempt(db)
    expect(draftsOf(db, attempt.id)[0]).toBe(`// line ${written}\nconsole.log(${written})\n`)
    const ops = opsOf(db, attempt.id)
    expect(ops.map((op) => op.seq)).toEqual(ops.map((_, i) => i + 1))
    expect(ops.some((op) => op.type === 'offline')).toBe(true)
    expect(ops.filter((op) => op.result === 'rejected')).toEqual([])
    db.close()
  })

  it('shows the same question, code and clock after the browser was killed offline and opened again offline', async () => {
    await writeCode(page, 'console.log("kept through kill -9")')
    await expectAllSaved(page)
    await setOffline(page, true)
    await writeCode(page, 'console.log("written offline, then kill -9")')
    await see(totalLight(page)).toContainText(/saved on this device/)
    const { folder } = profile
    await profile.killHard()

    profile = await openProfile({ folder })
    await profile.context.setOffline(true)
    page = await firstPage(profile)
    await page.goto(`${server.base}/candidate/ide`)
    await enterFullScreen(page)
    await see.poll(() => codeOf(page)).toBe('console.log("written offline, then kill -9")')
    await see(page.getByRole('timer')).toContainText(/\d\d hr: \d\d min: \d\d secs Remain/)
    await profile.context.setOffline(false)
    await expectAllSaved(page, 60_000)
    const db = database()
    expect(draftsOf(db, newestAttempt(db).id)[0]).toBe('console.log("written offline, then kill -9")')
    db.close()
  })

  it('finishes by itself when the clock reaches zero offline, and the server counts what it gets afterwards', async () => {
    await writeCode(page, 'console.log("before zero")')
    await expectAllSaved(page)
    const db = database()
    const attempt = newestAttempt(db)
    setDeadline(db, attempt.id, Date.now() + 15_000)
    await writeCode(page, 'console.log("before zero, once more")')
    await see.poll(() => draftsOf(db, attempt.id)[0], { timeout: 10_000 }).toContain('once more')
    await see(page.getByRole('timer')).toContainText('00 hr: 00 min:')
    await setOffline(page, true)
    await writeCode(page, 'console.log("the last words")')
    await see(dialog(page)).toContainText('Time over', { timeout: 40_000 })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL('**/candidate/feedback')
    await setOffline(page, false)
    await see.poll(() => opsOf(db, attempt.id).at(-1)?.type, { timeout: 60_000 }).toBe('finish')
    const after = newestAttempt(db)
    expect(after.end_reason).toBe('Time over')
    expect(draftsOf(db, attempt.id)[0]).toBe('console.log("the last words")')
    const last = opsOf(db, attempt.id)
    expect(last.every((op) => op.verdict !== 'late')).toBe(true)
    db.close()
  })
})

it('lets one tab write: the second reads, and takes over when asked', async () => {
  await writeCode(page, 'console.log("first tab")')
  const db = database()
  const { id } = newestAttempt(db)
  await see.poll(() => draftsOf(db, id)[0], { timeout: 10_000 }).toBe('console.log("first tab")')
  const second = await profile.context.newPage()
  await second.goto(`${server.base}/candidate/ide`)
  await see(second.getByRole('button', { name: /use .*here/i })).toBeVisible()
  await second.getByRole('button', { name: /use .*here/i }).click()
  await enterFullScreen(second)
  await see.poll(() => codeOf(second)).toBe('console.log("first tab")')
  await writeCode(second, 'console.log("second tab")')
  await see.poll(() => draftsOf(db, id)[0], { timeout: 10_000 }).toBe('console.log("second tab")')
  await see(page.getByRole('button', { name: /use .*here/i })).toBeVisible()
  const ops = opsOf(db, id)
  expect(ops.map((op) => op.seq)).toEqual(ops.map((_, i) => i + 1))
  db.close()
})

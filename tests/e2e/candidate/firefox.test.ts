import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../factories/wait.ts'
import { draftsOf, newestAttempt, openServerDatabase, opsOf } from '../support/database.ts'
import { openFirefox } from '../support/firefox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** A whole test in a stock Firefox: the promise hangs on no trait of one browser. */

let server: TestServer
let browser: Browser
let page: Page
const faults: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  browser = await openFirefox()
  page = await browser.newPage()
  page.setDefaultTimeout(12_000)
  // Firefox asks before a page is left on which something waits to be sent.
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('pageerror', (error) => faults.push(String(error)))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await page.screenshot({ path: 'test-results/firefox.png' }).catch(() => {})
})

const button = (name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`)
const label = (words: string) => page.locator(`::-p-xpath(//label[contains(., "${words}")])`)
const fill = async (words: string, text: string): Promise<void> => {
  await label(words).click()
  await page.keyboard.type(text)
}
const said = (words: RegExp, within = 15_000) =>
  waitFor(
    `${words} on the page`,
    async () => words.test(await page.evaluate(() => document.body.innerText)),
    { within, every: 100 },
  )
const at = (path: string) =>
  waitFor(`the page ${path}`, () => new URL(page.url()).pathname === path, { within: 15_000, every: 100 })
const allSaved = () => said(/All saved|choices? not saved/, 60_000)

async function writeCode(text: string): Promise<void> {
  await page.locator('[aria-label="Code"] .cm-content').click()
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.type(text)
}

const holds = (code: string) =>
  waitFor(
    `${code} in the editor`,
    async () => (await page.$eval('[aria-label="Code"] .cm-content', (text) => text.textContent)) === code,
    { within: 15_000, every: 100 },
  )
const opened = <T>(look: (db: ReturnType<typeof openServerDatabase>) => T): T => {
  const db = openServerDatabase(server.data)
  try {
    return look(db)
  } finally {
    db.close()
  }
}
const newestDraft = () => opened((db) => draftsOf(db, newestAttempt(db).id)[0])
const stored = (code: string) =>
  waitFor(`${code} with the server`, () => newestDraft() === code, { within: 60_000, every: 100 })

it('says what is ready, and begins the test', async () => {
  await page.goto(server.demo.candidate_links[0] ?? '')
  await said(/Readiness check/)
  await said(/\d of \d ready, /)
  // Firefox asks the person before it promises to keep data: nothing waits for the answer.
  await said(/Allow what the browser asks, then check again\./)
  await said(/This page starts again without a network\./)
  await button('Continue').click()
  await said(/Your details/)
  await fill('First name', 'Ada')
  await fill('Last name', 'Lovelace')
  await fill('Mobile', '5550100200')
  await label('I hereby read all the Rules').click()
  await button('Continue').click()
  await at('/candidate/ide')
  await page.waitForSelector('[aria-label="Code"] .cm-content')
})

it('keeps code and an answer while the server is away, through a reload, and sends them once', async () => {
  await writeCode('console.log("before")')
  await stored('console.log("before")')
  await server.kill()
  await writeCode('console.log("while it was away")')
  await said(/You are offline. Keep working: everything is kept on this device./)
  await said(/saved on this device/i)
  await page.reload()
  await button('Enter Full Screen').click()
  await holds('console.log("while it was away")')
  expect(newestDraft()).toBe('console.log("before")')
  await server.restart()
  await stored('console.log("while it was away")')
  await allSaved()
})

it('takes an answer, finishes, and ends with a receipt', async () => {
  await button('MCQs').click()
  await page.locator('[aria-label="Options"] label').click()
  await button('Save & next').click()
  await said(/Question 2\/12/)
  await allSaved()
  await button('Finish').click()
  await button('Finish the test').click()
  await at('/candidate/feedback')
  await button('Submit').click()
  await at('/candidate/endpage')
  await said(/Test Completed!/)
  await said(/Everything is on the server/, 60_000)
  await said(/Receipt code\s+[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}/)
  const left = opened((db) => {
    const { id, end_reason } = newestAttempt(db)
    return { end_reason, draft: draftsOf(db, id)[0], ops: opsOf(db, id) }
  })
  expect(left).toMatchObject({
    end_reason: 'Finished by candidate',
    draft: 'console.log("while it was away")',
  })
  expect(left.ops.map(({ seq }) => seq)).toEqual(left.ops.map((_, i) => i + 1))
  expect(left.ops.filter(({ result }) => result !== 'applied')).toEqual([])
})

it('went through without a script error', () => {
  expect(faults).toEqual([])
})

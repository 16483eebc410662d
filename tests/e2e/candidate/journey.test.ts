import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReport, openResults, signIn } from '../support/admin.ts'
import { seriousViolations, violationsOf } from '../support/axe.ts'
import {
  dialog,
  expectAllSaved,
  fillDetails,
  openInvitation,
  openMcqs,
  openProblems,
  writeCode,
} from '../support/candidate.ts'
import { cached, keptOnDevice } from '../support/device.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The main job, end to end: a candidate takes the test, an admin reads the result. */

let server: TestServer
let profile: Profile
let page: Page
const faults: string[] = []

const right = `const [n, limit, ...periods] = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number)
const gcd = (a, b) => (b ? gcd(b, a % b) : a)
const both = periods.reduce((a, b) => (a / gcd(a, b)) * b, 1)
console.log(both <= limit ? both : 'never')
`

beforeAll(async () => {
  server = await startTestServer({ env: { SUPPORT_EMAIL: 'help@northgate.example' } })
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  profile.context.on('page', watch)
  watch(page)
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

/** Nothing may go wrong unseen: no script error, nothing the page's policy had to block. */
function watch(watched: Page): void {
  watched.on('pageerror', (error) => faults.push(error.message))
  watched.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) faults.push(message.text().slice(0, 200))
  })
}

it('welcomes, checks the details form and begins the test', async () => {
  await openInvitation(page, server.demo.candidate_links[0] ?? '')
  await see(page.getByText('Expired')).toBeVisible()
  await see(page.getByRole('heading', { name: 'Graduate Engineer Drive' })).toBeVisible()
  await see(page.getByText('help@northgate.example').first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  // The invitation leaves the address bar.
  await see.poll(() => new URL(page.url()).pathname).toBe('/candidate/profile/create')
  // The page before it stands until its part is here, and has a button of the same name.
  await see(page.getByRole('heading', { name: 'Your details' })).toBeVisible()

  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByText('First name is a required field')).toBeVisible()
  await see(page.getByText('Last name is a required field')).toBeVisible()
  await see(page.getByText('Mobile should be a valid 10-digit numeric value')).toBeVisible()
  await see(page.getByText('Please read all rules !')).toBeVisible()
  await page.getByLabel('First name').fill('R2-D2')
  await page.getByLabel(/Mobile/).fill('five-five-five')
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByText('First name should be valid')).toBeVisible()
  await see(page.getByText('Phone number is not valid')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await fillDetails(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/candidate/ide')
  await see(page.getByRole('timer')).toContainText(/\d\d hr: \d\d min: \d\d secs Remain/)
})

it('runs code on the samples and on custom input, submits it and shows the verdict', async () => {
  await openProblems(page)
  await page.getByRole('button', { name: /Harbour lights/ }).click()
  await see(page.getByRole('figure', { name: 'Input' })).toContainText('4 6 10')
  await see(page.getByRole('figure', { name: 'Output' })).toContainText('60')
  await writeCode(page, right)
  await page.getByRole('button', { name: /^Run/ }).click()
  await see(page.getByText(/2 of 2 sample tests passed/)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Add Custom Input' }).click()
  await page.getByLabel('Enter Input').fill('2 100\n6 10')
  await page.getByRole('button', { name: 'Run code' }).click()
  await see(page.getByRole('tabpanel')).toContainText('30')

  await page.getByRole('button', { name: 'SAVE' }).click()
  await see(page.getByText('Code saved successfully')).toBeVisible()
  await page.getByRole('button', { name: /^Submit/ }).click()
  await see(dialog(page)).toContainText('Confirm Submit')
  await dialog(page)
    .getByRole('button', { name: /Submit/ })
    .click()
  await see(dialog(page)).toContainText('Final Output', { timeout: 60_000 })
  await see(dialog(page)).toContainText(/Submissions left\s*2/)
  await see(dialog(page)).toContainText(/Total test cases\s*9/i)
  expect(await violationsOf(page)).toEqual([])
  await dialog(page).getByRole('button').last().click()
  await see(page.getByRole('button', { name: /Harbour lights/ })).toContainText(/9 of 9 passed/)
})

it('answers the questions', async () => {
  await openMcqs(page)
  await see(page.getByRole('button', { name: 'Save & next' })).toBeDisabled()
  await see(page.getByRole('button', { name: 'Save & next' })).toHaveAttribute(
    'title',
    'Please select an option',
  )
  for (let question = 1; question <= 3; question++) {
    await page
      .getByRole('region', { name: 'Options' })
      .getByRole('radio')
      .or(page.getByRole('region', { name: 'Options' }).getByRole('checkbox'))
      .first()
      .click({ force: true })
    await page.getByRole('button', { name: 'Save & next' }).click()
    await see(page.getByText(`Question ${question + 1}/12`)).toBeVisible()
    // The button cannot be pressed here, and leaves the focus to the options.
    await see(page.getByRole('region', { name: 'Options' }).locator('input:focus')).toHaveCount(1)
  }
  await see(page.getByText('Answer Saved Successfully')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await expectAllSaved(page)
})

it('finishes, leaves feedback and ends', async () => {
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  await see(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('radio').nth(2).click({ force: true })
  await page.getByRole('textbox').fill('Clear problems, calm screens.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByText('Thank you!')).toBeVisible()
  await see(page.getByText('Test Completed!')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

/** By the code in the address, and by the file as it was saved; both say the same. */
async function checksItsReceipt(code: string): Promise<void> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const file = await (await saved).path()
  await page.getByRole('link', { name: 'Check it' }).click()
  await see(page.getByLabel('Receipt code')).toHaveValue(code)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const result = page.getByRole('region', { name: /genuine, and the server has everything/ })
  await see(result).toContainText(code)
  await see(result).toContainText('anybody can check it')
  // Form, file and finding stand in one column.
  const edges = await Promise.all(
    [page.locator('form'), page.getByLabel(/choose the file/), result].map((part) =>
      part.evaluate((it) => {
        const { left, right } = it.getBoundingClientRect()
        return [left, right].map(Math.round)
      }),
    ),
  )
  expect(new Set(edges.map(String)).size).toBe(1)
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Receipt code').fill('AAAA-AAAA-AAAA')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await see(page.getByRole('region', { name: 'No receipt with this code' })).toBeVisible()
  await page.getByLabel(/choose the file/).setInputFiles(file)
  await see(result).toContainText(code)
  expect(await result.innerText()).not.toContain('Ada')
}

it('leaves nothing of the test on the device once all of it is on the server, but for its end', async () => {
  // The text, so that a failure tells what stands there instead.
  await see(page.getByRole('region', { name: /./ }).filter({ has: page.locator('h2#safe') })).toContainText(
    'Everything is on the server',
    { timeout: 100_000 },
  )
  await see.poll(async () => (await keptOnDevice(page)).local).not.toHaveProperty('authToken')
  await see.poll(() => cached(page, 'holdfast-pictures')).toEqual([])
  const { databases, local } = await keptOnDevice(page)
  expect(databases.filter(({ rows }) => rows.length > 0).map(({ store }) => store)).toEqual(['settings'])
  const left = JSON.stringify([databases, local])
  // It is the right place that is looked at.
  expect(left).toContain('Graduate Engineer Drive')
  const link = server.demo.candidate_links[0] ?? ''
  const invitation = link.slice(link.lastIndexOf('/') + 1)
  for (const word of [
    'gcd',
    'Harbour lights',
    'source_code',
    'selected_options',
    "O'Neill",
    '5550100200',
    invitation,
  ])
    expect(left).not.toContain(word)
  expect(Object.keys(local).filter((key) => key !== 'holdfast.preferences')).toEqual([])

  const code = await page.getByRole('region', { name: 'Receipt code' }).getByRole('status').textContent()
  expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/)
  const showsTheEnd = async () => {
    await see(page.getByText('Test Completed!')).toBeVisible()
    await see(page.getByRole('region', { name: 'Receipt code' })).toContainText(code ?? '')
    await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  }
  await page.reload()
  await showsTheEnd()
  expect(await violationsOf(page)).toEqual([])
  await checksItsReceipt(code ?? '')
  await page.goto(link)
  await page.waitForURL('**/candidate/endpage')
  await showsTheEnd()

  await profile.context.setOffline(true)
  await page.reload()
  await showsTheEnd()
  await page.goto(link)
  await page.getByRole('button', { name: 'See the end of your test' }).click()
  await showsTheEnd()
  await page.goto(`${server.base}/candidate/ide`)
  await page.waitForURL('**/candidate/endpage')
  await showsTheEnd()
  await profile.context.setOffline(false)
})

it('shows the admin the result and the report', async () => {
  const admin = await profile.context.newPage()
  await signIn(admin, server)
  expect(await seriousViolations(admin)).toEqual([])
  await openResults(admin, 'Graduate Engineer Drive')
  const row = admin.getByRole('row').filter({ hasText: 'ada.lindqvist@eastmoor.example' })
  await see(row).toContainText('Finished by candidate')
  await see(row).toContainText('NO')
  expect(await seriousViolations(admin)).toEqual([])

  // On a phone each candidate is a card, and nothing lies beyond the edge.
  await admin.setViewportSize({ width: 390, height: 844 })
  const card = admin.getByRole('list', { name: 'Results' }).getByRole('listitem').first()
  await see(card).toContainText('ada.lindqvist@eastmoor.example')
  await see(card).toContainText('Finished by candidate')
  await see(card.getByRole('link', { name: /report/i })).toBeInViewport({ ratio: 1 })
  expect(await seriousViolations(admin)).toEqual([])
  await admin.setViewportSize({ width: 1280, height: 800 })

  const report = await openReport(admin, 'ada.lindqvist@eastmoor.example')
  await see(report.getByRole('heading', { level: 1 })).toContainText("Ada O'Neill-Żak")
  await see(report.getByText('Harbour lights').first()).toBeVisible()
  await see(report.getByText('const gcd').first()).toBeVisible()
  const tests = report
    .getByRole('table')
    .filter({ hasText: /Expected/i })
    .first()
  await see(tests).toContainText('Passed')
  await see(tests).toContainText('never')
  await see(report.getByText(/Chosen/).first()).toBeVisible()
  await see(report.getByText(/Connection/).first()).toBeVisible()
  await see(report.getByText('1 of 1 received')).toBeVisible()
  const picture = report.locator('img[src^="/files/snapshots/"]').first()
  await picture.scrollIntoViewIfNeeded()
  await see.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(500)
  expect(await seriousViolations(report)).toEqual([])
  // In the gallery each opens larger, by keyboard too.
  await report.getByRole('link', { name: 'Open gallery' }).click()
  // Until it is there the report stands, whose picture opens as well.
  await see(report.getByRole('heading', { level: 1 })).toContainText('Snapshots of')
  const enlarge = report.getByRole('button', { name: /^Enlarge: / })
  await see(enlarge).toBeVisible()
  await enlarge.focus()
  await report.keyboard.press('Enter')
  await see(report.getByRole('dialog').locator('img')).toBeVisible()
  await report.keyboard.press('Escape')
  await see(report.getByRole('dialog')).toHaveCount(0)
  await see(enlarge).toBeFocused()
})

it('went through without a script error and without anything the page’s policy had to block', () => {
  expect(faults).toEqual([])
})

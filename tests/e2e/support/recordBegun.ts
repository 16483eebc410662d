import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Page } from 'playwright'
import { bankProblems, bankQuestions } from '#api/starterBank/index.ts'
import { waitFor } from '../../factories/wait.ts'
import {
  beginTest,
  chooseLanguage,
  dialog,
  expectAllSaved,
  openMcqs,
  openProblems,
  totalLight,
  writeCode,
} from './candidate.ts'
import { newestAttempt, openServerDatabase } from './database.ts'
import { copyDevice } from './deviceCopy.ts'
import { openProfile } from './profile.ts'
import { keepRecording, type Recording, type Written } from './recording.ts'
import { see } from './see.ts'
import { startTestServer } from './server.ts'
import { type Served, startStandIn } from './standIn.ts'
import { workerKeeps } from './worker.ts'

/**
 * Records a begun test by driving a checkout's own build: `scripts/record-begun.mjs` calls it with the checkout and the
 * recording's name. The candidate works in reach of the server, then out of it; then the browser is killed.
 */

const [checkout = '', name = ''] = process.argv.slice(2)

const problemOf = (title: string) => {
  const problem = bankProblems.find((one) => one.title === title)
  if (!problem) throw new Error(`The bank has no ${title}`)
  return problem
}
const marksOf = (title: string): number => problemOf(title).tests.reduce((sum, { marks }) => sum + marks, 0)

const written: Written = {
  commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: checkout, encoding: 'utf8' }).trim(),
  at: 0,
  link: '',
  attempt: '',
  script: '',
  open: { problem: '', text: '' },
  drafts: [],
  choices: [],
  submissions: [],
  score: 0,
}

async function draft(
  page: Page,
  problem: string,
  language: 'JavaScript' | 'Python',
  text: string,
): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(problem) })
    .click()
  await see(page.getByRole('region', { name: 'Statement' })).toContainText(problem)
  await chooseLanguage(page, new RegExp(language))
  await writeCode(page, text)
  const others = written.drafts.filter((one) => one.problem !== problem || one.language !== language)
  written.drafts = [...others, { problem, language, text }]
  written.open = { problem, text }
}

async function submit(page: Page, isSent: boolean): Promise<void> {
  const actions = page.getByRole('region', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Submit' }).click()
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  const { problem, text: source } = written.open
  written.submissions.push({ problem, source, isSent })
  // Every one of them is right.
  written.score += marksOf(problem)
  if (isSent) {
    await see(dialog(page)).toContainText('Final Output', { timeout: 60_000 })
    await dialog(page).getByRole('button').last().click()
  } else
    await see(page.getByRole('region', { name: 'Results' })).toContainText('Sent when you are back online')
}

/** Chooses what is right at the open question, saves it or leaves it selected, and steps on. */
async function choose(page: Page, isSaved: boolean): Promise<void> {
  const options = page.getByRole('region', { name: 'Options' })
  const shown = await options.locator('.option-text').allTextContents()
  const asked = bankQuestions.find(({ options: own }) =>
    own.every(({ description }) => shown.includes(description.replaceAll('`', ''))),
  )
  if (!asked) throw new Error(`The bank has no question with the options ${shown.join(', ')}`)
  const inputs = options.locator('input')
  const question = Number((await inputs.first().getAttribute('name'))?.replace('question-', ''))
  const right = asked.options.filter(({ isAnswer }) => isAnswer)
  for (const { description } of right) {
    const option = shown.indexOf(description.replaceAll('`', ''))
    await inputs.nth(option).click({ force: true })
    await see(inputs.nth(option)).toBeChecked()
    written.choices.push({ question, option, isSaved })
  }
  if (isSaved) {
    await page.getByRole('button', { name: 'Save & next' }).click()
    written.score += asked.marks
  } else await page.getByRole('button', { name: /^Next / }).click()
  await see(inputs.first()).not.toHaveAttribute('name', `question-${question}`)
}

async function inReach(page: Page): Promise<void> {
  await draft(page, 'Harbour lights', 'JavaScript', problemOf('Harbour lights').reference.javascript)
  await submit(page, true)
  await draft(page, 'Tide windows', 'Python', '# begun in reach of the server\nprint(0, 0)\n')
  await openMcqs(page)
  await choose(page, true)
  await choose(page, true)
  await choose(page, false)
  await openProblems(page)
  await expectAllSaved(page)
}

async function outOfReach(page: Page): Promise<void> {
  await draft(page, 'Tide windows', 'Python', '# gone on with out of reach\nprint(0, 1)\n')
  await draft(page, 'Tide windows', 'JavaScript', problemOf('Tide windows').reference.javascript)
  await submit(page, false)
  await openMcqs(page)
  await choose(page, true)
  await choose(page, false)
  await openProblems(page)
  await draft(page, 'Container stack', 'JavaScript', '// out of reach: “żółw”, 龜, 🐢\nconsole.log(1)\n')
  await draft(page, 'Harbour lights', 'JavaScript', '// tried anew out of reach\nconsole.log("never")\n')
  await see(page.getByRole('region', { name: 'Code' }).locator('.save-light-slot')).toContainText(/^saved/)
  await see(totalLight(page)).toContainText(/saved on this device/)
}

/** The worker and what it keeps, each as the build serves it. */
async function servedTo(page: Page, base: string): Promise<Served[]> {
  const kept = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('workbox-precache'))
    const keys = await (await caches.open(name ?? '')).keys()
    return keys.map(({ url }) => new URL(url).pathname)
  })
  const paths = ['/worker.js', ...kept]
  return Promise.all(paths.map((path) => asServed(base, path)))
}

const asServed = (base: string, path: string): Promise<Served> =>
  new Promise((resolve, reject) => {
    get(base + path, { headers: { 'accept-encoding': 'br' } }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      const told = Object.entries(answer.headers).filter(
        ([header]) => !['connection', 'keep-alive'].includes(header),
      )
      resolve({ path, headers: Object.fromEntries(told) as Served['headers'], body: Buffer.concat(parts) })
    }).on('error', reject)
  })

/** A data directory after its server has gone: the database in one file, and nothing that a start does not ask for. */
function dataOf(folder: string): Recording['data'] {
  const db = openServerDatabase(folder)
  db.exec('VACUUM')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const files = (readdirSync(folder, { recursive: true }) as string[])
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile() && !/\.lock$|[\\/]mail[\\/]/.test(path))
  return Object.fromEntries(
    files.map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]),
  )
}

const scratch = mkdtempSync(join(tmpdir(), 'holdfast-begun-'))
const folder = join(scratch, 'profile')
const server = await startTestServer({ isFirstStart: true, script: join(checkout, 'dist/server/main.mjs') })
const db = openServerDatabase(server.data)
const judging = db.prepare("SELECT count(*) FROM submissions WHERE status = 'processing'").pluck()
await waitFor('the verdicts of the completed drive', () => judging.get() === 0, {
  within: 180_000,
  every: 200,
})

const profile = await openProfile({ folder })
const page = await profile.context.newPage()
const link = server.demo.candidate_links[0] ?? ''
await beginTest(page, link)
await workerKeeps(page)
written.link = new URL(link).pathname
written.attempt = newestAttempt(db).ref
written.script = await page.evaluate(
  () => new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '').pathname,
)
await inReach(page)
const served = await servedTo(page, server.base)
db.close()
await server.kill()
await outOfReach(page)
await profile.killHard()
written.at = Date.now()

const again = await openProfile({ folder })
const standIn = await startStandIn([], Number(new URL(server.base).port))
const blank = await again.context.newPage()
// The runner of this file names functions by a helper of its own, which no page has.
await blank.addInitScript('globalThis.__name = (named) => named')
await blank.goto(standIn.blank)
const device = await copyDevice(blank)
await again.context.close()
await standIn.close()
const pictures = device.databases.flatMap(
  ({ stores }) => stores.find(({ name: store }) => store === 'blobs')?.rows ?? [],
)
if (pictures.length === 0)
  throw new Error('No picture waits: they are sent at random times. Record once more.')
keepRecording(name, { written, device, served, data: dataOf(server.data) })
await server.stop()
rmSync(scratch, { recursive: true, force: true })

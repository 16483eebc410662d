import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Op } from '#contract/ops.ts'
import { texts } from '#contract/texts.ts'
import { currentName, readMigrations } from '#db/migrate.ts'
import { firstPage } from '../support/attempts.ts'
import {
  chooseLanguage,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  openMcqs,
  openProblems,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { clockOff, processClockOff } from '../support/clockOff.ts'
import { openServerDatabase } from '../support/database.ts'
import { keptOnDevice } from '../support/device.ts'
import { putDevice } from '../support/deviceCopy.ts'
import { withWorkerClockOff } from '../support/nextVersion.ts'
import { openProfile } from '../support/profile.ts'
import { type Recording, readRecording, recordings, type Written, writeData } from '../support/recording.ts'
import { see } from '../support/see.ts'
import { startTestServer } from '../support/server.ts'
import { startStandIn } from '../support/standIn.ts'
import { lookForUpdate } from '../support/worker.ts'

/**
 * A test that was begun with an earlier build goes on with this one. The data that the browser and the server held then
 * is kept in `tests/e2e/recorded`, a folder a build; `scripts/record-begun.mjs` records another one. All clocks stand
 * where the recording ended, and go on: the server's, the pages', and that of this build's worker, which asks whether a
 * test is open. The earlier worker has no say in it and keeps the machine's.
 */

const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/**
 * A browser as the recording left it, with nothing in reach.
 * @param keeps whether its worker and the pages in its cache are still there, which a browser may drop
 */
async function takeUp({ written, device, served, data }: Recording, keeps: 'its pages' | 'its work alone') {
  const off = written.at - Date.now()
  const installation = withWorkerClockOff(off)
  onTestFinished(() => installation.remove())
  const profile = await openProfile()
  onTestFinished(() => profile.context.close())
  await profile.context.addInitScript(clockOff(off))
  const page = await firstPage(profile)
  // A submission that waited for a judge then has its verdict at any moment, and the verdict is read and put away.
  const verdict = page.getByRole('dialog', { name: texts.finalOutput })
  await page.addLocatorHandler(verdict, () => verdict.getByRole('button', { name: 'Close' }).click())
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail')
      await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` }).catch(() => {})
  })

  const standIn = await startStandIn(served)
  await page.goto(standIn.blank)
  if (keeps === 'its pages')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    })
  await putDevice(page, device)
  await standIn.close()
  return {
    page,
    link: standIn.base + written.link,
    /** This build's server, on the data directory of then. */
    async serve() {
      const folder = mkdtempSync(join(tmpdir(), 'holdfast-begun-'))
      writeData(data, folder)
      const env = { PORT: String(standIn.port), ...processClockOff(off) }
      const server = await startTestServer({ data: folder, script: installation.script, env })
      onTestFinished(() => server.stop())
      const db = openServerDatabase(server.data)
      onTestFinished(() => {
        db.close()
      })
      return db
    },
  }
}

type Database = ReturnType<typeof openServerDatabase>

const scriptOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[type=module]')
    return new URL(script?.src ?? '').pathname
  })

/** The script of this build's page: the one of the recording where nothing of the candidate's pages has changed since. */
const builtScript = /<script type="module"[^>]* src="([^"]+)"/.exec(
  readFileSync(fileURLToPath(new URL('../../../dist/pages/candidate.html', import.meta.url)), 'utf8'),
)?.[1]

/** The place, each draft and each choice, as they were. */
async function seeWork(page: Page, { open, drafts, choices }: Written): Promise<void> {
  await see(page.getByRole('region', { name: 'Statement' })).toContainText(open.problem)
  await see.poll(() => codeOf(page)).toBe(open.text)
  for (const { problem, language, text } of drafts) {
    await page
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(problem) })
      .click()
    await chooseLanguage(page, new RegExp(language))
    await see.poll(() => codeOf(page)).toBe(text)
  }
  await openMcqs(page)
  // They were answered in their order.
  const questions = [...new Set(choices.map(({ question }) => question))]
  for (const [i, question] of questions.entries()) {
    const chosen = choices.filter((choice) => choice.question === question)
    const state = chosen.every(({ isSaved }) => isSaved) ? 'answered' : 'chosen'
    await page.getByRole('button', { name: `Question ${i + 1}, ${state}` }).click()
    const inputs = page.getByRole('region', { name: 'Options' }).locator(`[name=question-${question}]`)
    await see(inputs.and(page.locator(':checked'))).toHaveCount(chosen.length)
    for (const { option } of chosen) await see(inputs.nth(option)).toBeChecked()
  }
  await openProblems(page)
}

interface Row {
  seq: number
  op_id: string
  hash: string
}

const rowsOf = <T>({ device }: Recording, store: string): T[] =>
  device.databases
    .flatMap(({ stores }) => stores.filter(({ name }) => name === store))
    .flatMap(({ rows }) => rows as T[])

const idOf = (db: Database, { written }: Recording): number =>
  db.prepare('SELECT id FROM attempts WHERE ref = ?').pluck().get(written.attempt) as number

/** All of it is in the log, once, in its order, in time; and what it says is what counts. */
function expectArrived(db: Database, recording: Recording): void {
  const { written } = recording
  const id = idOf(db, recording)
  const applied = db.prepare('SELECT name FROM migrations ORDER BY name').pluck().all() as string[]
  expect(applied.map(currentName)).toEqual(readMigrations(migrations).map(({ name }) => name))
  const made = rowsOf<Op>(recording, 'ops').map(({ seq, op_id, hash }) => ({ seq, op_id, hash }))
  const log = db
    .prepare('SELECT seq, op_id, hash FROM ops WHERE attempt_id = ? ORDER BY seq')
    .all(id) as Row[]
  expect(log.slice(0, made.length)).toEqual(made)
  expect(new Set(log.map(({ op_id }) => op_id)).size).toBe(log.length)
  expect(
    db
      .prepare("SELECT seq FROM ops WHERE attempt_id = ? AND (result, verdict) <> ('applied', 'on_time')")
      .all(id),
  ).toEqual([])
  expect(db.prepare('SELECT seq FROM quarantine WHERE attempt_id = ?').all(id)).toEqual([])

  const programs = db
    .prepare(
      `SELECT title AS problem, source FROM submissions s JOIN problems p ON p.id = problem_id
       WHERE attempt_id = ? ORDER BY s.id`,
    )
    .all(id)
  expect(programs).toEqual(written.submissions.map(({ problem, source }) => ({ problem, source })))
  const drafts = db
    .prepare("SELECT saved FROM answers WHERE attempt_id = ? AND key LIKE 'code:%' ORDER BY saved")
    .pluck()
    .all(id)
  expect(drafts).toEqual(written.drafts.map(({ text }) => text).toSorted())
  const choices = db
    .prepare("SELECT key, saved, selected FROM answers WHERE attempt_id = ? AND key LIKE 'mcq:%'")
    .all(id) as { key: string; saved: string | null; selected: string | null }[]
  const told = rowsOf<{ key: string; value: unknown; saved: unknown }>(recording, 'answers')
  for (const { key, saved, selected } of choices) {
    const own = told.find((answer) => answer.key === key)
    expect(JSON.parse(saved ?? 'null'), key).toEqual(own?.saved)
    expect(JSON.parse(selected ?? saved ?? 'null'), key).toEqual(own?.value)
  }
  expect(choices).toHaveLength(new Set(written.choices.map(({ question }) => question)).size)
}

const AFTER = 'console.log("after the update")'

/** Writes something more, finishes, and has the score that the work came to, with nothing left on the device. */
async function finish(page: Page, db: Database, recording: Recording): Promise<void> {
  const id = idOf(db, recording)
  const judging = db
    .prepare("SELECT count(*) FROM submissions WHERE attempt_id = ? AND status = 'processing'")
    .pluck()
  await see.poll(() => judging.get(id)).toBe(0)
  await writeCode(page, AFTER)
  await expectAllSaved(page)
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog(page).getByRole('button', { name: 'Finish the test' }).click()
  await page.waitForURL('**/candidate/feedback')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.waitForURL('**/candidate/endpage')
  await see(page.getByRole('heading', { name: 'Everything is on the server' })).toBeVisible()
  const end = db.prepare('SELECT end_reason, score FROM attempts WHERE id = ?')
  await see
    .poll(() => end.get(id))
    .toEqual({ end_reason: 'Finished by candidate', score: recording.written.score })
  const drafts = db.prepare("SELECT saved FROM answers WHERE attempt_id = ? AND key LIKE 'code:%'").pluck()
  expect(drafts.all(id)).toContain(AFTER)
  const pictures = db
    .prepare('SELECT sha256 FROM snapshots WHERE attempt_id = ? AND stored_at IS NOT NULL')
    .pluck()
  for (const { sha256 } of rowsOf<{ sha256: string }>(recording, 'blobs'))
    await see.poll(() => pictures.all(id)).toContain(sha256)
  // Also what lies there under names of then: nobody else would take it away.
  await see.poll(() => leftOn(page)).toEqual(['settings'])
}

/** Stores that hold anything, and names of the small storage, but for how the device likes to look. */
async function leftOn(page: Page): Promise<string[]> {
  const { databases, local } = await keptOnDevice(page)
  const stores = databases.flatMap(({ store, rows }) => (rows.length > 0 ? [store] : []))
  return [...stores, ...Object.keys(local).filter((key) => key !== 'holdfast.preferences')]
}

describe.each(recordings())('a test begun with %s', (name) => {
  const recording = readRecording(name)
  const { written } = recording

  it('is there without a network, sends to the new server with the pages it has, and leaves them at its end', async () => {
    const { page, link, serve } = await takeUp(recording, 'its pages')
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue the test' }).click()
    await enterFullScreen(page)
    expect(await scriptOf(page)).toBe(written.script)
    await seeWork(page, written)
    await see(totalLight(page)).toContainText('saved on this device')
    const db = await serve()
    await expectAllSaved(page, 60_000)
    expectArrived(db, recording)
    // This build's worker finds the test in the database of then, and leaves it alone.
    expect(await lookForUpdate(page)).toEqual({ isRefused: true, waits: false })
    await finish(page, db, recording)
    expect(await scriptOf(page)).toBe(written.script)
    // Its end is asked for anew until the new version is fetched. The browser looks for one once the pages leave its worker
    // alone for a moment: asked for too often, it would never come to that.
    const untilFetched = { intervals: [1_000, 5_000] }
    await see
      .poll(async () => {
        await page.goto(link)
        await see(page.getByText('Test Completed!')).toBeVisible()
        return scriptOf(page)
      }, untilFetched)
      .toBe(builtScript)
  })

  it('goes on with the new pages where the browser has dropped the ones it had', async () => {
    const { page, link, serve } = await takeUp(recording, 'its work alone')
    const db = await serve()
    // As a browser that opens its pages again: no link says whose test it is.
    await page.goto(new URL('/candidate/ide', link).href)
    await enterFullScreen(page)
    expect(await scriptOf(page)).toBe(builtScript)
    await seeWork(page, written)
    await expectAllSaved(page, 60_000)
    expectArrived(db, recording)
    await finish(page, db, recording)
  })
})

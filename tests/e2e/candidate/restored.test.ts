import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import {
  beginTest,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt, openServerDatabase } from '../support/database.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The server's machine is lost in the middle of a test, and another one goes on from a backup. */

let backups: string
let server: TestServer
let profile: Profile
let page: Page

beforeAll(async () => {
  backups = mkdtempSync(join(tmpdir(), 'holdfast-backups-'))
  server = await startTestServer()
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
  rmSync(backups, { recursive: true, force: true })
})

const SUBMITTED = 'console.log("submitted in the lost hour")'
const actions = () => page.getByRole('region', { name: 'Actions' })

it('a test that began after the backup goes on where it was, with what was submitted, and nobody is asked anything (G15)', async () => {
  const { folder } = await makeBackup(server.data, backups, Date.now())
  await beginTest(page, server.demo.candidate_links[0] ?? '')
  await writeCode(page, SUBMITTED)
  await actions().getByRole('button', { name: 'Submit' }).click()
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  await expectAllSaved(page)
  const lost = openServerDatabase(server.data)
  const before = newestAttempt(lost)
  const hashes = (db: typeof lost) =>
    db
      .prepare('SELECT hash FROM ops WHERE attempt_id = ? AND seq <= ? ORDER BY seq')
      .pluck()
      .all(before.id, before.head_seq)
  const acknowledged = hashes(lost)
  lost.close()

  await server.kill()
  rmSync(server.data, { recursive: true })
  await writeCode(page, 'console.log("while it was away")')
  await see(totalLight(page)).toContainText(/on this device/)
  await restoreCommand.run({
    config: readConfig({ HOLDFAST_DATA: server.data, HOLDFAST_LOG: 'silent' }),
    values: { replace: false },
    positionals: [folder],
    progress: () => {},
  })
  await server.restart()

  await expectAllSaved(page, 60_000)
  const db = openServerDatabase(server.data)
  const after = newestAttempt(db)
  expect(after).toMatchObject({
    id: before.id,
    started_at: before.started_at,
    deadline_at: before.deadline_at,
  })
  expect(hashes(db)).toEqual(acknowledged)
  expect(draftsOf(db, after.id)[0]).toBe('console.log("while it was away")')
  expect(db.prepare('SELECT source FROM submissions WHERE attempt_id = ?').pluck().all(after.id)).toEqual([
    SUBMITTED,
  ])
  db.close()
  await see(dialog(page)).toHaveCount(0)
  // The verdict comes from the server that is there now.
  await see(page.getByRole('region', { name: 'Results' })).toContainText('Not accepted', { timeout: 60_000 })
  await page.reload()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe('console.log("while it was away")')
  await writeCode(page, 'console.log("goes on")')
  await expectAllSaved(page)
})

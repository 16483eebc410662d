import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmbeddedExecutor } from '#api/execution/embedded/executor.ts'
import { createEngineService, type RunningService } from '#api/execution/service/service.ts'
import { type FaultProxy, startFaultProxy } from '../../faults/proxy.ts'
import {
  beginTest,
  codeOf,
  dialog,
  enterFullScreen,
  expectAllSaved,
  setOffline,
  totalLight,
  writeCode,
} from '../support/candidate.ts'
import { draftsOf, newestAttempt, openServerDatabase } from '../support/database.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { workerKeeps } from '../support/worker.ts'

/** Engine, server and network away in the middle of a test. */

const workerPath = fileURLToPath(new URL('../../../dist/server/engine-child.mjs', import.meta.url))
const engine = createEmbeddedExecutor({ workerPath })
let service: RunningService
let line: FaultProxy
let server: TestServer
let profile: Profile
let page: Page

beforeAll(async () => {
  service = await createEngineService(engine, { runTimeoutMs: 20_000 }).listen(0)
  line = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(service.url).port) })
  await line.set('refuse')
  server = await startTestServer({ env: { PISTON_URL: `http://127.0.0.1:${line.port}` } })
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
  await line.close()
  await service.close()
  await engine.close()
})

const CODE = 'console.log("submitted without a network")'
const results = () => page.getByRole('region', { name: 'Results' })
const actions = () => page.getByRole('region', { name: 'Actions' })

it('a submission made offline is queued once, and judged once engine, server and network are back (S7, S8)', async () => {
  await beginTest(page, server.demo.candidate_links[0] ?? '')
  await workerKeeps(page)
  const db = openServerDatabase(server.data)
  const { id } = newestAttempt(db)
  const submissions = () =>
    db.prepare('SELECT status FROM submissions WHERE attempt_id = ?').pluck().all(id) as string[]

  // No engine answers: drafts go their way all the same.
  await writeCode(page, 'console.log("no engine")')
  await see.poll(() => draftsOf(db, id)[0]).toBe('console.log("no engine")')
  await expectAllSaved(page)

  await setOffline(page, true)
  await writeCode(page, CODE)
  await see(totalLight(page)).toContainText(/on this device/)
  await actions().getByRole('button', { name: 'Submit' }).click()
  await see(dialog(page)).toContainText(
    'It is kept on this device at once, and judged when the connection is back.',
  )
  await dialog(page).getByRole('button', { name: 'Submit' }).click()
  await see(results()).toContainText('Sent when you are back online, counted once')
  await see(actions()).toContainText('Submissions left 2')
  // Neither the draft nor the submission went with the click.
  await page.reload()
  await enterFullScreen(page)
  await see.poll(() => codeOf(page)).toBe(CODE)
  await see(actions()).toContainText('Submissions left 2')
  expect(submissions()).toEqual([])

  await setOffline(page, false)
  await see.poll(submissions, { timeout: 60_000 }).toEqual(['processing'])
  await expectAllSaved(page, 60_000)
  await server.restart()
  await writeCode(page, `${CODE}\n`)
  await expectAllSaved(page, 60_000)
  expect(submissions()).toEqual(['processing'])

  await line.set('ok')
  await see.poll(submissions, { timeout: 60_000 }).not.toContain('processing')
  expect(submissions()).toHaveLength(1)
  await see(actions()).toContainText('Submissions left 2')
  await results().getByRole('tab', { name: 'Final Output' }).click()
  await see(results()).toContainText('Not accepted: no test case passed')
  db.close()
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEngineService } from '#api/execution/service/service.ts'
import { connect } from '#db/connect.ts'
import {
  Device,
  fillIn,
  freePort,
  must,
  openApp,
  programs,
  seedOrganization,
  waitFor,
} from '../../factories/index.ts'
import { startServerProcess as start } from '../serverProcess.ts'
import { embeddedExecutor } from './support.ts'

/** The server in a process of its own whose Piston servers are not there when it starts. */

test('without an engine it serves and takes work; when one comes what waited is judged, without a restart', {
  timeout: 90_000,
}, async () => {
  const filled = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
  onTestFinished(() => rmSync(filled.data, { recursive: true, force: true }))
  const org = await seedOrganization(filled.ctx, 'start', { candidates: 1 })
  await filled.close()
  const port = await freePort()
  const server = await start(filled.data, {
    HOLDFAST_DEMO: 'off',
    PISTON_URL: `http://127.0.0.1:${port}#slots=1`,
  })
  onTestFinished(() => server.end().then(() => {}))
  // The last known languages, and plain words.
  expect(server.output()).toContain('Languages: JavaScript 1, Python 1')
  expect(server.output()).toContain('No engine answers: programs cannot be run now, and verdicts wait.')
  expect((await server.send('/healthz', {})).status).toBe(200)
  expect((await server.send('/readyz', {})).status).toBe(503)

  const [who] = org.candidates
  if (!who) throw new Error('nobody')
  const token = await fillIn(server.send, who)
  const device = new Device(server.send, token, Date.now)
  await device.start()
  const [problem] = org.problems
  const answer = { problem_id: problem.id, language_id: 1 }
  device.write('draft', `code:${problem.id}:1`, { ...answer, answer: programs.right })
  device.write('submit', `code:${problem.id}:1`, { ...answer, source_code: programs.right })
  const { results } = await device.sync()
  expect(results.map(({ result }) => result)).toEqual(['applied', 'applied'])

  const executor = await embeddedExecutor({ slots: 1 })
  const service = await createEngineService(executor).listen(port)
  onTestFinished(async () => {
    await service.close()
    await executor.close()
  })
  const database = connect(join(filled.data, 'holdfast.db'))
  onTestFinished(() => void database.close())
  const verdict = database.prepare(
    "SELECT marks, passed_testcases FROM submissions WHERE status = 'accepted'",
  )
  expect(await waitFor('the verdict', () => verdict.get(), { within: 40_000 })).toEqual({
    marks: 10,
    passed_testcases: 3,
  })
  expect(database.prepare('SELECT count(*) AS n FROM submission_tests').get()).toEqual({ n: 3 })
  expect(database.prepare('SELECT name FROM languages ORDER BY id').pluck().all()).toEqual([
    'JavaScript 2025.9.13',
    'Python 3.12.0',
    'SQL 3.54.1',
    'TypeScript 5.9.0',
  ])
  expect((await server.send('/readyz', {})).status).toBe(200)
  const run = await must(server.send, 'postExecution', {
    token,
    body: { language_id: 2, source_code: 'print(input())', stdin: 'back' },
  })
  const done = await waitFor('the run', async () => {
    const found = await must(server.send, 'getExecution', { token, params: { token: run.token } })
    return found.status === 'done' && found
  })
  expect(Buffer.from(done.stdout ?? '', 'base64').toString()).toBe('back\n')
  expect(server.output()).toContain('the engine answers again')
  expect(await server.end()).toBe(0)
})

test('a first start without an engine still makes the demonstration', { timeout: 60_000 }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'holdfast-first-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const server = await start(data, { PISTON_URL: `http://127.0.0.1:${await freePort()}` })
  onTestFinished(() => server.end().then(() => {}))
  expect(server.output()).toContain('Languages: JavaScript, Python\n')
  const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'))
  expect(demo.candidate_links.length).toBeGreaterThan(0)
  const database = connect(join(data, 'holdfast.db'))
  onTestFinished(() => void database.close())
  const rows = (sql: string) => database.prepare(sql).pluck().get()
  expect(rows("SELECT count(*) FROM submissions WHERE status = 'processing'")).toBeGreaterThan(0)
  expect(rows('SELECT count(*) FROM problems WHERE reference_language_id IS NULL')).toBe(0)
  expect(rows('SELECT sum(tries) FROM jobs')).toBe(0)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '#api/seed/demo.ts'
import { connect } from '#db/connect.ts'
import { openApp, waitFor } from '../factories/index.ts'
import { spawnServer, startProcess } from './process.ts'

/** A first start that is killed while it makes the demonstration: the next one makes the rest of it. */

/** The contents of the completed drive: each attempt's ops in order, with when they were made, and how it ended. */
const STORY = `SELECT a.id, a.first_name, a.started_at - d.start_time AS started, a.finished_at - d.start_time AS finished,
    a.end_reason, o.seq, o.type, o.key, o.made_at - d.start_time AS made
  FROM attempts a JOIN drives d ON d.id = a.drive_id LEFT JOIN ops o ON o.attempt_id = a.id
  WHERE d.name = 'Internship Drive' ORDER BY a.id, o.seq`
const COUNTS = `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM drives) AS drives,
  (SELECT count(*) FROM problems) AS problems, (SELECT count(*) FROM attempts) AS attempts,
  (SELECT appeared || ' ' || finished FROM drives WHERE name = 'Internship Drive') AS ended`

/** Ops in the database of a server that may not have made it yet. */
function opsIn(data: string): number {
  try {
    const database = connect(join(data, 'holdfast.db'), { readonly: true })
    try {
      return Number(database.prepare('SELECT count(*) FROM ops').pluck().get())
    } finally {
      database.close()
    }
  } catch {
    return -1
  }
}

test('killed three times in the middle, the demonstration is whole in the end', {
  timeout: 300_000,
}, async () => {
  const undisturbed = await openApp()
  onTestFinished(() => undisturbed.remove())
  await seedDemo(undisturbed.ctx)
  const story = await undisturbed.rows(STORY)
  expect(story.length).toBeGreaterThan(80)

  const data = mkdtempSync(join(tmpdir(), 'holdfast-seed-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const demo = { HOLDFAST_DEMO: 'on' }
  for (const ops of [0, 20, 55]) {
    const { child, ended } = spawnServer(data, { settings: demo })
    await waitFor(`${ops} ops`, () => opsIn(data) >= ops, { every: 1, within: 60_000 })
    child.kill('SIGKILL')
    await ended
    expect(opsIn(data)).toBeLessThan(story.length)
  }
  const server = await startProcess(data, { settings: demo })
  onTestFinished(() => server.kill())
  await server.kill('SIGTERM')

  const database = connect(join(data, 'holdfast.db'))
  onTestFinished(() => void database.close())
  expect(database.prepare(STORY).all()).toEqual(story)
  expect([database.prepare(COUNTS).get()]).toEqual(await undisturbed.rows(COUNTS))
})

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openApp, seedOrganization, type TestApp, waitFor } from '../factories/index.ts'
import { filesWith } from '../integration/console/erased.ts'

/** The command that erases results, as it is called, and killed. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const CANDIDATES = 60
/** The numbers of invitations that are left when it is killed; more of them where there is time. */
const KILLS = process.env.HOLDFAST_EXAMS_TIMES ? [59, 45, 30, 10] : [45]

const RUN = ['dist/server/main.mjs', 'retention', '--run', '--json']
const optionsFor = (app: TestApp) => ({
  cwd: root,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    HOLDFAST_LOG: 'silent',
    HOLDFAST_DATA: app.data,
  },
})

const left = async (app: TestApp) => (await app.rows('SELECT 1 FROM attempts')).length

/** Erases, and is killed once no more than so many invitations are left. */
async function killed(app: TestApp, atMost: number): Promise<void> {
  const child = spawn(process.execPath, RUN, { ...optionsFor(app), stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await waitFor('some to be erased', async () => (await left(app)) <= atMost)
  child.kill('SIGKILL')
  await ended
}

test.each(KILLS)(
  'one that is killed with %i left goes on where it was, and leaves nothing',
  async (atMost) => {
    const app = await openApp()
    onTestFinished(() => app.remove())
    const { candidates, driveId } = await seedOrganization(app.ctx, 'killed', { candidates: CANDIDATES })
    await app.ctx.db.write((tx) => tx.raw.run('UPDATE drives SET results_retention_days = 30'))
    for (const { ref } of candidates)
      await app.ctx.storage.put(`snapshots/${ref}/${'a'.repeat(64)}.jpg`, Buffer.from('quokka in a picture'))
    // The clock of the command is this machine's.
    await app.live(Date.now() - app.clock.now())
    await killed(app, atMost)
    const rest = await left(app)
    expect(rest).toBeLessThanOrEqual(atMost)
    const again = spawnSync(process.execPath, RUN, { ...optionsFor(app), encoding: 'utf8' })
    expect(again.status).toBe(0)
    const told = JSON.parse(again.stdout) as { erased: unknown[] }
    if (rest > 0) expect(told.erased).toMatchObject([{ id: driveId, attempts: rest }])
    expect(await left(app)).toBe(0)
    expect(await app.rows('SELECT * FROM removals')).toEqual([])
    expect(filesWith(app.data, ['quokka', ...candidates.map(({ email }) => email)])).toEqual([])
    const list = readFileSync(join(app.data, 'erased.jsonl'), 'utf8')
    expect(new Set(list.match(/"attempt":"[^"]+"/g)).size).toBe(CANDIDATES)
    const [parts] = await app.rows<{ batches: number; erased: number; figures: number }>(
      `SELECT count(DISTINCT after ->> '$.batch') AS batches, sum(after ->> '$.erased') AS erased,
       count(before ->> '$.invited') AS figures FROM audit_log WHERE action = 'drive.erase_results'`,
    )
    expect(parts).toEqual({ batches: 1, erased: CANDIDATES, figures: 1 })
  },
)

import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sweep } from '#api/services/sweep.ts'
import { verifyAll } from '#api/services/verification.ts'
import { openApp, seedOrganization, type TestApp, wholeTest } from '../factories/index.ts'

/** The commands by which an organization moves, as they are called, and killed. */

const root = fileURLToPath(new URL('../../', import.meta.url))
/** How long behind the moment at which the rows are written, in milliseconds; more of them where there is time. */
const KILLS = process.env.HOLDFAST_EXAMS_TIMES ? [0, 1, 3, 6, 10, 15, 25, 40, 80] : [3]

const envFor = (app: TestApp) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  HOLDFAST_LOG: 'silent',
  HOLDFAST_DATA: app.data,
})

function holdfast(app: TestApp, ...args: string[]) {
  const done = spawnSync(process.execPath, ['dist/server/main.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: envFor(app),
  })
  return { ...done, told: () => JSON.parse(done.stdout) as Record<string, unknown> }
}

async function opened(options: Parameters<typeof openApp>[0] = {}): Promise<TestApp> {
  const app = await openApp(options)
  onTestFinished(() => app.remove())
  return app
}

/** Imports, and is killed so long after it has begun to write. */
function killed(app: TestApp, file: string, after: number): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/main.mjs', 'import', file], {
    cwd: root,
    env: envFor(app),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (said: Buffer) => {
    if (said.includes('Writing')) setTimeout(() => child.kill('SIGKILL'), after)
  })
  return new Promise((resolve) => child.once('close', () => resolve()))
}

test('an import that is killed leaves nothing or all of it, the next one finishes, and one more changes nothing', async () => {
  const source = await opened({ judging: true })
  const exam = await wholeTest(source)
  const file = join(source.data, 'organization.zip')
  const wrote = holdfast(source, 'export', exam.org.name, '--to', file, '--json')
  expect(wrote).toMatchObject({ status: 0 })
  expect(wrote.stderr).toContain('Writing …\n')
  const key = source.ctx.keys.receiptKeyFingerprint
  expect(wrote.told()).toMatchObject({ file, findings: [], receipt_key_sha256: key, counts: { attempts: 1 } })
  const target = await opened()
  await seedOrganization(target.ctx, 'other')
  const empty = await target.fingerprint()
  const count = async () => (await target.rows('SELECT 1 FROM organizations')).length
  for (const after of KILLS) {
    await killed(target, file, after)
    // Whatever it has laid out is gone before the server has served for ten minutes.
    await sweep(target.ctx)
    expect(existsSync(join(target.data, 'importing/rows'))).toBe(false)
    if ((await count()) === 1) expect(await target.fingerprint()).toBe(empty)
    else
      expect(
        await target.rows('SELECT 1 FROM attempts WHERE ref = ? AND rows_seal <> ?', exam.who.ref, ''),
      ).toHaveLength(1)
  }
  const done = holdfast(target, 'import', file, '--json', '--key', key)
  expect(done).toMatchObject({ status: 0 })
  expect(done.told()).toMatchObject({ findings: [], conflicts: [] })
  expect(await count()).toBe(2)
  expect(existsSync(join(target.data, 'importing/rows'))).toBe(false)
  const full = await target.fingerprint()
  expect(holdfast(target, 'import', file).stdout).toContain(`${exam.org.name} was already here`)
  expect(await target.fingerprint()).toBe(full)
  expect((await verifyAll(target.ctx)).findings).toEqual([])
})

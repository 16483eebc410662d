import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { AlertWatch } from '#api/alerts/watch.ts'
import { stampOf } from '#api/backups/backup.ts'
import { LogShipping } from '#api/backups/logShipping.ts'
import { BackupSchedule } from '#api/backups/schedule.ts'
import { readConfig } from '#api/config.ts'
import { examineBackups } from '#api/doctor/services.ts'
import { openApp, seedSuperAdmin } from '../../factories/index.ts'

/** What an operator is told, and what the files that are handed to them do. */

const root = fileURLToPath(new URL('../../../', import.meta.url))
let folder: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-ships-'))
  backups = join(folder, 'backups')
  mkdirSync(backups)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** A backup's folder by its list alone. @returns its path */
function listed(made: number, parts: number): string {
  const name = join(backups, `holdfast-${stampOf(made)}`)
  mkdirSync(name)
  const sha256 = 'a'.repeat(64)
  const list = Array.from({ length: parts }, (_, n) => ({
    path: `files/snapshots/attempt-${n % 200}/${sha256}${n}.jpg`,
    bytes: 30_000,
    sha256,
  }))
  writeFileSync(
    join(name, 'manifest.json'),
    JSON.stringify(
      { holdfast_backup: 1, made_at: new Date(made).toISOString(), server_epoch: 1, parts: list },
      null,
      2,
    ),
  )
  return name
}

test('every volume of the compose file can be written by the account of the image', () => {
  const { services } = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')) as {
    services: { holdfast: { volumes: string[] } }
  }
  const made = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('RUN install'))
    .join(' ')
  for (const volume of services.holdfast.volumes) expect(made).toContain(` ${volume.split(':')[1]}`)
})

test('the list of all pictures of a backup is read once, and not whenever somebody asks how the backups are', async () => {
  const config = readConfig({ HOLDFAST_DATA: join(folder, 'data'), HOLDFAST_BACKUPS: backups })
  const parts = { config, now: Date.now, log: { error() {}, info() {} } }
  const schedule = new BackupSchedule({ ...parts, shipping: new LogShipping(parts) })
  listed(Date.now() - 10_000, 50)
  expect((await schedule.state())?.newest?.bytes).toBe(50 * 30_000)
  const newer = listed(Date.now(), 72)
  const state = await schedule.state()
  expect(state?.newest?.bytes).toBe(72 * 30_000)
  // Whoever reads it a second time finds nothing there.
  writeFileSync(join(newer, 'manifest.json'), '')
  expect(await schedule.state()).toEqual(state)
})

test('doctor says that something is wrong where the log is to be shipped and is not', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  listed(app.clock.now(), 1)
  const plan = { place: backups, everyHours: 24, keep: '7 daily', shipsLog: true }
  const { config, keys, executor, db, now } = app.ctx
  const found = await examineBackups({
    config: { ...config, backups: plan },
    keys,
    executor,
    read: db.read,
    now,
    isServing: true,
    base: null,
  })
  expect(found.says).toContain('the log is not shipped')
  expect(found.ok).toBe(false)
})

test('super admins are told when the log is not shipped', async () => {
  const app = await openApp({ settings: { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' } })
  onTestFinished(() => app.remove())
  await seedSuperAdmin(app.ctx)
  listed(app.clock.now(), 1)
  const watch = new AlertWatch({
    ...app.ctx,
    engine: { answers: true },
    room: async () => ({ free: 5e11, size: 1e12 }),
  })
  await watch.look()
  app.clock.move(2 * 3_600_000)
  expect((await app.ctx.backups.state())?.log).toMatchObject({ is_late: true })
  await watch.look()
  expect(await app.rows("SELECT kind FROM mails WHERE kind = 'alert'")).toHaveLength(1)
})

test('the handbook tells the code that a wrong setting ends with', () => {
  const handbook = readFileSync(join(root, 'docs/operator/settings.md'), 'utf8')
  const source = readFileSync(join(root, 'api/commands/main.ts'), 'utf8')
  const [, code] = /const WRONG_CALL = (\d)/.exec(source) ?? []
  expect(handbook).toContain(
    `If any are invalid, the server reports all of them at once and ends with code ${code}.`,
  )
})

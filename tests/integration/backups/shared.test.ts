import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { listCopies } from '#api/backups/copies.ts'
import { listBackups } from '#api/backups/keep.ts'
import { LogShipping } from '#api/backups/logShipping.ts'
import { pruneLog } from '#api/backups/pruneLog.ts'
import { BackupSchedule } from '#api/backups/schedule.ts'
import { backupCommand } from '#api/commands/backup.ts'
import { DAY, MINUTE, openApp } from '../../factories/index.ts'
import { settingsOf } from '../console/erased.ts'

/** Two installations that keep their backups in one place. */

async function shared() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-shared-'))
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const [one, other] = [await openApp(), await openApp()]
  onTestFinished(async () => {
    await one.remove()
    await other.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return { backups, one, other }
}

test('each makes its own, and its rule leaves those of the other', async () => {
  const { backups, one, other } = await shared()
  const now = Date.now()
  const { folder: first } = await makeBackup(one.data, backups, now - 2 * MINUTE)
  const plan = { place: backups, everyHours: 24, keep: '1 daily', shipsLog: false }
  const config = { dataDirectory: other.data, backups: plan, backupRecipients: [] }
  const parts = { config, now: Date.now, log: { error() {}, info() {} } }
  const installation = other.ctx.keys.receiptKeyFingerprint
  let runs = 0
  const schedule = new BackupSchedule(
    { ...parts, installation, shipping: new LogShipping(parts) },
    async () => {
      runs++
      await makeBackup(other.data, backups, now - MINUTE)
      return { code: 0, said: '' }
    },
  )
  expect(await schedule.state()).toMatchObject({ newest: null })
  await schedule.look()
  await schedule.look()
  expect(runs).toBe(1)
  // As a version of before whose it is was written down.
  const { folder: old, manifest } = await makeBackup(other.data, backups, now - 3 * MINUTE)
  const { installation: _, ...unsigned } = manifest
  writeFileSync(join(old, 'manifest.json'), JSON.stringify(unsigned))
  const made = await backupCommand.run({
    config: settingsOf(other.data),
    values: { keep: '1 daily' },
    positionals: [backups],
    progress: () => {},
  })
  expect(made).toMatchObject({
    ok: true,
    text: expect.stringContaining('1 backup there is of another installation'),
    json: { removed: [expect.stringContaining('holdfast-'), old], foreign: 1 },
  })
  const named = (await listBackups(backups, Date.now())).map((backup) => backup.folder)
  expect(named).toEqual([(made?.json as { folder: string } | undefined)?.folder, first])
  // Whoever is erased here is in none of the other's.
  expect((await listCopies(plan, Date.now(), installation)).map((copy) => copy.folder)).toEqual([named[0]])
})

test('the shipped log of each stays as long as one of its newest two goes on with it', async () => {
  const { backups, one, other } = await shared()
  const now = Date.now()
  const logOf = (name: string): string => join(backups, 'log', name)
  const { folder: first, manifest } = await makeBackup(one.data, backups, now - 3 * MINUTE)
  const log = { generation: 'of-the-first', next: 1, covered: 0 }
  writeFileSync(join(first, 'manifest.json'), JSON.stringify({ ...manifest, log }))
  for (const minutes of [2, 1]) await makeBackup(other.data, backups, now - minutes * MINUTE)
  for (const name of ['of-the-first', 'of-nobody']) {
    mkdirSync(logOf(name), { recursive: true })
    utimesSync(logOf(name), 0, (now - 3 * DAY) / 1_000)
  }
  await pruneLog(backups, now)
  expect([existsSync(logOf('of-the-first')), existsSync(logOf('of-nobody'))]).toEqual([true, false])
})

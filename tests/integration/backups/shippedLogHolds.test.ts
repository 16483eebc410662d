import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { coveredBy, LOG, logBefore, writeStanding } from '#api/backups/logSegments.ts'
import { LogShipper } from '#api/backups/logShipper.ts'
import { LogShipping, shippedFrom } from '#api/backups/logShipping.ts'
import type { Manifest } from '#api/backups/manifest.ts'
import { pruneLog } from '#api/backups/pruneLog.ts'
import { requireMoment } from '#api/backups/replayLog.ts'
import { BackupSchedule } from '#api/backups/schedule.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { connect } from '#db/connect.ts'
import { openDatabase } from '#db/open.ts'
import { readHeader } from '#db/wal.ts'
import { WalHold } from '#db/walHold.ts'
import { HOUR, MINUTE, movableClock, openApp, seedOrganization } from '../../factories/index.ts'
import { type Connection, insert, rowsOf, ShippedDatabase } from './shippedDatabase.ts'

/** Ways in which the shipped log loses something, stands still or tells another moment than it has. */

let now = 0
let ships: ShippedDatabase
let folder: string
let data: string
let backups: string
let file: string

beforeEach(() => {
  now = Date.parse('2026-11-28T10:00:00Z')
  ships = new ShippedDatabase(() => now)
  ;({ folder, data, backups, file } = ships)
})

function openServer(): Connection {
  const db = ships.open()
  onTestFinished(() => void db.close())
  return db
}
const shipperOf = (restartFrames?: number) => ships.shipper(restartFrames)
const copied = (shipper: LogShipper) => ships.copied(shipper)
const restored = (manifest: Manifest, until: number | null = null) => ships.restored(manifest, until)

describe('what was committed', () => {
  test('is shipped although a commit before it failed after its mark was in the log, as on a full disk', async () => {
    const db = openServer()
    insert(db)
    const shipper = shipperOf()
    await shipper.ship()
    const manifest = await copied(shipper)
    // The frames of a commit whose fsync or index failed stay in the file, and the next commit writes over them.
    const twin = join(folder, 'twin.db')
    copyFileSync(file, twin)
    copyFileSync(`${file}-wal`, `${twin}-wal`)
    const end = statSync(`${file}-wal`).size
    const other = connect(twin)
    other.pragma('wal_autocheckpoint = 0')
    insert(other, 'taken back')
    appendFileSync(`${file}-wal`, readFileSync(`${twin}-wal`).subarray(end))
    other.close()
    expect(rowsOf(db)).not.toContain('taken back')
    await shipper.ship()
    for (let n = 0; n < 5; n++) {
      insert(db, `acknowledged ${n}`)
      await shipper.ship()
    }
    expect((await restored(manifest)).rows).toEqual(rowsOf(db))
  })

  test('is shipped from a log that had not begun when the generation did', async () => {
    const db = openServer()
    insert(db, 'before')
    db.pragma('wal_checkpoint(TRUNCATE)')
    const shipper = shipperOf()
    await shipper.ship()
    const manifest = await copied(shipper)
    insert(db, 'the first of the log')
    await shipper.ship()
    expect((await restored(manifest)).rows).toEqual(['before', 'the first of the log'])
  })

  test('ends a round: it does not go on for as long as somebody commits', async () => {
    const db = openServer()
    const shipper = shipperOf()
    await shipper.ship()
    let isOver = false
    let commits = 0
    const busy = (async () => {
      while (!isOver && commits < 600) {
        insert(db)
        commits++
        await nextTurn()
      }
    })()
    await shipper.ship()
    isOver = true
    await busy
    expect(commits).toBeLessThan(600)
  })

  test('has a backup that it goes on from, also where the first one was made while nothing could be shipped', async () => {
    const clock = movableClock()
    rmSync(data, { recursive: true })
    mkdirSync(data)
    await (await openApp({ data, clock })).close()
    const config = readConfig({ HOLDFAST_DATA: data, HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' })
    const parts = { config, now: clock.now, log: { error() {}, info() {} } }
    class Begun extends LogShipping {
      override get generation(): string {
        return 'begun'
      }
    }
    let made = 0
    const schedule = new BackupSchedule({ ...parts, shipping: new Begun(parts) }, async (to) => {
      made++
      // Its standing is older than ten seconds: the folder is slow.
      await makeBackup(data, to, clock.now())
      return { code: 0, said: '' }
    })
    await schedule.look()
    clock.move(15 * MINUTE)
    await schedule.look()
    expect(made).toBe(2)
    await schedule.close()
  })
})

describe('a generation', () => {
  test('ends where the own log is damaged: nothing damaged is shipped as if it were whole', async () => {
    const db = openServer()
    const shipper = shipperOf()
    insert(db)
    await shipper.ship()
    insert(db)
    const wal = readFileSync(`${file}-wal`)
    const at = wal.length - 100
    wal[at] = (wal[at] ?? 0) ^ 1
    writeFileSync(`${file}-wal`, wal)
    await expect(shipper.ship()).rejects.toThrow('is not the one that was read')
  })

  test('does not go on where the end of the own log is another one than was shipped', async () => {
    const db = openServer()
    const first = shipperOf()
    insert(db)
    await first.ship()
    insert(db)
    await first.ship()
    const { generation } = first
    const wal = readFileSync(`${file}-wal`)
    // The sums of the last frame, as another last commit would have left them.
    const at = wal.length - 2_048 - 4
    wal[at] = (wal[at] ?? 0) ^ 1
    writeFileSync(`${file}-wal`, wal)
    const next = shipperOf()
    now += 1_000
    await next.ship()
    expect(next.generation).not.toBe(generation)
  })

  test('ends where the own log began anew more than once, as after a command without a server', async () => {
    let db = ships.open()
    const first = shipperOf(20)
    await first.ship()
    for (let n = 0; n < 30; n++) insert(db, 'x'.repeat(5_000))
    await first.ship()
    const { generation } = first
    await first.close()
    // Whoever is last to leave copies the log and removes it, with what came while nothing was shipped.
    insert(db, 'unseen')
    db.close()
    db = ships.open()
    insert(db)
    onTestFinished(() => void db.close())
    now += 1_000
    const next = shipperOf(20)
    await next.ship().catch(() => next.ship())
    expect(next.generation).not.toBe(generation)
  })

  test('goes on after somebody beside the server made a checkpoint', async () => {
    const db = openServer()
    const shipper = shipperOf()
    insert(db)
    await shipper.ship()
    const { generation } = shipper
    const beside = connect(file)
    beside.pragma('wal_checkpoint(PASSIVE)')
    beside.close()
    await shipper.ship()
    insert(db)
    await expect(shipper.ship()).resolves.toBeUndefined()
    expect(shipper.generation).toBe(generation)
  })

  test('goes on after a kill, also where the own log had just begun anew', async () => {
    const db = openServer()
    const shipper = shipperOf(20)
    await shipper.ship()
    for (let n = 0; n < 30; n++) insert(db, 'x'.repeat(5_000))
    await shipper.ship()
    const { generation } = shipper
    const begunAs = readHeader(`${file}-wal`)?.start.salts
    insert(db, 'the first of the new log')
    expect(readHeader(`${file}-wal`)?.start.salts).not.toEqual(begunAs)
    // The first is gone without a word: nothing of it runs any more.
    const next = shipperOf(20)
    await next.ship()
    expect(next.generation).toBe(generation)
  })

  test('goes on after one failure although the own log was large once', async () => {
    const db = openServer()
    const shipper = shipperOf()
    insert(db)
    await shipper.ship()
    const { generation } = shipper
    // SQLite makes its log no smaller, however little of it is in use.
    truncateSync(`${file}-wal`, 300 * 1024 * 1024)
    renameSync(backups, `${backups}-away`)
    insert(db)
    await expect(shipper.ship()).rejects.toThrow('ENOENT')
    renameSync(`${backups}-away`, backups)
    insert(db)
    await shipper.ship()
    expect(shipper.generation).toBe(generation)
  })

  test('that has just begun, and has no backup yet, is not pruned', async () => {
    const db = openServer()
    insert(db)
    const first = shipperOf()
    await first.ship()
    await first.close()
    db.pragma('wal_checkpoint(TRUNCATE)')
    insert(db)
    const second = shipperOf()
    await second.ship()
    expect(second.generation).not.toBe(first.generation)
    await pruneLog(backups, Date.now())
    expect(existsSync(join(backups, LOG, second.generation ?? ''))).toBe(true)
  })

  test('of another server is laid over no backup, as where a restore was tried beside the server with the same folder', async () => {
    const first = await openApp()
    await seedOrganization(first.ctx, 'twins', { candidates: 2 })
    await first.close()
    cpSync(first.data, join(folder, 'twin'), { recursive: true })
    const [one, twin] = [
      await openApp({ data: first.data }),
      await openApp({ data: join(folder, 'twin') }),
    ] as const
    onTestFinished(() => one.remove())
    onTestFinished(() => twin.remove())
    const shippers = [one, twin].map(
      (app) => new LogShipper({ dataDirectory: app.data, backups, now: Date.now }),
    )
    for (const shipper of shippers) await shipper.ship()
    let isMade = false
    const making = makeBackup(one.data, backups, Date.now()).finally(() => {
      isMade = true
    })
    while (!isMade) {
      for (const shipper of shippers) await shipper.ship()
      await nextTurn()
    }
    const { folder: copy } = await making
    const db = connect(join(twin.data, 'holdfast.db'))
    db.exec("UPDATE drives SET description = 'of the twin'")
    db.close()
    for (const shipper of shippers) await shipper.close()
    const again = join(folder, 'again')
    const config = readConfig({ HOLDFAST_DATA: again, HOLDFAST_LOG: 'silent' })
    await restoreCommand.run({ config, values: {}, positionals: [copy], progress: () => {} })
    const back = connect(join(again, 'holdfast.db'), { readonly: true })
    const descriptions = back.prepare('SELECT description FROM drives').pluck().all()
    back.close()
    expect(descriptions).toEqual(
      (await one.rows<{ description: string }>('SELECT description FROM drives')).map(
        ({ description }) => description,
      ),
    )
  })
})

test('a backup goes on from nothing that a server of before shipped, nor from two generations', async () => {
  const stands = { generation: 'g', last: 3, may_be_new: false, position: null }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await writeStanding(data, { ...stands, checked_at: at(-11_000) })
  expect(await logBefore(data)).toBeNull()
  await writeStanding(data, { ...stands, checked_at: at(0) })
  const before = await logBefore(data)
  expect(before).toMatchObject({ generation: 'g', last: 3 })
  if (!before) throw new Error('Nothing stands')
  await writeStanding(data, { ...stands, last: 5, checked_at: at(60_000) })
  expect(await coveredBy(before, data, Date.now())).toBe(5)
  await writeStanding(data, { ...stands, generation: 'h', checked_at: at(60_000) })
  expect(await coveredBy(before, data, Date.now())).toBeNull()
})

test('shipping is late once half a minute has gone by', async () => {
  const checked_at = new Date(now).toISOString()
  await writeStanding(data, { generation: 'g', last: 1, may_be_new: false, position: null, checked_at })
  expect(await shippedFrom(data, now + 30_000)).toEqual({ until: checked_at, is_late: false, fault: null })
  expect(await shippedFrom(data, now + 30_001)).toMatchObject({ is_late: true })
})

describe('a restore to a moment', () => {
  test('has nothing that was committed after it', async () => {
    const db = openServer()
    const shipper = shipperOf()
    await shipper.ship()
    const manifest = await copied(shipper)
    insert(db, 'before')
    await shipper.ship()
    now += 1_000
    const moment = now + 500
    writeFileSync(join(data, 'files/picture'), Buffer.alloc(100_000))
    shipper.addPicture('picture')
    // A picture takes its time on a slow folder, and somebody commits meanwhile.
    const round = shipper.ship()
    now += 20_000
    insert(db, 'long after')
    await round
    expect((await restored(manifest, moment)).rows).toEqual(['before'])
  })

  test('before the backup itself is refused', async () => {
    const db = openServer()
    const shipper = shipperOf()
    insert(db)
    await shipper.ship()
    const manifest = await copied(shipper)
    expect(() => requireMoment(manifest, now - HOUR)).toThrow('for an earlier moment restore an older one')
    expect(() => requireMoment(manifest, now + HOUR)).not.toThrow()
  })

  test('says so when a clock that had been ahead keeps it from going there', async () => {
    const db = openServer()
    const shipper = shipperOf()
    await shipper.ship()
    const manifest = await copied(shipper)
    for (const [body, at] of [
      ['right', 1],
      ['an hour ahead', 61],
      ['right again', 3],
    ] as const) {
      now = Date.parse('2026-11-28T10:00:00Z') + at * MINUTE
      insert(db, body)
      await shipper.ship()
    }
    const { replayed, rows } = await restored(manifest, Date.parse('2026-11-28T10:30:00Z'))
    expect(rows.length === 3 || replayed?.stopped !== null).toBe(true)
  })
})

test('a command beside the server ends at once, and holds the lock of the writer no longer', () => {
  const migrations = fileURLToPath(new URL('../../../db/migrations', import.meta.url))
  const server = openDatabase(file, migrations, { checkpointsElsewhere: true })
  const holding = new WalHold(file)
  const beside = openDatabase(file, migrations)
  const began = performance.now()
  beside.close()
  const took = performance.now() - began
  holding.close()
  server.close()
  expect(took).toBeLessThan(2_500)
})

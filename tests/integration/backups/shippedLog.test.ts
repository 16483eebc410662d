import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { stampOf } from '#api/backups/backup.ts'
import { fileOf, LOG, listSegments, readSegment } from '#api/backups/logSegments.ts'
import type { LogShipper } from '#api/backups/logShipper.ts'
import type { Manifest } from '#api/backups/manifest.ts'
import { pruneLog } from '#api/backups/pruneLog.ts'
import { checkLogOf } from '#api/backups/replayLog.ts'
import { connect } from '#db/connect.ts'
import { insert, rowsOf, ShippedDatabase } from './shippedDatabase.ts'

/** Whatever is committed is shipped beside the backups, and laid over one of them it is the database again. */

let now = Date.now()
let ships: ShippedDatabase
let data: string
let backups: string
let file: string

beforeEach(() => {
  ships = new ShippedDatabase(() => now)
  ;({ data, backups, file } = ships)
})

const openServer = () => ships.open()
const shipperOf = (restartFrames?: number) => ships.shipper(restartFrames)
const copied = (shipper: LogShipper) => ships.copied(shipper)
const restored = (manifest: Manifest, until: number | null = null, copy?: number) =>
  ships.restored(manifest, until, copy)

type Step =
  | { do: 'write'; rows: number; size: number }
  | { do: 'shrink' | 'ship' | 'kill' | 'copy' | 'read' | 'unread' }

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      rows: fc.integer({ min: 1, max: 40 }),
      size: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ship' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'shrink' as const,
        'kill' as const,
        'copy' as const,
        'read' as const,
        'unread' as const,
      ),
    }),
  },
)

test('laid over any copy it is the database as it was shipped last, whatever was written, however often its own log began anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps: Step[]) => {
      ships.begin()
      const db = openServer()
      insert(db)
      const reader = connect(file, { readonly: true })
      let shipper = shipperOf(60)
      await shipper.ship()
      const generation = shipper.generation
      const manifests = [[await copied(shipper), ships.copies] as const]
      let shipped = rowsOf(db)
      try {
        for (const one of steps) {
          now += 500
          if (one.do === 'write') {
            db.exec('BEGIN')
            for (let n = 0; n < one.rows; n++) insert(db, 'y'.repeat(one.size))
            db.exec('COMMIT')
          } else if (one.do === 'shrink') {
            db.exec('DELETE FROM t WHERE id % 3 = 0')
            db.exec('VACUUM')
          } else if (one.do === 'copy') manifests.push([await copied(shipper), ships.copies])
          else if (one.do === 'read' && !reader.inTransaction) {
            reader.exec('BEGIN')
            rowsOf(reader)
          } else if (one.do === 'unread' && reader.inTransaction) reader.exec('COMMIT')
          else if (one.do === 'kill') {
            // A thread that is gone without a word; its locks went with it.
            await shipper.close()
            shipper = shipperOf(60)
            await shipper.ship()
          }
          if (one.do === 'ship') await shipper.ship()
          if (['ship', 'copy', 'kill'].includes(one.do)) shipped = rowsOf(db)
        }
        for (const [manifest, copy] of manifests) {
          const { rows, replayed } = await restored(manifest, null, copy)
          expect(replayed?.stopped ?? null).toBeNull()
          expect(rows).toEqual(shipped)
        }
        expect(shipper.generation).toBe(generation)
      } finally {
        await shipper.close()
        reader.close()
        db.close()
      }
    }),
    { numRuns: process.env.HOLDFAST_EXAMS_TIMES ? 400 : 12 },
  )
})

describe('the own log', () => {
  test('begins anew after so many frames, and does not grow beyond', async () => {
    const db = openServer()
    const shipper = shipperOf(50)
    for (let n = 0; n < 40; n++) {
      insert(db, 'z'.repeat(20_000))
      await shipper.ship()
    }
    expect(statSync(`${file}-wal`).size).toBeLessThan(90 * 2_072)
    expect(rowsOf(db)).toHaveLength(40)
    await shipper.close()
    db.close()
  })

  test('keeps what is committed while the folder takes nothing, and ships it then', async () => {
    const db = openServer()
    const shipper = shipperOf(50)
    await shipper.ship()
    const manifest = await copied(shipper)
    const away = `${backups}-away`
    renameSync(backups, away)
    for (let n = 0; n < 5; n++) {
      insert(db, 'z'.repeat(50_000))
      await expect(shipper.ship()).rejects.toThrow('ENOENT')
    }
    renameSync(away, backups)
    await shipper.ship()
    expect((await restored(manifest)).rows).toEqual(rowsOf(db))
    await shipper.close()
    db.close()
  })

  test('is let go once too much of it waits, and shipping begins anew with another generation', async () => {
    const db = openServer()
    const shipper = ships.shipper(50, 400_000)
    await shipper.ship()
    const { generation } = shipper
    const away = `${backups}-away`
    renameSync(backups, away)
    writeFileSync(backups, 'no folder')
    for (let n = 0; n < 20; n++) {
      insert(db, 'z'.repeat(50_000))
      await expect(shipper.ship()).rejects.toThrow('ENOTDIR')
    }
    expect(statSync(`${file}-wal`).size).toBeLessThan(800_000)
    rmSync(backups)
    renameSync(away, backups)
    await shipper.ship()
    expect(shipper.generation).not.toBe(generation)
    const manifest = await copied(shipper)
    insert(db, 'and goes on')
    await shipper.ship()
    expect((await restored(manifest)).rows).toEqual(rowsOf(db))
    await shipper.close()
    db.close()
  })

  test('that somebody else began anew makes a new generation, which an old copy does not go into', async () => {
    const db = openServer()
    insert(db)
    const first = shipperOf()
    await first.ship()
    const before = first.generation
    const manifest = await copied(first)
    await first.close()
    const seen = rowsOf(db)
    // A server without shipping, or a command that was last to leave.
    insert(db)
    db.pragma('wal_checkpoint(TRUNCATE)')
    insert(db)
    const second = shipperOf()
    await second.ship()
    expect(second.generation).not.toBe(before)
    expect((await restored(manifest)).rows).toEqual(seen)
    const later = await copied(second)
    insert(db)
    await second.ship()
    expect((await restored(later)).rows).toEqual(rowsOf(db))
    await second.close()
    db.close()
  })
})

describe('a restore', () => {
  async function shippedInSteps() {
    const db = openServer()
    const shipper = shipperOf()
    await shipper.ship()
    const manifest = await copied(shipper)
    const states: { at: number; rows: unknown[] }[] = []
    for (let n = 0; n < 6; n++) {
      insert(db, `step ${n}`)
      now += 1_000
      await shipper.ship()
      states.push({ at: now, rows: rowsOf(db) })
    }
    await shipper.close()
    db.close()
    return { manifest, states, log: join(backups, LOG, manifest.log?.generation ?? '') }
  }

  test('goes to any moment', async () => {
    const { manifest, states } = await shippedInSteps()
    for (const { at, rows } of states) {
      const back = await restored(manifest, at + 500)
      expect(back.rows).toEqual(rows)
      expect(back.replayed).toEqual({ until: new Date(at).toISOString(), stopped: null })
    }
  })

  test('ends at a piece that is damaged, missing or of elsewhere, and says so', async () => {
    const { manifest, states, log } = await shippedInSteps()
    const numbers = await listSegments(log)
    const fourth = join(log, `${String(numbers.at(-3)).padStart(9, '0')}.log`)
    const whole = readFileSync(fourth)
    for (let at = 0; at < whole.length; at += 7) {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      writeFileSync(fourth, flipped)
      const { replayed, rows } = await restored(manifest)
      expect(replayed?.stopped).toMatch(/is damaged|does not follow/)
      expect(states.map((state) => state.rows)).toContainEqual(rows)
    }
    // The same is told without restoring it.
    const checked = () => checkLogOf(join(backups, 'copy'), manifest)
    expect((await checked())?.stopped).toMatch(/is damaged|does not follow/)
    rmSync(fourth)
    const { replayed, rows } = await restored(manifest)
    expect(replayed?.stopped).toContain('is missing')
    expect(await checked()).toEqual(replayed)
    writeFileSync(fourth, whole)
    expect(await checked()).toMatchObject({ stopped: null })
    expect(rows).toEqual(states.at(-4)?.rows)
    writeFileSync(fourth, readFileSync(join(log, `${String(numbers.at(-4)).padStart(9, '0')}.log`)))
    expect((await restored(manifest)).replayed?.stopped).toContain('is damaged')
  })

  test('goes on with no piece of another generation, though its number is the next', async () => {
    const { manifest, states, log } = await shippedInSteps()
    const numbers = await listSegments(log)
    const own = numbers.at(-2) ?? 0
    const db = openServer()
    db.pragma('wal_checkpoint(TRUNCATE)')
    insert(db, 'of elsewhere')
    const other = shipperOf()
    await other.ship()
    for (let n = 0; n < own; n++) {
      insert(db, `elsewhere ${n}`)
      await other.ship()
    }
    const elsewhere = join(backups, LOG, other.generation ?? '', fileOf(own))
    expect(other.generation).not.toBe(manifest.log?.generation)
    writeFileSync(join(log, fileOf(own)), readFileSync(elsewhere))
    const { replayed, rows } = await restored(manifest)
    expect(replayed?.stopped).toContain('does not follow the one before')
    expect(rows).toEqual(states.at(-3)?.rows)
    db.close()
  })

  test('with a log serves nothing that does not hold', async () => {
    const { manifest } = await shippedInSteps()
    const base = join(backups, 'copy-1/holdfast.db')
    const bytes = readFileSync(base)
    // The root of the list of tables, which no later commit changed.
    bytes.fill(7, 100, 200)
    writeFileSync(base, bytes)
    await expect(restored(manifest)).rejects.toThrow('The database with the log over it does not hold')
  })

  test('refuses a log that ends within the backup: half of one moment and half of another is none', async () => {
    const { manifest, log } = await shippedInSteps()
    const needs = { ...manifest, log: { generation: '', next: 1, covered: 99, ...manifest.log } }
    needs.log.covered = 99
    await expect(restored(needs)).rejects.toThrow('--without-log')
    rmSync(log, { recursive: true })
    await expect(restored(needs)).rejects.toThrow('ends too early')
    expect((await restored({ ...manifest, log: undefined })).replayed).toBeNull()
  })

  test('brings pictures that came after the backup', async () => {
    const db = openServer()
    const shipper = shipperOf()
    await shipper.ship()
    const manifest = await copied(shipper)
    mkdirSync(join(data, 'files/snapshots/1'), { recursive: true })
    writeFileSync(join(data, 'files/snapshots/1/a.jpg'), 'picture')
    shipper.addPicture('snapshots/1/a.jpg')
    shipper.addPicture('snapshots/1/gone.jpg')
    insert(db)
    await shipper.close()
    db.close()
    const { dataDirectory } = await restored(manifest)
    expect(readFileSync(join(dataDirectory, 'files/snapshots/1/a.jpg'), 'utf8')).toBe('picture')
    expect(existsSync(join(dataDirectory, 'files/snapshots/1/gone.jpg'))).toBe(false)
  })

  test('a thread that was killed ships the pictures of its last moments when it comes back', async () => {
    const db = openServer()
    insert(db)
    now = Date.now()
    const first = shipperOf()
    await first.ship()
    writeFileSync(join(data, 'files/late.jpg'), 'late')
    now = Date.now()
    const second = shipperOf()
    await second.ship()
    expect(second.generation).toBe(first.generation)
    expect(readdirSync(join(backups, LOG, second.generation ?? '', 'files'))).toEqual(['late.jpg'])
    await first.close()
    await second.close()
    db.close()
  })
})

test('what is removed keeps nobody from going on: the last piece stays', async () => {
  const db = openServer()
  const first = shipperOf()
  await first.ship()
  const { log } = await copied(first)
  const name = join(backups, `holdfast-${stampOf(now)}`)
  mkdirSync(name)
  const made = { holdfast_backup: 1, made_at: new Date(now).toISOString(), server_epoch: 1, parts: [], log }
  writeFileSync(join(name, 'manifest.json'), JSON.stringify(made))
  await pruneLog(backups, now)
  const second = shipperOf()
  await second.ship()
  expect(second.generation).toBe(first.generation)
  await first.close()
  await second.close()
  db.close()
})

test('a part of it that none of the newest two backups goes on from is removed, and no other', async () => {
  const DAY = 86_400_000
  now = Date.now() - 3 * DAY
  const db = openServer()
  const shipper = shipperOf()
  await shipper.ship()
  const numbers = () => listSegments(join(backups, LOG, shipper.generation ?? ''))
  const pictures = join(backups, LOG, shipper.generation ?? '', 'files')
  mkdirSync(pictures)
  for (const name of ['old', 'new']) writeFileSync(join(pictures, name), name)
  utimesSync(join(pictures, 'old'), 1, 1)
  const old = join(backups, LOG, '20200101T000000000Z-abcdef')
  mkdirSync(old)
  writeFileSync(join(backups, 'log.txt'), 'of somebody else')
  const nexts: number[] = []
  for (let day = 0; day < 3; day++) {
    insert(db)
    await shipper.ship()
    const { log } = await copied(shipper)
    nexts.push(log?.next ?? 0)
    const name = join(backups, `holdfast-${stampOf(now)}`)
    mkdirSync(name)
    const made = { holdfast_backup: 1, made_at: new Date(now).toISOString(), server_epoch: 1, parts: [], log }
    writeFileSync(join(name, 'manifest.json'), JSON.stringify(made))
    now += DAY
  }
  expect(await numbers()).toContain(1)
  await pruneLog(backups, now)
  expect((await numbers())[0]).toBe((nexts[1] ?? 0) - 1)
  expect(readdirSync(pictures)).toEqual(['new'])
  // It may be another server's, until nobody has written to it for days.
  expect(existsSync(old)).toBe(true)
  utimesSync(old, 1, 1)
  await pruneLog(backups, now)
  expect(existsSync(old)).toBe(false)
  expect(existsSync(join(backups, 'log.txt'))).toBe(true)
  // A generation that has just begun has no backup yet.
  const manifestless = readdirSync(backups).filter((name) => name.startsWith('holdfast-'))
  for (const name of manifestless) rmSync(join(backups, name), { recursive: true })
  await pruneLog(backups, now)
  expect(await numbers()).not.toEqual([])
  await shipper.close()
  db.close()
})

test('a piece has each page once, however often it was written', async () => {
  const db = openServer()
  const shipper = shipperOf()
  await shipper.ship()
  for (let n = 0; n < 50; n++) db.prepare('INSERT OR REPLACE INTO t VALUES (1, ?)').run(`body ${n}`)
  await shipper.ship()
  const log = join(backups, LOG, shipper.generation ?? '')
  const { pages } = await readSegment(log, (await listSegments(log)).at(-1) ?? 0)
  expect(pages.size).toBeLessThan(4)
  await shipper.close()
  db.close()
})

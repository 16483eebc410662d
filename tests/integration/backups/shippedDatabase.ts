import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { LOG, listSegments } from '#api/backups/logSegments.ts'
import { LogShipper } from '#api/backups/logShipper.ts'
import type { Manifest } from '#api/backups/manifest.ts'
import { replayLog } from '#api/backups/replayLog.ts'
import { copyDatabase } from '#db/backup.ts'
import { connect } from '#db/connect.ts'

export type Connection = ReturnType<typeof connect>

export const insert = (db: Connection, body = 'x'.repeat(300)) =>
  db.prepare('INSERT INTO t (body) VALUES (?)').run(body)

export const rowsOf = (db: Connection): unknown[] =>
  db.prepare('SELECT body FROM t ORDER BY id').pluck().all()

/** A database of one table whose log is shipped, and the copies of it that the log goes on from. */
export class ShippedDatabase {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-shipped-'))
  readonly data = join(this.folder, 'data')
  readonly backups = join(this.folder, 'backups')
  readonly file = join(this.data, 'holdfast.db')
  readonly #now: () => number
  /** So many copies have been made; each has a folder of its number. */
  copies = 0

  constructor(now: () => number) {
    this.#now = now
    this.begin()
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  /** Empty directories, also where something lay. */
  begin(): void {
    for (const one of [this.data, this.backups]) rmSync(one, { recursive: true, force: true })
    mkdirSync(join(this.data, 'files'), { recursive: true })
    mkdirSync(this.backups)
  }

  /** As a server opens it, whose checkpoints the thread makes. */
  open(): Connection {
    const db = connect(this.file)
    db.pragma('wal_autocheckpoint = 0')
    db.exec('CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, body TEXT)')
    return db
  }

  shipper(restartFrames?: number, mostWaiting?: number): LogShipper {
    const parts = { dataDirectory: this.data, backups: this.backups, now: this.#now }
    const fewer = { ...(restartFrames && { restartFrames }), ...(mostWaiting && { mostWaiting }) }
    const shipper = new LogShipper({ ...parts, ...fewer })
    onTestFinished(() => shipper.close().catch(() => {}))
    return shipper
  }

  /** A copy of the database, as a backup has it, and where the log goes on from it. */
  async copied(shipper: LogShipper): Promise<Manifest> {
    const generation = shipper.generation ?? ''
    const last = async () =>
      (await listSegments(join(this.backups, LOG, generation)).catch(() => [])).at(-1) ?? 0
    const before = await last()
    const to = join(this.backups, `copy-${++this.copies}`)
    mkdirSync(to)
    await copyDatabase(this.file, join(to, 'holdfast.db'))
    await shipper.ship()
    return {
      holdfast_backup: 1,
      made_at: new Date(this.#now()).toISOString(),
      server_epoch: 1,
      parts: [],
      log: { generation, next: before + 1, covered: await last() },
    }
  }

  /** Puts a copy into an empty directory, and lays over it what was shipped. */
  async restored(manifest: Manifest, until: number | null = null, copy = this.copies) {
    const dataDirectory = mkdtempSync(join(this.folder, 'restored-'))
    const from = join(this.backups, `copy-${copy}`)
    const target = join(dataDirectory, 'holdfast.db')
    copyFileSync(join(from, 'holdfast.db'), target)
    const parts = { from, manifest, dataDirectory, until, decrypter: null, progress: () => {} }
    const replayed = await replayLog(parts)
    const db = connect(target, { readonly: true })
    try {
      const pages = db.pragma('page_count', { simple: true }) as number
      const bytes = pages * (db.pragma('page_size', { simple: true }) as number)
      // Nothing of a larger moment hangs behind its end.
      if (statSync(target).size !== bytes) throw new Error('The file is not as long as its pages')
      return { replayed, rows: rowsOf(db), dataDirectory }
    } finally {
      db.close()
    }
  }
}

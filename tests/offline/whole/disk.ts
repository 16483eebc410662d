import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Queries } from '#db/connect.ts'
import type { TestApp } from '../../factories/index.ts'
import type { Rng } from '../simulator/rng.ts'

/** The point in a group commit where the power goes. */
export type CutMoment = 'before the commit' | 'in the commit' | 'after the commit'

const WAL_HEADER = 32
const FRAME_HEADER = 24
/** Sectors of what was not flushed reach the disk or not, each by itself. */
const SECTOR = 512

/**
 * The disk under a data directory, as a power cut leaves it. SQLite has flushed what its log held when a commit
 * resolved, because the database runs at synchronous=FULL (held by assertDurable; that the system call is really made,
 * by tests/faults/fsync); any sectors of all that was written after it may be there. Files beside the database are
 * whole or not at all (tests/faults/wholeFile).
 */
export class Disk {
  readonly #rng: Rng
  /** A database that answers before its commit is flushed, to see that this is found. */
  readonly #isLazy: boolean
  #data = ''
  /** Bytes of the log that are safe, and how many were before the newest commit. */
  #flushed = 0
  #before = 0
  #armed: CutMoment | null = null
  /** The directory as the cut left it. */
  #left: string | null = null
  /** Bytes that were written and were gone after the cuts. */
  lostBytes = 0

  constructor(rng: Rng, isLazy: boolean) {
    this.#rng = rng
    this.#isLazy = isLazy
  }

  /** Follows the commits of an app that was opened on this disk. */
  async follow(app: TestApp): Promise<void> {
    const { db } = app.ctx
    const synchronous = await db.write((tx) => tx.raw.get<{ synchronous: number }>('PRAGMA synchronous'))
    if (synchronous?.synchronous !== 2) throw new Error('the database does not flush its commits')
    this.#data = app.data
    this.#flushed = this.#before = this.#written()
    this.#armed = null
    this.#left = null
    const { write } = db
    db.write = async <T>(job: (tx: Queries) => Promise<T>): Promise<T> => {
      const value = await write(async (tx) => {
        const done = await job(tx)
        if (this.#armed === 'before the commit') this.#cut()
        return done
      })
      if (!this.#isLazy) this.#flush()
      if (this.#armed === 'in the commit') this.#cut(this.#before)
      else if (this.#armed === 'after the commit') this.#cut()
      return value
    }
  }

  /** The power goes at the next commit. */
  arm(moment: CutMoment): void {
    this.#armed = moment
  }

  /** Whether the power has gone since it was armed: nobody hears of what the server says from then on. */
  get isCut(): boolean {
    return this.#left !== null
  }

  /** @returns the data directory after the cut, which is made now where it has not been */
  leave(): string {
    if (this.#left === null) this.#cut()
    const left = this.#left ?? ''
    this.#left = null
    return left
  }

  #flush(): void {
    const written = this.#written()
    if (written === this.#flushed) return
    this.#before = this.#flushed
    this.#flushed = written
  }

  /** Valid bytes of the log: its frames, as the index of the log counts them (sqlite.org/walformat.html, 2.1). */
  #written(): number {
    const header = Buffer.alloc(20)
    const index = openSync(join(this.#data, 'holdfast.db-shm'), 'r')
    try {
      readSync(index, header, 0, 20, 0)
    } finally {
      closeSync(index)
    }
    const frames = header.readUInt32LE(16)
    const page = header.readUInt16LE(14)
    return frames === 0 ? 0 : WAL_HEADER + frames * (FRAME_HEADER + page)
  }

  #cut(flushed = this.#flushed): void {
    this.#armed = null
    const left = mkdtempSync(join(tmpdir(), 'holdfast-cut-'))
    for (const name of readdirSync(this.#data)) {
      if (name === 'files') cpSync(join(this.#data, name), join(left, name), { recursive: true })
      else if (name === 'pages') mkdirSync(join(left, name))
      else if (!/-(shm|wal)$|lock/.test(name)) cpSync(join(this.#data, name), join(left, name))
    }
    const log = readFileSync(join(this.#data, 'holdfast.db-wal'))
    // A log that was begun anew is shorter than its file: what lies behind is old, and the index does not count it.
    const written = Math.max(this.#written(), flushed)
    for (let at = flushed; at < written; at += SECTOR)
      if (this.#rng.chance(0.5)) {
        log.fill(0, at, Math.min(at + SECTOR, written))
        this.lostBytes += Math.min(SECTOR, written - at)
      }
    writeFileSync(join(left, 'holdfast.db-wal'), log.subarray(0, Math.max(written, flushed)))
    this.#left = left
  }
}

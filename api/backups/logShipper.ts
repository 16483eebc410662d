import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encrypter } from 'age-encryption'
import { positionAt, reaches, readCommitted, readHeader, type WalPart, type WalPosition } from '#db/wal.ts'
import { WalHold } from '#db/walHold.ts'
import { DATABASE, stampOf } from './backup.ts'
import { copyFile } from './copyFile.ts'
import { ENCRYPTED, encrypterFor, encrypting } from './encryption.ts'
import {
  LOG,
  listSegments,
  readSegmentHeader,
  readStanding,
  type SegmentHeader,
  writeSegment,
  writeStanding,
} from './logSegments.ts'
import { folderStore } from './stores/folderStore.ts'

/** Frames after which the database's own log is begun anew: 16 MB, as without shipping. */
const RESTART_FRAMES = 8_000
/** The next try comes so many frames later if somebody reads for long. */
const AGAIN_FRAMES = 2_000
/** Frames of one piece. */
const MOST_FRAMES = 20_000
/** The own log grows to at most this while nothing can be shipped; then it is let go, and shipping begins anew. */
const MOST_WAITING_BYTES = 256 * 1024 * 1024
/** A page of 2 KB with its header. */
const FRAME_BYTES = 2_072
/** Pictures of so long before the last piece may not have been copied when the server ended. */
const PICTURES_BEFORE_MS = 60_000

interface ShipperParts {
  dataDirectory: string
  /** The folder of the backups. */
  backups: string
  /** The public keys that everything is encrypted to; none: in clear. */
  recipients?: readonly string[]
  /** In milliseconds. */
  now: () => number
  /** Frames after which the own log is begun anew; tests give fewer. */
  restartFrames?: number
  /** Bytes of the own log that wait at the most; tests give fewer. */
  mostWaiting?: number
}

interface Piece {
  part: WalPart
  /** When it was read, in milliseconds. */
  at: number
}

/** Writes what is committed to a database into another folder, piece by piece. One runs beside a server. */
export class LogShipper {
  readonly #parts: ShipperParts
  readonly #database: string
  readonly #wal: string
  readonly #hold: WalHold
  #encrypter: Encrypter | null = null
  #generation: string | null = null
  #last: SegmentHeader | null = null
  /** null: the own log has not begun. */
  #position: WalPosition | null = null
  /** Read, and not yet written: the own log may have been begun anew since. */
  #piece: Piece | null = null
  /** The own log may have begun anew since it was read, with all of it read. */
  #mayBeNew = false
  /** Only the generation of a server before can be gone on with, and only where nothing of it was missed. */
  #mayGoOn = true
  #restartAt: number
  /** The position that the reading which holds the log began behind. */
  #rolledAt = -1
  readonly #pictures = new Set<string>()

  constructor(parts: ShipperParts) {
    this.#parts = parts
    this.#database = join(parts.dataDirectory, DATABASE)
    this.#wal = `${this.#database}-wal`
    this.#hold = new WalHold(this.#database)
    this.#restartAt = this.#restartFrames
  }

  /** null before the first piece can be written. */
  get generation(): string | null {
    return this.#generation
  }

  /** A picture was stored, by its key. */
  addPicture(key: string): void {
    this.#pictures.add(key)
  }

  /**
   * Ships what was committed until now. Called again and again, one call at a time.
   * @throws where the folder takes nothing; nothing is lost by it, and the next call goes on
   */
  async ship(): Promise<void> {
    const at = this.#parts.now()
    try {
      this.#encrypter ??= await encrypterFor(this.#parts.recipients ?? [])
      this.#generation ??= (this.#mayGoOn ? await this.#goOn() : null) ?? (await this.#begin())
      await this.#writePiece()
      await this.#shipPictures()
      const goal = this.#hold.frames()
      // Commits made meanwhile are for the next round: a slow folder would never see the end of this one.
      while (this.#read()) {
        await this.#writePiece()
        if ((this.#position?.frame ?? 0) >= goal) break
      }
      this.#roll()
      if ((this.#position?.frame ?? 0) > this.#restartAt) {
        this.#restart()
        await this.#writePiece()
      }
      await writeStanding(this.#parts.dataDirectory, {
        generation: this.#generation,
        last: this.#last?.seq ?? 0,
        checked_at: new Date(at).toISOString(),
        may_be_new: this.#mayBeNew,
        position: this.#position && {
          ...this.#position,
          salts: [...this.#position.salts],
          sums: [...this.#position.sums],
        },
      })
    } catch (error) {
      this.#letGo()
      throw error
    }
  }

  /** Ships the rest. */
  async close(): Promise<void> {
    try {
      await this.ship()
    } finally {
      this.#hold.close()
    }
  }

  get #restartFrames(): number {
    return this.#parts.restartFrames ?? RESTART_FRAMES
  }

  get #folder(): string {
    return join(this.#parts.backups, LOG, this.#generation ?? '')
  }

  /** The generation of before, where the own log still has what was shipped last: a server that was killed goes on. */
  async #goOn(): Promise<string | null> {
    const standing = await readStanding(this.#parts.dataDirectory)
    if (!standing) return null
    const { generation: before } = standing
    const folder = join(this.#parts.backups, LOG, before)
    const seq = (await listSegments(folder).catch(() => [])).at(-1)
    const last = seq === undefined ? null : await readSegmentHeader(folder, seq).catch(() => null)
    // Before its first piece it says itself how far it is.
    const end = last?.end ?? (standing.last === 0 ? standing.position : null)
    if (!end) return null
    // Begun anew before the end of the one before: `#read` looks whether it follows.
    this.#mayBeNew = standing.may_be_new && standing.last === (last?.seq ?? 0)
    if (!this.#mayBeNew && !reaches(this.#wal, end)) return null
    this.#last = last
    this.#position = end
    await this.#addPicturesSince(Date.parse(last?.read_at ?? standing.checked_at) - PICTURES_BEFORE_MS)
    return before
  }

  async #begin(): Promise<string> {
    const name = `${stampOf(this.#parts.now())}-${randomBytes(3).toString('hex')}`
    await mkdir(join(this.#parts.backups, LOG, name), { recursive: true, mode: 0o700 })
    this.#last = null
    // It begins with what comes now: the backup that it goes on from is yet to be made.
    this.#position = positionAt(this.#wal, this.#hold.frames())
    this.#piece = null
    return name
  }

  /** @returns whether a piece is to be written */
  #read(): boolean {
    const header = readHeader(this.#wal)
    if (!header) return false
    const { start } = header
    this.#position ??= start
    const { salts } = this.#position
    if (salts[0] !== start.salts[0] || salts[1] !== start.salts[1]) {
      // SQLite counts the first salt up by one whenever it begins the log anew.
      const follows = this.#mayBeNew && start.salts[0] === (salts[0] + 1) >>> 0
      if (!follows) this.#endGeneration()
      this.#position = start
      this.#restartAt = this.#restartFrames
    }
    const frames = this.#hold.frames()
    const part = readCommitted(this.#wal, this.#position, { frames, most: MOST_FRAMES })
    if (frames < this.#position.frame || (!part && frames > this.#position.frame)) this.#endGeneration()
    if (!part) return false
    this.#mayBeNew = false
    this.#piece = { part, at: this.#parts.now() }
    this.#position = part.end
    return true
  }

  /** Something was missed: what follows stands on a backup that is yet to be made. */
  #endGeneration(): never {
    this.#mayGoOn = false
    this.#generation = null
    this.#piece = null
    throw new Error(
      'The log of the database is not the one that was read: what follows stands on a new backup',
    )
  }

  async #writePiece(): Promise<void> {
    if (!this.#piece) return
    const { part, at } = this.#piece
    const pageSize = part.pages.values().next().value?.length ?? 0
    this.#last = await writeSegment(this.#folder, part, {
      seq: (this.#last?.seq ?? 0) + 1,
      at,
      pageSize,
      previous: this.#last?.sha256 ?? '',
      encrypter: this.#encrypter,
    })
    this.#piece = null
  }

  /** The reading that holds the log stays where nothing came since: one that began now might hold nothing. */
  #roll(): void {
    const frame = this.#position?.frame ?? 0
    if (frame !== this.#rolledAt) this.#hold.roll()
    this.#rolledAt = frame
  }

  #restart(): void {
    this.#mayBeNew = this.#hold.restart(() => {
      this.#read()
      return this.#position?.frame ?? 0
    })
    if (!this.#mayBeNew) this.#restartAt = (this.#position?.frame ?? 0) + AGAIN_FRAMES
  }

  /** While nothing can be shipped the own log must not fill the disk. */
  #letGo(): void {
    const frames = this.#hold.frames()
    const read = this.#piece === null ? (this.#position?.frame ?? 0) : 0
    if ((frames - read) * FRAME_BYTES < (this.#parts.mostWaiting ?? MOST_WAITING_BYTES)) return
    this.#mayGoOn = false
    this.#generation = null
    this.#piece = null
    this.#hold.restart(() => this.#hold.frames())
  }

  async #addPicturesSince(since: number): Promise<void> {
    const files = join(this.#parts.dataDirectory, 'files')
    const found = await readdir(files, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of found) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && (await stat(path)).mtimeMs >= since)
        this.#pictures.add(path.slice(files.length + 1))
    }
  }

  async #shipPictures(): Promise<void> {
    const data = folderStore(join(this.#parts.dataDirectory, 'files'))
    const shipped = folderStore(join(this.#folder, 'files'))
    for (const key of this.#pictures) {
      const to = { store: shipped, name: this.#encrypter ? `${key}${ENCRYPTED}` : key }
      const pass = this.#encrypter ? encrypting(this.#encrypter) : undefined
      await copyFile({ store: data, name: key }, to, pass)
      this.#pictures.delete(key)
    }
  }
}

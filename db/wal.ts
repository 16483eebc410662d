import { closeSync, openSync, readSync } from 'node:fs'

/** The write-ahead log of a database, as https://sqlite.org/fileformat2.html (section 4) describes it, read beside its writer. */

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const LITTLE_ENDIAN_SUMS = 0x377f0682
const BIG_ENDIAN_SUMS = 0x377f0683

type Pair = readonly [number, number]

/** How far a log was read: which log it is, by its salts, so many frames of it, and the sums that the next frame goes on from. */
export interface WalPosition {
  salts: Pair
  frame: number
  sums: Pair
}

/** The pages that commits changed, each as the last of them left it. */
export interface WalPart {
  pages: ReadonlyMap<number, Buffer>
  /** The database's size after the last commit, in pages. */
  databasePages: number
  end: WalPosition
}

export interface WalHeader {
  pageSize: number
  start: WalPosition
  isLittle: boolean
}

/** The running sums of a log over some more of it. */
function addSums([a, b]: Pair, bytes: Buffer, isLittle: boolean): Pair {
  let first = a
  let second = b
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0
    second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0
  }
  return [first, second]
}

const pairAt = (bytes: Buffer, at: number): Pair => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
const areEqual = (one: Pair, other: Pair): boolean => one[0] === other[0] && one[1] === other[1]

/** @returns null where there is no log, or none that anything was written to yet */
export function readHeader(file: string): WalHeader | null {
  return withFile(file, (fd) => headerIn(fd))
}

function headerIn(fd: number): WalHeader | null {
  const header = Buffer.alloc(HEADER_BYTES)
  if (readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
  const magic = header.readUInt32BE(0)
  if (magic !== LITTLE_ENDIAN_SUMS && magic !== BIG_ENDIAN_SUMS) return null
  const isLittle = magic === LITTLE_ENDIAN_SUMS
  const sums = addSums([0, 0], header.subarray(0, 24), isLittle)
  if (!areEqual(sums, pairAt(header, 24))) return null
  return {
    pageSize: header.readUInt32BE(8),
    start: { salts: pairAt(header, 16), frame: 0, sums },
    isLittle,
  }
}

/**
 * The position behind so many frames of a log.
 * @returns null where it has fewer
 */
export function positionAt(file: string, frames: number): WalPosition | null {
  return withFile(file, (fd) => {
    const header = headerIn(fd)
    if (!header || frames === 0) return header?.start ?? null
    const { salts } = header.start
    const frame = Buffer.alloc(FRAME_HEADER_BYTES)
    const at = HEADER_BYTES + (frames - 1) * (FRAME_HEADER_BYTES + header.pageSize)
    if (readSync(fd, frame, 0, frame.length, at) < frame.length) return null
    return areEqual(pairAt(frame, 8), salts) ? { salts, frame: frames, sums: pairAt(frame, 16) } : null
  })
}

/** Whether a log still has what was read of it, so that reading can go on from there. */
export function reaches(file: string, position: WalPosition): boolean {
  return (
    withFile(file, (fd) => {
      const header = headerIn(fd)
      if (!header || !areEqual(header.start.salts, position.salts)) return false
      if (position.frame === 0) return true
      const frame = Buffer.alloc(FRAME_HEADER_BYTES)
      const at = HEADER_BYTES + (position.frame - 1) * (FRAME_HEADER_BYTES + header.pageSize)
      if (readSync(fd, frame, 0, frame.length, at) < frame.length) return false
      return areEqual(pairAt(frame, 8), position.salts) && areEqual(pairAt(frame, 16), position.sums)
    }) ?? false
  )
}

/**
 * Reads what was committed since a position in the same log; a commit that is only half written is left for later. The
 * caller keeps the log from being begun anew meanwhile.
 * @param committed the frames that SQLite itself counts: behind them may be what looks like a commit and is none, because its
 * flush failed and the next one is written over it. And the most to read at a time; a commit is read whole, however many it has
 * @returns null where nothing was
 */
export function readCommitted(
  file: string,
  from: WalPosition,
  committed: { frames: number; most: number },
): WalPart | null {
  return withFile(file, (fd) => {
    const header = headerIn(fd)
    if (!header || !areEqual(header.start.salts, from.salts)) return null
    const frameBytes = FRAME_HEADER_BYTES + header.pageSize
    const pages = new Map<number, Buffer>()
    let databasePages = 0
    let end: WalPosition | null = null
    let { frame, sums } = from
    const pending = new Map<number, Buffer>()
    while (frame < committed.frames) {
      const bytes = Buffer.allocUnsafe(frameBytes)
      if (readSync(fd, bytes, 0, frameBytes, HEADER_BYTES + frame * frameBytes) < frameBytes) break
      if (!areEqual(pairAt(bytes, 8), from.salts)) break
      const page = bytes.subarray(FRAME_HEADER_BYTES)
      const next = addSums(addSums(sums, bytes.subarray(0, 8), header.isLittle), page, header.isLittle)
      if (!areEqual(next, pairAt(bytes, 16))) break
      frame++
      sums = next
      pending.set(bytes.readUInt32BE(0), page)
      const sizeAfter = bytes.readUInt32BE(4)
      if (sizeAfter === 0) continue
      for (const [number, content] of pending) pages.set(number, content)
      pending.clear()
      databasePages = sizeAfter
      end = { salts: from.salts, frame, sums }
      if (frame - from.frame >= committed.most) break
    }
    return end && { pages, databasePages, end }
  })
}

function withFile<T>(file: string, work: (fd: number) => T): T | null {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return work(fd)
  } finally {
    closeSync(fd)
  }
}

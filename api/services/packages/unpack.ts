import { crc32, inflateRawSync } from 'node:zlib'
import { PackageError } from './packageError.ts'
import type { ByteSource } from './source.ts'
import { extraFields, zipName } from './zipNames.ts'

/**
 * A zip that stays where it is: its table of contents is read, and each file when it is asked for. It runs in a thread of its
 * own: what unpacks for ever is ended with the thread.
 */

/** `bytes`: all that is unpacked of one package. */
export const UNPACK_LIMITS = { bytes: 64_000_000, files: 20_000, list: 16_000_000 }
export type UnpackLimits = typeof UNPACK_LIMITS

/** A file of a package. */
export interface PackedFile {
  /** Bytes that it says to unpack to. */
  size: number
  /**
   * Its content: as many bytes as it says and with the checksum it says.
   * @throws PackageError where it is damaged, or too much was unpacked
   */
  read(): Uint8Array
}
export type PackedFiles = ReadonlyMap<string, PackedFile>

interface Entry {
  name: string
  method: number
  flags: number
  sum: number
  packed: number
  size: number
  offset: number
}

const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const ENCRYPTED = 1
const [STORED, DEFLATED] = [0, 8]
/** Deflate makes nothing longer than this. */
const mostPacked = (size: number): number => size + (size >> 8) + 1_024

/** Some programs write every path from the folder they stood in: ./problem.yaml. */
const fromRoot = (name: string): string => name.replace(/^(?:\.\/)+/, '')

/** Files that archivers and desktops leave beside those that somebody packed. */
const isLitter = (name: string): boolean =>
  name.startsWith('__MACOSX/') || /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name)

/** A path within the package and nowhere else. */
function requireInside(name: string): void {
  const parts = name.split('/')
  const leads = /^\/|^[a-zA-Z]:|\\|\p{Cc}/u.test(name) || parts.includes('..') || parts.includes('.')
  if (leads || name.length > 300)
    throw new PackageError(`The package contains a file whose path leads outside it: ${name.slice(0, 100)}`)
}

const broken = () => new PackageError('The file is not a complete zip.')

/** Files that people take for a zip, by their first bytes. */
const others: readonly [beginning: string, what: string][] = [
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
  ['\x1f\x8b', 'a gzip or tar.gz archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ', 'an xz archive'],
  ['%PDF', 'a PDF'],
]
function notZip(source: ByteSource): PackageError {
  const beginning = source.read(0, 8).toString('latin1')
  const other = others.find(([sign]) => beginning.startsWith(sign))
  return other
    ? new PackageError(`The file is ${other[1]}. Pack the folder as a zip and import that file.`)
    : broken()
}
const damaged = (name: string) =>
  new PackageError(`The package is damaged: ${name} does not match what was packed.`)

/**
 * @returns the files by their paths; folders are left out
 * @throws PackageError for what is no zip or a broken one, has too many files, or leads out of itself
 */
export function unpack(source: ByteSource, limits: UnpackLimits = UNPACK_LIMITS): PackedFiles {
  const files = new Map<string, PackedFile>()
  const entries = entriesOf(source, limits)
  const room = { left: limits.bytes }
  for (const entry of entries) {
    const name = fromRoot(entry.name)
    requireInside(name)
    if (name === '' || name.endsWith('/') || isLitter(name)) continue
    if (files.has(name)) throw new PackageError(`The package contains ${name} twice.`)
    files.set(name, {
      size: entry.size,
      read() {
        room.left -= entry.size
        if (room.left < 0)
          throw new PackageError(`The package unpacks to more than ${limits.bytes / 1_000_000} MB.`)
        return contentOf(source, { ...entry, name })
      },
    })
  }
  return files
}

function contentOf(source: ByteSource, entry: Entry): Uint8Array {
  const { name, method, size, packed } = entry
  if ((entry.flags & ENCRYPTED) !== 0)
    throw new PackageError(`${name} is encrypted in the package. Pack it again without a password.`)
  if (method !== STORED && method !== DEFLATED)
    throw new PackageError(
      `${name} is compressed in a way that is not supported (method ${method}). Pack it again as an ordinary zip.`,
    )
  if (method === STORED ? packed !== size : packed > mostPacked(size)) throw damaged(name)
  const head = source.read(entry.offset, LOCAL_BYTES)
  if (head.length < LOCAL_BYTES || head.readUInt32LE(0) !== LOCAL) throw damaged(name)
  const bytes = source.read(
    entry.offset + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28),
    packed,
  )
  const content = method === STORED ? bytes : inflated(bytes, size)
  if (content === null || content.length !== size || crc32(content) !== entry.sum) throw damaged(name)
  return content
}

/** null for what is no deflated data, or more than it says. */
function inflated(bytes: Buffer, size: number): Buffer | null {
  try {
    // One byte more, so that what says too little is not taken for whole.
    return inflateRawSync(bytes, { maxOutputLength: size + 1 })
  } catch {
    return null
  }
}

/** The zip's own table of contents, at its end. */
function entriesOf(source: ByteSource, limits: UnpackLimits): Entry[] {
  const { offset, length, count } = endOf(source)
  if (count > limits.files)
    throw new PackageError(`The package contains more than ${limits.files.toLocaleString('en')} files.`)
  if (length > limits.list) throw new PackageError('The names of the files in the package are too long.')
  const list = source.read(offset, length)
  const entries: Entry[] = []
  for (let at = 0; entries.length < count; ) {
    if (at + ENTRY_BYTES > list.length || list.readUInt32LE(at) !== ENTRY) throw broken()
    const nameEnd = at + ENTRY_BYTES + list.readUInt16LE(at + 28)
    const extraEnd = nameEnd + list.readUInt16LE(at + 30)
    if (extraEnd > list.length) throw broken()
    const extra = extraFields(list.subarray(nameEnd, extraEnd))
    const flags = list.readUInt16LE(at + 8)
    entries.push({
      name: zipName(list.subarray(at + ENTRY_BYTES, nameEnd), flags, extra),
      flags,
      method: list.readUInt16LE(at + 10),
      sum: list.readUInt32LE(at + 16),
      ...placesOf(list, at, extra.get(ZIP64)),
    })
    at = extraEnd + list.readUInt16LE(at + 32)
  }
  return entries
}

const ZIP64 = 1
const FULL = 0xffffffff

/** Sizes and place; those that need more than 32 bits stand behind the name, in this order (APPNOTE, 4.5.3). */
function placesOf(list: Buffer, at: number, large: Buffer | undefined) {
  let next = 0
  const [size, packed, offset] = [24, 20, 42].map((field) => {
    const value = list.readUInt32LE(at + field)
    if (value !== FULL) return value
    if (!large || next + 8 > large.length) throw broken()
    next += 8
    return Number(large.readBigUInt64LE(next - 8))
  }) as [number, number, number]
  return { size, packed, offset }
}

const END = 0x06054b50
const END_BYTES = 22
/** The longest comment behind the end. */
const COMMENT_BYTES = 65_535
const LOCATOR = 0x07064b50
const LOCATOR_BYTES = 20
const END_64 = 0x06064b50
const END_64_BYTES = 56

function endOf(source: ByteSource): { offset: number; length: number; count: number } {
  const from = Math.max(0, source.size - END_BYTES - COMMENT_BYTES)
  const tail = source.read(from, END_BYTES + COMMENT_BYTES)
  let at = tail.length - END_BYTES
  while (at >= 0 && tail.readUInt32LE(at) !== END) at--
  if (at < 0) throw notZip(source)
  const found = {
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  const large = largeEnd(source, from + at - LOCATOR_BYTES) ?? found
  if (large.count === 0 || large.offset + large.length > source.size) throw broken()
  return large
}

/** The end of a zip that has more or larger files than the old form counts: it stands before the old one. */
function largeEnd(source: ByteSource, at: number) {
  const locator = at < 0 ? Buffer.alloc(0) : source.read(at, LOCATOR_BYTES)
  if (locator.length < LOCATOR_BYTES || locator.readUInt32LE(0) !== LOCATOR) return null
  const place = Number(locator.readBigUInt64LE(8))
  const end = place > source.size ? Buffer.alloc(0) : source.read(place, END_64_BYTES)
  if (end.length < END_64_BYTES || end.readUInt32LE(0) !== END_64) throw broken()
  const [count, length, offset] = [32, 40, 48].map((field) => Number(end.readBigUInt64LE(field))) as [
    number,
    number,
    number,
  ]
  return { count, length, offset }
}

import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'

/**
 * Reads ZIP files as `zipped` writes them: a list at the end, no comment, every file deflated. Nothing is taken from the list
 * that was not counted as it came out.
 */

interface Entry {
  bytes: number
  packed: number
  /** Place of its own head in the file. */
  offset: number
}

export interface OpenZip {
  /** Paths as they stand in the list, each once. */
  paths: ReadonlySet<string>
  /** Bytes that a file says to have. */
  bytesOf(path: string): number
  /**
   * The content of a file, as it comes.
   * @throws ZipError where it is damaged, or longer than `most`
   */
  read(path: string, most: number): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** The file is none of ours, or not whole. */
export class ZipError extends Error {}

const END = 22
const END64 = 56
const LOCATOR = 20
const FULL_32 = 0xffffffff
/** A list of a million files is shorter. */
const LIST_MAX = 200_000_000

/** @throws ZipError */
export async function openZip(path: string): Promise<OpenZip> {
  const file = await open(path)
  try {
    const entries = await readList(file)
    return {
      paths: new Set(entries.keys()),
      bytesOf: (name) => entries.get(name)?.bytes ?? 0,
      read: (name, most) => content(path, file, entries.get(name), most),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, from)
  if (bytesRead !== length) throw new ZipError('it ends too early')
  return buffer
}

async function readList(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat()
  if (size < END) throw new ZipError('it is too short')
  const end = await bytesAt(file, size - END, END)
  if (end.readUInt32LE(0) !== 0x06054b50) throw new ZipError('its end is missing')
  let [length, offset] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (size >= END + LOCATOR + END64) {
    const locator = await bytesAt(file, size - END - LOCATOR, LOCATOR)
    if (locator.readUInt32LE(0) === 0x07064b50) {
      const large = await bytesAt(file, Number(locator.readBigUInt64LE(8)), END64)
      if (large.readUInt32LE(0) !== 0x06064b50) throw new ZipError('its end is damaged')
      length = Number(large.readBigUInt64LE(40))
      offset = Number(large.readBigUInt64LE(48))
    }
  }
  if (length > LIST_MAX || offset + length > size) throw new ZipError('its list of files is damaged')
  return entriesIn(await bytesAt(file, offset, length))
}

function entriesIn(list: Buffer): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  try {
    for (let at = 0; at < list.length; ) {
      if (list.readUInt32LE(at) !== 0x02014b50 || list.readUInt16LE(at + 10) !== 8) throw new RangeError()
      const [name, extra, comment] = [28, 30, 32].map((field) => list.readUInt16LE(at + field)) as [
        number,
        number,
        number,
      ]
      const path = list.toString('utf8', at + 46, at + 46 + name)
      const entry = {
        packed: list.readUInt32LE(at + 20),
        bytes: list.readUInt32LE(at + 24),
        offset: list.readUInt32LE(at + 42),
      }
      if (entry.bytes === FULL_32 && extra >= 28) {
        const more = at + 46 + name + 4
        entry.bytes = Number(list.readBigUInt64LE(more))
        entry.packed = Number(list.readBigUInt64LE(more + 8))
        entry.offset = Number(list.readBigUInt64LE(more + 16))
      }
      if (entries.has(path)) throw new ZipError(`${JSON.stringify(path)} stands in it twice`)
      entries.set(path, entry)
      at += 46 + name + extra + comment
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('its list of files is damaged')
  }
  return entries
}

async function* content(
  path: string,
  file: FileHandle,
  entry: Entry | undefined,
  most: number,
): AsyncGenerator<Buffer> {
  if (!entry) throw new ZipError('a file is missing in it')
  const head = await bytesAt(file, entry.offset, 30)
  if (head.readUInt32LE(0) !== 0x04034b50) throw new ZipError('a file in it is damaged')
  const start = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  // Nothing was packed: there is nothing to be read, and a stream of no bytes cannot be asked for.
  if (entry.packed === 0) throw new ZipError('a file in it is damaged')
  const inflate = createReadStream(path, { start, end: start + entry.packed - 1 }).pipe(createInflateRaw())
  let bytes = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > most) throw new ZipError('a file in it is longer than it may be')
      yield chunk
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('a file in it is damaged')
  }
}

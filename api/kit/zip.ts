import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * ZIP files of any size, written as they come: nothing but the list of their files is held. Beyond 65,534 files or 4 GB the
 * fields of the first format are full, and those of ZIP64 say how it is.
 */

export interface ZipFile {
  /** Below the top, with '/' between its parts. */
  path: string
  /** It is compressed already, as pictures are: it is not compressed again. */
  isCompressed?: boolean
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

const FULL_16 = 0xffff
const FULL_32 = 0xffffffff
/** Sizes come behind the content, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const FIRST_FORMAT = 20
const ZIP64 = 45

/** Little-endian numbers, each as its bytes and its value. */
function numbers(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** A time as the format has it: in steps of two seconds, here always in UTC. */
function dosTime(ms: number): readonly [time: number, date: number] {
  const at = new Date(ms)
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}

interface Written {
  name: Buffer
  crc: number
  bytes: number
  packed: number
  offset: number
}

/** The line of a file in the list at the end. */
function listed(
  { name, crc, bytes, packed, offset }: Written,
  [time, date]: readonly [number, number],
): Buffer {
  const isLarge = Math.max(bytes, packed, offset) >= FULL_32
  const extra = isLarge ? numbers([2, 1], [2, 24], [8, bytes], [8, packed], [8, offset]) : Buffer.alloc(0)
  const version = isLarge ? ZIP64 : FIRST_FORMAT
  const [size, packedSize, place] = isLarge ? [FULL_32, FULL_32, FULL_32] : [bytes, packed, offset]
  const head = numbers(
    [4, 0x02014b50],
    [2, version],
    [2, version],
    [2, FLAGS],
    [2, DEFLATED],
    [2, time],
    [2, date],
    [4, crc],
    [4, packedSize],
    [4, size],
    [2, name.length],
    [2, extra.length],
    // No comment, the first disk, no attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, place],
  )
  return Buffer.concat([head, name, extra])
}

/** The end: where the list is. */
function ending(files: number, offset: number, bytes: number): Buffer {
  const isLarge = files >= FULL_16 || Math.max(offset, bytes) >= FULL_32
  const last = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, isLarge ? FULL_16 : files],
    [2, isLarge ? FULL_16 : files],
    [4, isLarge ? FULL_32 : bytes],
    [4, isLarge ? FULL_32 : offset],
    [2, 0],
  )
  if (!isLarge) return last
  const large = numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, ZIP64],
    [2, ZIP64],
    [4, 0],
    [4, 0],
    [8, files],
    [8, files],
    [8, bytes],
    [8, offset],
  )
  const where = numbers([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1])
  return Buffer.concat([large, where, last])
}

/**
 * The bytes of a ZIP, as fast as they are taken. A file's content is read before the next file is asked for, and compressed
 * beside the event loop.
 * @param now the time that its files carry, in milliseconds
 */
export async function* zipped(files: AsyncIterable<ZipFile>, now: number): AsyncGenerator<Buffer> {
  const stamp = dosTime(now)
  const list: Buffer[] = []
  let at = 0
  for await (const { path, isCompressed, content } of files) {
    const file: Written = { name: Buffer.from(path), crc: 0, bytes: 0, packed: 0, offset: at }
    const [time, date] = stamp
    const head = numbers(
      [4, 0x04034b50],
      [2, FIRST_FORMAT],
      [2, FLAGS],
      [2, DEFLATED],
      [2, time],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, file.name.length],
      [2, 0],
    )
    yield Buffer.concat([head, file.name])
    const deflate = createDeflateRaw({ level: isCompressed ? 0 : 6 })
    const source = Readable.from(counted(content, file))
    // A fault of the content comes out of `deflate`, where it is thrown.
    const fed = pipeline(source, deflate).catch(() => undefined)
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      file.packed += chunk.length
      yield chunk
    }
    await fed
    const size = Math.max(file.bytes, file.packed) >= FULL_32 ? 8 : 4
    const sizes = numbers([4, 0x08074b50], [4, file.crc], [size, file.packed], [size, file.bytes])
    yield sizes
    at += head.length + file.name.length + file.packed + sizes.length
    list.push(listed(file, stamp))
  }
  const bytes = list.reduce((sum, { length }) => sum + length, 0)
  yield* list
  yield ending(list.length, at, bytes)
}

/** Counts what goes by. */
async function* counted(content: ZipFile['content'], file: Written): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    file.crc = crc32(chunk, file.crc)
    file.bytes += chunk.length
    yield chunk
  }
}

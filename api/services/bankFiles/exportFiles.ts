import { Readable } from 'node:stream'
import { Zip, ZipDeflate } from 'fflate'
import { CSV_MAX_BYTES, CSV_MAX_ROWS } from '#contract/constants.ts'
import { nextTurn } from '#db/turn.ts'
import { download } from '../download.ts'

/**
 * Items as files that an import takes again: one where they fit into it, else a zip of several. No more than two of them
 * are held at a time, however large the bank is.
 */

/** One item as it stands in a file. */
export interface WrittenFile {
  bytes: Buffer
  rows: number
}

interface Named {
  /** Without its ending. */
  name: string
  /** The first line of each file. */
  head: Buffer
  now: number
}

/** An item that alone is larger than a file may be stands in one of its own. */
async function* partsOf(items: AsyncIterable<WrittenFile>, head: Buffer): AsyncGenerator<Buffer[]> {
  let part = [head]
  let bytes = head.length
  let rows = 0
  for await (const item of items) {
    const isFull = bytes + item.bytes.length > CSV_MAX_BYTES || rows + item.rows > CSV_MAX_ROWS
    if (isFull && rows > 0) {
      yield part
      part = [head]
      bytes = head.length
      rows = 0
    }
    part.push(item.bytes)
    bytes += item.bytes.length
    rows += item.rows
  }
  yield part
}

/** Packed at once; between two steps others have their turn. */
const STEP = 65_536

async function* zipped({ name, now }: Named, parts: AsyncIterable<Buffer[]>): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  let count = 0
  for await (const part of parts) {
    count += 1
    const file = new ZipDeflate(`${name}_${count}.csv`)
    file.mtime = now
    zip.add(file)
    const bytes = Buffer.concat(part)
    for (let at = 0; at < bytes.length; at += STEP) {
      file.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
      yield* packed.splice(0)
      await nextTurn()
    }
  }
  zip.end()
  yield* packed
}

async function* behind(first: Buffer[], second: Buffer[], rest: AsyncIterable<Buffer[]>) {
  yield first
  yield second
  yield* rest
}

/** The answer that carries them. */
export async function exported(named: Named, items: AsyncIterable<WrittenFile>): Promise<Response> {
  const parts = partsOf(items, named.head)
  const [first, second] = [await parts.next(), await parts.next()]
  if (second.done) return download(`${named.name}.csv`, Buffer.concat(first.value ?? []))
  const all = zipped(named, behind(first.value ?? [], second.value, parts))
  return download(`${named.name}.zip`, Readable.from(all), 'application/zip')
}

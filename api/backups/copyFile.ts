import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BackedUpFile } from './manifest.ts'
import { type CopyStore, isMissing } from './stores/store.ts'

/** A change that a file's bytes take on their way, as encryption is. */
export type Pass = (bytes: Readable) => Promise<Readable>

/** A file by the store that it lies in. */
export interface Located {
  store: CopyStore
  name: string
}

/** The file as people find it. */
export const addressOf = ({ store, name }: Located): string => store.within(name).where

type Measured = Omit<BackedUpFile, 'path'>

/** A file's bytes before a change on their way, and after it. */
export interface Copied {
  read: Measured
  written: Measured
}

/**
 * Copies a file from one store to another, durable when it resolves.
 * @returns what was read and what was written; null where the file is gone
 * @throws Error in words where there is no room
 */
export async function copyFile(from: Located, to: Located, pass?: Pass): Promise<Copied | null> {
  const [read, written] = [new Measure(), new Measure()]
  let source: Readable | undefined
  try {
    source = await from.store.read(from.name)
    const bytes = read.of(source)
    await to.store.write(to.name, pass ? written.of(await pass(bytes)) : bytes)
    const taken = read.end()
    return { read: taken, written: pass ? written.end() : taken }
  } catch (error) {
    source?.destroy()
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Error(`There is no room left for ${addressOf(to)}.`)
    if (!isMissing(error)) throw error
    await to.store.remove(to.name)
    return null
  }
}

/** Counts and hashes bytes as they pass by. */
class Measure {
  readonly #hash = createHash('sha256')
  #bytes = 0

  of(bytes: Readable): Readable {
    // It may fail before anybody asks for its first byte: whoever does is told then.
    bytes.on('error', () => {})
    return Readable.from(this.#passing(bytes), { objectMode: false })
  }

  async *#passing(bytes: Readable): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      this.#hash.update(chunk)
      this.#bytes += chunk.length
      yield chunk
    }
  }

  end(): Measured {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

/**
 * Copies a file from one store to another, durable when it resolves.
 * @returns what was written; null where the file is gone, as a picture that was swept meanwhile
 * @throws Error in words where there is no room
 */
export async function copyFile(
  from: Located,
  to: Located,
  pass: Pass = async (bytes) => bytes,
): Promise<Omit<BackedUpFile, 'path'> | null> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    const reading = pipeline(await pass(await from.store.read(from.name)), counted)
    // Both have ended, whatever became of them: nothing is written behind the back of whoever removes it.
    const ended = await Promise.allSettled([to.store.write(to.name, counted), reading])
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    return { bytes, sha256: hash.digest('hex') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Error(`There is no room left for ${addressOf(to)}.`)
    if (!isMissing(error)) throw error
    await to.store.remove(to.name)
    return null
  }
}

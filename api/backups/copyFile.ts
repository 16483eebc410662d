import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackedUpFile } from './manifest.ts'

/** A change that a file's bytes take on their way, as encryption is. */
export type Pass = (bytes: Readable) => Promise<Readable>

/**
 * Copies a file with a flush.
 * @returns what was written; null where the file is gone, as a picture that was swept meanwhile
 * @throws Error in words where there is no room
 */
export async function copyFile(
  from: string,
  to: string,
  pass: Pass = async (bytes) => bytes,
): Promise<Omit<BackedUpFile, 'path'> | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(
      await pass(createReadStream(from)),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(to, { mode: 0o600, flush: true }),
    )
    return { bytes, sha256: hash.digest('hex') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Error(`There is no room left for ${to}.`)
    if (code !== 'ENOENT') throw error
    await rm(to, { force: true })
    return null
  }
}

import { createHash } from 'node:crypto'
import { close, closeSync, openSync, unlinkSync, write } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const writing = promisify(write)
const closing = promisify(close)

/**
 * A file that only this process sees: it loses its name as soon as it is open, so that whatever ends the process, kill
 * included, leaves nothing of it on the disk.
 */

const NAME = '.try-upload-'

export interface SpoolFile {
  /** For reading at any place, in any thread of this process, until it is closed. */
  fd: number
  size: number
  write(piece: Uint8Array): Promise<void>
  /** SHA-256 of all that was written, in hex; nothing is written behind it. */
  hash(): string
  close(): Promise<void>
}

/** @param random a name that nobody else uses */
export function openSpoolFile(folder: string, random: string): SpoolFile {
  const path = join(folder, `${NAME}${random}`)
  // At once, so that hardly any kill comes in between.
  const fd = openSync(path, 'wx+', 0o600)
  try {
    unlinkSync(path)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  const hash = createHash('sha256')
  const file: SpoolFile = {
    fd,
    size: 0,
    async write(piece) {
      for (let at = 0; at < piece.length; ) {
        const { bytesWritten } = await writing(fd, piece, at, piece.length - at, file.size + at)
        at += bytesWritten
      }
      hash.update(piece)
      file.size += piece.length
    },
    hash: () => hash.digest('hex'),
    close: () => closing(fd),
  }
  return file
}

/** Removes what a process left that was killed between the two steps in which such a file is made. */
export async function removeSpooled(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(NAME)) await rm(join(folder, name), { force: true })
}

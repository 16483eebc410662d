import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from '../kit/lock.ts'

/**
 * Backups that are being made, by whichever process: each has a folder in the data directory, for the copy of the database on
 * its way, and a lock in it that is free once its process has ended.
 */

const UNDER_WAY = '.try-backup-'

interface BackupUnderWay {
  folder: string
  /** Removes it with what is in it. */
  end(): Promise<void>
}

/** From now on what the database names stays where it is. */
export async function beginBackup(dataDirectory: string): Promise<BackupUnderWay> {
  const folder = await mkdtemp(join(dataDirectory, UNDER_WAY))
  const free = lockDirectory(folder, 0)
  if (!free) throw new Error(`${folder} is locked by somebody else. Run it again.`)
  return {
    folder,
    async end() {
      free()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folders of backups under way, after what ended ones have left is removed. */
export async function listUnderWay(dataDirectory: string): Promise<string[]> {
  const running: string[] = []
  for (const name of await readdir(dataDirectory)) {
    if (!name.startsWith(UNDER_WAY)) continue
    const folder = join(dataDirectory, name)
    const free = lockDirectory(folder, 0)
    if (!free) running.push(folder)
    else {
      await rm(folder, { recursive: true, force: true })
      free()
    }
  }
  return running
}

import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDirectory } from '../../kit/lock.ts'

/** The folder for the programs of one process: locked as long as that lives, so that what a killed one has left can be told. */

const FOLDERS = 'holdfast-boxes-'
/** The name until it is locked: whoever sees the other one sees it locked, or left. */
const MAKING = 'holdfast-making-'
/** Making one takes no longer than this. */
const MADE_WITHIN_MS = 60_000

/** Makes a folder for this process, and removes those of processes that were killed. */
export function takeFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name)
    if (name.startsWith(FOLDERS)) removeLeft(path)
    else if (name.startsWith(MAKING) && isOld(path)) removeLeft(path)
  }
  const making = mkdtempSync(join(tmpdir(), MAKING))
  const free = lockDirectory(making, 0)
  const folder = making.replace(MAKING, FOLDERS)
  renameSync(making, folder)
  process.once('exit', () => {
    free?.()
    rmSync(folder, { recursive: true, force: true })
  })
  chmodSync(folder, 0o755)
  return folder
}

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && found.mtimeMs < Date.now() - MADE_WITHIN_MS
}

function removeLeft(path: string): void {
  try {
    const free = lockDirectory(path, 0)
    if (!free) return
    rmSync(path, { recursive: true, force: true })
    free()
  } catch {
    // It is another user's, who removes it.
  }
}

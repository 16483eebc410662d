import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from './keep.ts'
import { fileOf, LOG, listSegments, readStanding } from './logSegments.ts'
import { readManifest } from './manifest.ts'

/** So many of the newest backups reach to the present by the log; older ones stand as they are. */
const REACHING = 2

/**
 * Removes the part of the shipped log that none of the newest backups goes on from.
 * @param now in milliseconds
 */
export async function pruneLog(backups: string, now: number): Promise<void> {
  const log = join(backups, LOG)
  const folders = (await readdir(log, { withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isDirectory(),
  )
  if (folders.length === 0) return
  const needed = new Map<string, { next: number; since: number }>()
  for (const { folder, at } of (await listBackups(backups, now)).slice(0, REACHING)) {
    const own = (await readManifest(folder).catch(() => null))?.log
    if (own) needed.set(own.generation, { next: own.next, since: at })
  }
  const current = (await readStanding(backups))?.generation
  for (const { name } of folders) {
    const part = needed.get(name)
    const folder = join(log, name)
    if (part) await pruneGeneration(folder, part)
    // A generation that has just begun waits for its backup.
    else if (name !== current) await rm(folder, { recursive: true, force: true })
  }
}

async function pruneGeneration(
  folder: string,
  { next, since }: { next: number; since: number },
): Promise<void> {
  for (const seq of await listSegments(folder)) if (seq < next) await rm(join(folder, fileOf(seq)))
  const pictures = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  for (const entry of pictures) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await stat(path)).mtimeMs < since) await rm(path)
  }
}

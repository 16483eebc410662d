import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listBackups } from './keep.ts'
import { fileOf, LOG, listSegments } from './logSegments.ts'
import { readManifest } from './manifest.ts'
import { storeOf } from './stores/folderStore.ts'
import type { CopyPlace } from './stores/store.ts'

/** So many of the newest backups reach to the present by the log; older ones stand as they are. */
const REACHING = 2
/** A generation that nobody has written to for so long has ended. */
const QUIET_MS = 2 * 86_400_000

/**
 * Removes the part of the shipped log that none of the newest backups goes on from.
 * @param now in milliseconds
 */
export async function pruneLog(backups: CopyPlace, now: number): Promise<void> {
  const store = storeOf(backups)
  if (store.folder === null) return
  const log = join(store.folder, LOG)
  const folders = (await readdir(log, { withFileTypes: true }).catch(() => [])).filter((entry) =>
    entry.isDirectory(),
  )
  if (folders.length === 0) return
  const needed = new Map<string, { next: number; since: number }>()
  // The newest two are looked for of each installation that shares the place.
  const seen = new Map<string | undefined, number>()
  for (const { name, at } of await listBackups(store, now)) {
    const manifest = await readManifest(store.within(name)).catch(() => null)
    const count = (seen.get(manifest?.installation) ?? 0) + 1
    seen.set(manifest?.installation, count)
    if (manifest?.log && count <= REACHING)
      needed.set(manifest.log.generation, { next: manifest.log.next, since: at })
  }
  for (const { name } of folders) {
    const part = needed.get(name)
    const folder = join(log, name)
    if (part) await pruneGeneration(folder, part)
    // One that is written to waits for its backup, or is another server's.
    else if ((await stat(folder)).mtimeMs < now - QUIET_MS) await rm(folder, { recursive: true, force: true })
  }
}

async function pruneGeneration(
  folder: string,
  { next, since }: { next: number; since: number },
): Promise<void> {
  // The one before says up to where the log has been read.
  for (const seq of await listSegments(folder)) if (seq < next - 1) await rm(join(folder, fileOf(seq)))
  const pictures = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  for (const entry of pictures) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await stat(path)).mtimeMs < since) await rm(path)
  }
}

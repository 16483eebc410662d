import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { folderError } from '../../kit/dataDirectory.ts'
import { flushFolder, writeWhole } from '../../kit/wholeFile.ts'
import type { CopyPlace, CopyStore, DraftBackup } from './store.ts'

/** A place by its path is a folder. */
export const storeOf = (place: CopyPlace): CopyStore =>
  typeof place === 'string' ? folderStore(place) : place

/** Copies in a folder of this machine, or one that is mounted here. */
export function folderStore(folder: string): CopyStore {
  const linesOf = async (name: string): Promise<string[]> => {
    const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    return text.split('\n').filter(Boolean)
  }
  return {
    where: folder,
    folder,
    atOnce: 1,
    within: (name) => folderStore(join(folder, name)),
    above: () => folderStore(dirname(folder)),
    list: () => readdir(folder),
    has: (name) =>
      stat(join(folder, name)).then(
        () => true,
        () => false,
      ),
    read: async (name) => createReadStream(join(folder, name)),
    async write(name, bytes) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }))
    },
    put: (name, content) => writeWhole(join(folder, name), content),
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    linesOf,
    async addLines(name, lines) {
      const there = new Set(await linesOf(name))
      const more = lines.filter((line) => !there.has(line))
      if (more.length === 0) return
      const path = join(folder, name)
      // A line of its own, whatever the one before looks like.
      await appendFile(path, `\n${more.join('\n')}\n`, { mode: 0o600, flush: true })
      await giveToOwner(path, folder)
      await flushFolder(folder)
    },
    begin: (name) => begin(folder, name),
    async trial() {
      const unusable = folderError(folder)
      return { fault: unusable && `No backup can be kept in ${unusable}.`, aheadMs: null }
    },
  }
}

/** A backup has its name only once all of it was written: what ends in .partial is none. */
async function begin(above: string, name: string): Promise<DraftBackup> {
  const unusable = folderError(above)
  if (unusable) throw new Error(`No backup can be kept in ${unusable}.`)
  const folder = join(above, name)
  if (await stat(folder).catch(() => null)) throw new Error(`${folder} is there already.`)
  const partial = `${folder}.partial`
  const abandon = () => rm(partial, { recursive: true, force: true })
  await abandon()
  await mkdir(partial, { mode: 0o700 })
  return {
    store: folderStore(partial),
    async finish(manifest) {
      await writeWhole(join(partial, manifest.name), manifest.content)
      await rename(partial, folder)
      await flushFolder(above)
    },
    abandon,
  }
}

/** A command of root leaves nothing that the account of the server cannot go on with. */
async function giveToOwner(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

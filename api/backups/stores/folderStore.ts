import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { folderError } from '../../kit/dataDirectory.ts'
import { flushFolder, writeWhole } from '../../kit/wholeFile.ts'
import { linesBelow, moreOf, statOf } from './lines.ts'
import type { CopyPlace, CopyStore, DraftBackup } from './store.ts'

/** A place by its path is a folder. */
export const storeOf = (place: CopyPlace): CopyStore =>
  typeof place === 'string' ? folderStore(place) : place

/** The ending of a backup's name that is not whole. */
const PARTIAL = '.partial'

/** Copies in a folder of this machine, or one that is mounted here. */
export function folderStore(folder: string): CopyStore {
  const linesOf = (name: string) => linesBelow([join(folder, name), join(folder, moreOf(name))])
  return {
    where: folder,
    folder,
    atOnce: 1,
    within: (name) => folderStore(join(folder, name)),
    above: () => folderStore(dirname(folder)),
    list: () =>
      readdir(folder).catch((error: unknown) => {
        throw folderFault(folder, error)
      }),
    has: (name) =>
      stat(join(folder, name)).then(
        () => true,
        () => false,
      ),
    read: async (name) => createReadStream(join(folder, name)),
    async write(name, bytes) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = createWriteStream(path, { mode: 0o600, flush: true })
      const closed = new Promise<void>((resolve) => file.once('close', resolve))
      // Also after a fault: nothing is made behind the back of whoever removes it.
      await pipeline(bytes, file).finally(() => closed)
    },
    put: (name, content) => writeWhole(join(folder, name), content),
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async discard(name) {
      const partial = join(folder, name.endsWith(PARTIAL) ? name : `${name}${PARTIAL}`)
      if (!name.endsWith(PARTIAL)) {
        await rm(partial, { recursive: true, force: true })
        await rename(join(folder, name), partial)
        await flushFolder(folder)
      }
      await rm(partial, { recursive: true, force: true })
    },
    linesOf,
    async addLines(name, lines) {
      if (!(await statOf(folder))) throw noFolder(folder)
      const more = new Set(lines)
      for await (const some of linesOf(name)) for (const line of some) more.delete(line)
      if (more.size === 0) return
      const path = await fileToAddTo(join(folder, name))
      // A line of its own, whatever the one before looks like.
      await appendFile(path, `\n${[...more].join('\n')}\n`, { mode: 0o600, flush: true })
      await giveToOwner(path, folder)
      await flushFolder(folder)
    },
    begin: (name) => begin(folder, name),
    async trial() {
      const unusable = folderError(folder)
      return { fault: unusable && `No backup can be kept: ${unusable}.`, aheadMs: null }
    },
  }
}

/** A folder that was there may be away: nothing is made in its place but by a backup. */
const noFolder = (folder: string): Error =>
  new Error(`There is no folder ${folder}; if it is another disk, mount it.`)

function folderFault(folder: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return noFolder(folder)
  return new Error(`${folder} cannot be read (${code ?? message}).`, { cause: error })
}

/** A list is a file, or a folder with more of them where it came from a bucket. */
async function fileToAddTo(list: string): Promise<string> {
  return (await statOf(list))?.isDirectory() ? join(list, 'more') : list
}

/** A backup has its name only once all of it was written: what ends in .partial is none. */
async function begin(above: string, name: string): Promise<DraftBackup> {
  const unusable = folderError(above)
  if (unusable) throw new Error(`No backup can be kept: ${unusable}.`)
  const folder = join(above, name)
  if (await stat(folder).catch(() => null)) throw new Error(`${folder} is there already.`)
  const partial = `${folder}${PARTIAL}`
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

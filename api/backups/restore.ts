import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Decrypter } from 'age-encryption'
import { z } from 'zod'
import { readMetaOf } from '#db/backup.ts'
import { mapAtOnce } from '../kit/atOnce.ts'
import { isWithin, makeDirectory, PROGRAM } from '../kit/dataDirectory.ts'
import { inUse, lockDirectory, RESTORING } from '../kit/lock.ts'
import { flushFolder, writeWhole } from '../kit/wholeFile.ts'
import { DATABASE, KEYS, PROGRESS_EVERY, stampOf } from './backup.ts'
import { addressOf, copyFile, type Located } from './copyFile.ts'
import { decrypting, ENCRYPTED, inClear } from './encryption.ts'
import { addErased, type Erasure, readErasedList } from './erased.ts'
import { damageOf, type Manifest, readManifest } from './manifest.ts'
import { type Replayed, replayLog, requireMoment } from './replayLog.ts'
import { folderStore, storeOf } from './stores/folderStore.ts'
import { type CopyPlace, type CopyStore, textIn } from './stores/store.ts'

/** A backup in the place of what lies in a data directory. */

/** The file beside backups that says which epochs their restores took: a second one from the same backup takes another. */
const EPOCHS = 'restored.json'

const marker = z.object({
  /** The folder in the directory for what lay there before. */
  replaced: z.string(),
  /** All of that has been moved there. */
  is_moved: z.boolean(),
})

/** Files that a restore leaves where they are: the lock, the program, its own marker, and what was replaced before. */
const isOurs = (name: string): boolean =>
  name.startsWith('holdfast.lock') || name === PROGRAM || name === RESTORING || name.startsWith('replaced-')

export interface RestoreWishes {
  /** The files that lie in the directory may be put aside. */
  mayReplace: boolean
  /** Whether what was shipped after the backup is laid over it; it is unless told otherwise. */
  withLog?: boolean
  /** Nothing that was shipped later, in milliseconds; null: all there is. */
  until?: number | null
  /** Opens a backup that is encrypted. */
  decrypter?: Decrypter | null
  progress?: (line: string) => void
}

export interface RestoredFiles {
  manifest: Manifest
  /** The log that was laid over it; null where there is none that goes on from it. */
  replayed: Replayed | null
  /** People who must not come back with the copy. */
  erased: Erasure[]
  /** The faults of the lists that tell of them, a sentence each. */
  damage: string[]
  /** The epoch that the server goes on in. */
  epoch: number
  /** The folder with what lay in the directory before; null where it was empty. */
  replaced: string | null
}

/**
 * Puts the files of a backup in the place of what lies in the data directory, and keeps that beside them. If it is cut
 * off, the same call goes on from there. The marker stays until `finishRestore`.
 * @param now in milliseconds
 * @throws Error in words: the backup is damaged, the directory is in use, or it is not empty and may not be replaced
 */
export async function restoreFiles(
  place: CopyPlace,
  dataDirectory: string,
  now: number,
  { mayReplace, withLog = true, until = null, decrypter = null, progress = () => {} }: RestoreWishes,
): Promise<RestoredFiles> {
  const from = storeOf(place)
  if (from.folder !== null && isWithin(from.folder, dataDirectory))
    throw new Error(
      `${from.where} lies in ${dataDirectory}, which it would replace. Copy it to another folder first.`,
    )
  const manifest = await readManifest(from)
  for (const name of [DATABASE, KEYS])
    if (!manifest.parts.some(({ path }) => inClear(path) === name))
      throw new Error(`${from.where} is no whole backup: there is no ${name} in it.`)
  if (manifest.encryption && !decrypter)
    throw new Error('The backup is encrypted: --identity names the file with its key.')
  progress('Reading the backup …')
  const damage = await damageOf(from, manifest.parts)
  if (damage.length > 0)
    throw new Error(`The backup is damaged, and nothing was changed:\n${damage.join('\n')}`)
  if (decrypter) await requireKey(from, manifest, decrypter)
  // Read before anything is changed: nobody comes back because it cannot be read.
  const beside = await readErasedList(from.above())
  if (until !== null) requireMoment(manifest, until)
  makeDirectory(dataDirectory)
  const free = lockDirectory(dataDirectory, 0)
  if (!free) throw inUse(dataDirectory)
  try {
    const isCutOff = existsSync(join(dataDirectory, RESTORING))
    const old = (await readdir(dataDirectory)).filter((name) => !isOurs(name))
    if (old.length > 0 && !mayReplace && !isCutOff)
      throw new Error(
        `${dataDirectory} is not empty. With --replace the backup takes its place; what lies there now is kept in a folder there.`,
      )
    const state = isCutOff
      ? marker.parse(JSON.parse(await readFile(join(dataDirectory, RESTORING), 'utf8')))
      : { replaced: `replaced-${stampOf(now)}`, is_moved: false }
    const note = () => writeWhole(join(dataDirectory, RESTORING), JSON.stringify(state))
    await note()
    const replaced = join(dataDirectory, state.replaced)
    if (old.length > 0) progress('Putting aside what lies there …')
    if (!state.is_moved) {
      if (old.length > 0) await mkdir(replaced, { recursive: true, mode: 0o700 })
      for (const name of old) await rename(join(dataDirectory, name), join(replaced, name))
      state.is_moved = true
      await note()
    } else for (const name of old) await rm(join(dataDirectory, name), { recursive: true })
    progress('Copying …')
    const data = folderStore(dataDirectory)
    let done = 0
    await mapAtOnce(manifest.parts, from.atOnce, async ({ path, sha256 }) => {
      await takePart({ store: from, name: path }, data, sha256, decrypter)
      if (++done % PROGRESS_EVERY === 0) progress(`${done} of ${manifest.parts.length} files …`)
    })
    await flushFolder(dataDirectory)
    const before = join(replaced, DATABASE)
    const epoch = 1 + Math.max(manifest.server_epoch, epochIn(before), await takenEpoch(from.above()))
    const replayed = withLog
      ? await replayLog({ from, manifest, dataDirectory, until, decrypter, progress })
      : null
    // An erased person stays so, whichever of the lists has them.
    const lists = [beside, await readErasedList(replaced), await readErasedList(dataDirectory)]
    const erased = lists.flatMap((list) => list.erased)
    await addErased(dataDirectory, erased)
    return {
      manifest,
      replayed,
      erased,
      damage: lists.flatMap((list) => list.damage),
      epoch,
      replaced: existsSync(replaced) ? replaced : null,
    }
  } finally {
    free()
  }
}

/**
 * Opens the smallest part before anything is moved.
 * @throws Error in words where the key is another one
 */
async function requireKey(store: CopyStore, manifest: Manifest, decrypter: Decrypter): Promise<void> {
  const [smallest] = manifest.parts
    .filter(({ path }) => path.endsWith(ENCRYPTED))
    .toSorted((a, b) => a.bytes - b.bytes)
  if (!smallest) return
  await decrypter.decrypt(await buffer(await store.read(smallest.path))).catch((error: unknown) => {
    throw wrongKey({ store, name: smallest.path }, error)
  })
}

/**
 * Copies one file of a backup to its place, decrypted where its name says that it is encrypted. Time has passed since it was
 * checked: a rule may have removed it.
 */
async function takePart(
  from: Located,
  data: CopyStore,
  sha256: string,
  decrypter: Decrypter | null,
): Promise<void> {
  const name = inClear(from.name)
  const isEncrypted = decrypter && name !== from.name
  const copied = isEncrypted
    ? await copyFile(from, { store: data, name }, decrypting(decrypter)).catch((error: unknown) => {
        throw wrongKey(from, error)
      })
    : await copyFile(from, { store: data, name: from.name })
  if (copied?.read.sha256 !== sha256)
    throw new Error(
      `${addressOf(from)} changed, or went away, while it was read. Run it again, or restore another backup.`,
    )
}

function wrongKey(file: Located, error: unknown): Error {
  const { message } = error as Error
  // The library's words for a key that none of those is which it was encrypted to.
  const why = /no identity matched/.test(message) ? 'it is encrypted to another one' : message
  return new Error(`${addressOf(file)} cannot be decrypted with this key: ${why}.`)
}

/** The epoch of the server that was replaced, as far as its database can be read; 0 where it cannot. */
function epochIn(database: string): number {
  try {
    return Number(readMetaOf(database, 'server_epoch') ?? 0)
  } catch {
    return 0
  }
}

/** @throws where the note cannot be read: it may be the one of the epoch that this restore would take */
async function takenEpoch(backups: CopyStore): Promise<number> {
  const text = await textIn(backups, EPOCHS)
  try {
    return z.object({ server_epoch: z.int() }).parse(JSON.parse(text ?? '')).server_epoch
  } catch {
    return 0
  }
}

/**
 * The restored server may serve from now on.
 * @returns whether it could be noted beside the backups which epoch it took
 */
export async function finishRestore(from: CopyPlace, dataDirectory: string, epoch: number): Promise<boolean> {
  const noted = await storeOf(from)
    .above()
    .put(EPOCHS, JSON.stringify({ server_epoch: epoch }))
    .then(
      () => true,
      () => false,
    )
  await rm(join(dataDirectory, RESTORING))
  await flushFolder(dataDirectory)
  return noted
}

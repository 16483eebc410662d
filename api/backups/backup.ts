import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Encrypter } from 'age-encryption'
import { copyDatabase, readMetaOf, readPicturesOf } from '#db/backup.ts'
import { mapAtOnce } from '../kit/atOnce.ts'
import { isWithin, PROGRAM } from '../kit/dataDirectory.ts'
import { loadKeys } from '../kit/keys.ts'
import { requireRestored } from '../kit/lock.ts'
import { copyFile, type Located } from './copyFile.ts'
import { ENCRYPTED, encrypterFor, encrypting } from './encryption.ts'
import { copyErased } from './erased.ts'
import { coveredBy, logBefore, STANDING } from './logSegments.ts'
import { type BackedUpFile, damageOf, hashFile, MANIFEST, type Manifest, part } from './manifest.ts'
import { folderStore, storeOf } from './stores/folderStore.ts'
import type { CopyPlace, CopyStore } from './stores/store.ts'
import { beginBackup, listUnderWay } from './underWay.ts'

/** A copy of all that an installation keeps, made while it serves. */

export const DATABASE = 'holdfast.db'
export const KEYS = 'keys.json'
/** The rows of an archive that is being imported, in clear. */
const IMPORTING = 'importing'

/** Files of the data directory that a backup leaves out: the database with what belongs to it, and what is half written. */
const isLeftOut = (name: string): boolean =>
  name.startsWith(DATABASE) ||
  name === PROGRAM ||
  name === STANDING ||
  name === IMPORTING ||
  name.startsWith('holdfast.lock') ||
  name.startsWith('.try-') ||
  name.startsWith('replaced-') ||
  name.endsWith('.partial')

/**
 * The files of an installation besides its database, below its directory. Links are followed: keys and pictures may lie on
 * another disk.
 */
async function filesOf(dataDirectory: string, below = ''): Promise<string[]> {
  const files: string[] = []
  for (const name of (await readdir(join(dataDirectory, below))).toSorted()) {
    if (below === '' ? isLeftOut(name) : name.endsWith('.partial')) continue
    const path = below === '' ? name : `${below}/${name}`
    const found = await stat(join(dataDirectory, path)).catch(() => null)
    if (found?.isFile()) files.push(asPart(dataDirectory, path))
    else if (found?.isDirectory()) files.push(...(await filesOf(dataDirectory, path)))
  }
  return files
}

/** The SHA-256 of a picture as it was stored, which is the name of a camera's; undefined for other files. */
function storedHash(path: string, pictures: ReadonlyMap<string, string>): string | undefined {
  const [, part, , name] = path.split('/')
  if (!path.startsWith('files/')) return undefined
  return part === 'snapshots' && /^[0-9a-f]{64}$/.test(name ?? '')
    ? name
    : pictures.get(path.slice('files/'.length))
}

/** @throws Error in words where no backup can hold a file of that name */
function asPart(dataDirectory: string, path: string): string {
  if (!part.shape.path.safeParse(path).success)
    throw new Error(
      `No backup can hold ${join(dataDirectory, path)} by this name. Rename it, or move it elsewhere.`,
    )
  return path
}

/** So many files are copied between two lines that tell how far it is. */
export const PROGRESS_EVERY = 1_000

/** A time in the name of a folder, so that such names sort by age. */
export const stampOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[:.-]/g, '')

export interface BackupWishes {
  /** The public keys that it is encrypted to; none: it lies there in clear. */
  recipients?: readonly string[]
  progress?: (line: string) => void
}

export interface MadeBackup {
  /** The place that it lies in, as people write it: a path, or s3://… */
  folder: string
  manifest: Manifest
  /** Pictures that the disk has altered since they were stored, by their paths: it holds them as they lay there. */
  altered: string[]
  /** Why the list of the erased could not be put beside it, a sentence; null where it is there. */
  unmarked: string | null
}

/**
 * Makes a backup in a folder of its own below `to`. It counts only once all of it was written and read again.
 * The database comes first: the pictures that it names are not swept before they are copied after it. A file that is gone all
 * the same belonged to somebody who was erased.
 * @param now in milliseconds
 * @throws Error in words where it could not be made; nothing with a backup's name is left then
 */
export async function makeBackup(
  dataDirectory: string,
  to: CopyPlace,
  now: number,
  { recipients = [], progress = () => {} }: BackupWishes = {},
): Promise<MadeBackup> {
  const place = storeOf(to)
  if (place.folder !== null && isWithin(place.folder, dataDirectory))
    throw new Error(`A backup in ${dataDirectory} would be lost together with it. Choose a folder outside.`)
  const database = join(dataDirectory, DATABASE)
  if (!(await stat(database).catch(() => null)))
    throw new Error(`There is no installation in ${dataDirectory}. Set HOLDFAST_DATA to its directory.`)
  requireRestored(dataDirectory)
  const name = `holdfast-${stampOf(now)}`
  const encrypter = await encrypterFor(recipients)
  const draft = await place.begin(name)
  await listUnderWay(dataDirectory)
  const underWay = await beginBackup(dataDirectory)
  try {
    progress('Copying the database …')
    const log = await logBefore(dataDirectory)
    const { epoch, pictures, ...copiedDatabase } = await putDatabase(
      dataDirectory,
      underWay.folder,
      draft.store,
      encrypter,
    )
    const covered = log && (await coveredBy(log, dataDirectory, Date.now()))
    const files = await filesOf(dataDirectory)
    const data = folderStore(dataDirectory)
    const altered: string[] = []
    let done = 0
    const written = await mapAtOnce(files, place.atOnce, async (path) => {
      const begun = performance.now()
      const copied = await putFile({ store: data, name: path }, draft.store, encrypter)
      // Each file is flushed: the commits of a server beside it get through before the next one.
      await wait(performance.now() - begun)
      if (++done % PROGRESS_EVERY === 0) progress(`${done} of ${files.length} files …`)
      const stored = storedHash(path, pictures)
      if (copied && stored !== undefined && stored !== copied.source) altered.push(path)
      return copied?.file ?? null
    })
    if (!files.includes(KEYS))
      throw new Error(
        `${KEYS} is missing in ${dataDirectory}: without it no link and no receipt is worth anything.`,
      )
    // Keys that cannot be used are copied as they are.
    const keys = await loadKeys(dataDirectory, false).catch(() => null)
    const manifest: Manifest = {
      holdfast_backup: 1,
      ...(keys && { installation: keys.receiptKeyFingerprint }),
      made_at: new Date(now).toISOString(),
      server_epoch: epoch,
      parts: [copiedDatabase, ...written.flatMap((copied) => copied ?? [])],
      ...(encrypter && { encryption: 'age' }),
      ...(log && covered !== null && { log: { generation: log.generation, next: log.last + 1, covered } }),
    }
    progress('Reading it again …')
    const damage = await damageOf(draft.store, manifest.parts)
    if (damage.length > 0)
      throw new Error(`The backup was not written as it should be:\n${damage.join('\n')}`)
    await draft.finish({ name: MANIFEST, content: `${JSON.stringify(manifest, null, 2)}\n` })
    // The list beside the backups is for all of them, also where each is made by hand. The older ones need it, and not this one.
    const unmarked = await copyErased(dataDirectory, place).then(
      () => null,
      (error: unknown) => (error as Error).message,
    )
    // They were copied several at a time.
    return { folder: place.within(name).where, manifest, unmarked, altered: altered.toSorted() }
  } catch (error) {
    await draft.abandon()
    throw error
  } finally {
    await underWay.end()
  }
}

/**
 * Puts a file into a backup under its path, encrypted under a name that says so.
 * @returns null where it is gone; otherwise with the SHA-256 of what lay there
 */
async function putFile(
  from: Located,
  backup: CopyStore,
  encrypter: Encrypter | null,
): Promise<{ file: BackedUpFile; source: string } | null> {
  const path = encrypter ? `${from.name}${ENCRYPTED}` : from.name
  const pass = encrypter ? encrypting(encrypter) : undefined
  const copied = await copyFile(from, { store: backup, name: path }, pass)
  return copied && { file: { path, ...copied.written }, source: copied.read.sha256 }
}

/**
 * Copies the database, at once into a backup's folder. Elsewhere it goes by way of the data directory: SQLite copies into files
 * alone, and one that is to be encrypted is never in clear where the backups are.
 */
async function putDatabase(
  dataDirectory: string,
  between: string,
  backup: CopyStore,
  encrypter: Encrypter | null,
): Promise<BackedUpFile & { epoch: number; pictures: Map<string, string> }> {
  const direct = encrypter ? null : backup.folder
  const copy = join(direct ?? between, DATABASE)
  await copyDatabase(join(dataDirectory, DATABASE), copy)
  const epoch = Number(readMetaOf(copy, 'server_epoch') ?? '1')
  const pictures = readPicturesOf(copy)
  if (direct) {
    const { size } = await stat(copy)
    return { path: DATABASE, bytes: size, sha256: await hashFile(copy), epoch, pictures }
  }
  const written = await putFile({ store: folderStore(between), name: DATABASE }, backup, encrypter)
  if (!written) throw new Error('The copy of the database is gone.')
  // It takes as much room as the database: not until the end.
  await rm(copy)
  return { ...written.file, epoch, pictures }
}

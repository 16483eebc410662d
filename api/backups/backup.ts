import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encrypter } from 'age-encryption'
import { copyDatabase, readMetaOf } from '#db/backup.ts'
import { folderError, isWithin, PROGRAM } from '../kit/dataDirectory.ts'
import { requireRestored } from '../kit/lock.ts'
import { flushFolder, writeWhole } from '../kit/wholeFile.ts'
import { copyFile } from './copyFile.ts'
import { ENCRYPTED, encrypterFor, encrypting } from './encryption.ts'
import { addErased, readErased } from './erased.ts'
import { coveredBy, logBefore, STANDING } from './logSegments.ts'
import { type BackedUpFile, damageOf, hashFile, MANIFEST, type Manifest } from './manifest.ts'

/** A copy of all that an installation keeps, made while it serves. */

export const DATABASE = 'holdfast.db'
const KEYS = 'keys.json'

/** Files of the data directory that a backup leaves out: the database with what belongs to it, and what is half written. */
const isLeftOut = (name: string): boolean =>
  name.startsWith(DATABASE) ||
  name === PROGRAM ||
  name === STANDING ||
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
    if (found?.isFile()) files.push(path)
    else if (found?.isDirectory()) files.push(...(await filesOf(dataDirectory, path)))
  }
  return files
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
  folder: string
  manifest: Manifest
}

/**
 * Makes a backup in a folder of its own below `to`. It has its name only once all of it was written and read again.
 * The database comes first: the pictures that it names are there when they are copied after it.
 * @param now in milliseconds
 * @throws Error in words where it could not be made; nothing with a backup's name is left then
 */
export async function makeBackup(
  dataDirectory: string,
  to: string,
  now: number,
  { recipients = [], progress = () => {} }: BackupWishes = {},
): Promise<MadeBackup> {
  if (isWithin(to, dataDirectory))
    throw new Error(`A backup in ${dataDirectory} would be lost together with it. Choose a folder outside.`)
  const database = join(dataDirectory, DATABASE)
  if (!(await stat(database).catch(() => null)))
    throw new Error(`There is no installation in ${dataDirectory}. Set HOLDFAST_DATA to its directory.`)
  requireRestored(dataDirectory)
  const unusable = folderError(to)
  if (unusable) throw new Error(`No backup can be kept in ${unusable}.`)
  const folder = join(to, `holdfast-${stampOf(now)}`)
  if (await stat(folder).catch(() => null)) throw new Error(`${folder} is there already.`)
  const partial = `${folder}.partial`
  const encrypter = await encrypterFor(recipients)
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  try {
    progress('Copying the database …')
    const log = await logBefore(dataDirectory)
    const { epoch, ...copied } = await putDatabase(dataDirectory, partial, encrypter)
    const covered = log && (await coveredBy(log, dataDirectory, Date.now()))
    const parts: BackedUpFile[] = [copied]
    const files = await filesOf(dataDirectory)
    for (const [n, path] of files.entries()) {
      const written = await putFile(join(dataDirectory, path), partial, path, encrypter)
      if (written) parts.push(written)
      if ((n + 1) % PROGRESS_EVERY === 0) progress(`${n + 1} of ${files.length} files …`)
    }
    if (!files.includes(KEYS))
      throw new Error(
        `${KEYS} is missing in ${dataDirectory}: without it no link and no receipt is worth anything.`,
      )
    const manifest: Manifest = {
      holdfast_backup: 1,
      made_at: new Date(now).toISOString(),
      server_epoch: epoch,
      parts,
      ...(encrypter && { encryption: 'age' }),
      ...(log && covered !== null && { log: { generation: log.generation, next: log.last + 1, covered } }),
    }
    await writeWhole(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    progress('Reading it again …')
    const damage = await damageOf(partial, manifest.parts)
    if (damage.length > 0)
      throw new Error(`The backup was not written as it should be:\n${damage.join('\n')}`)
    await rename(partial, folder)
    await flushFolder(to)
    // The list beside the backups is for all of them, also where each is made by hand.
    await addErased(to, await readErased(dataDirectory))
    return { folder, manifest }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** Puts a file into a backup under its path, encrypted under a name that says so; null where it is gone. */
async function putFile(
  from: string,
  folder: string,
  path: string,
  encrypter: Encrypter | null,
): Promise<BackedUpFile | null> {
  const own = encrypter ? `${path}${ENCRYPTED}` : path
  const written = await copyFile(from, join(folder, own), encrypter ? encrypting(encrypter) : undefined)
  return written && { path: own, ...written }
}

/** The copy in clear of a backup that is being encrypted, by the process that makes it. */
const BETWEEN = '.try-backup-'

/** Removes the copies in clear of backups whose process was ended. */
export async function removeCutOff(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    const [, pid] = /^[.]try-backup-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) await rm(join(dataDirectory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Copies the database; one that is to be encrypted is never in clear where the backups are. */
async function putDatabase(
  dataDirectory: string,
  folder: string,
  encrypter: Encrypter | null,
): Promise<BackedUpFile & { epoch: number }> {
  if (encrypter) await removeCutOff(dataDirectory)
  const between = encrypter ? await mkdtemp(join(dataDirectory, `${BETWEEN}${process.pid}-`)) : folder
  const copy = join(between, DATABASE)
  try {
    await copyDatabase(join(dataDirectory, DATABASE), copy)
    const epoch = Number(readMetaOf(copy, 'server_epoch') ?? '1')
    if (!encrypter)
      return { path: DATABASE, bytes: (await stat(copy)).size, sha256: await hashFile(copy), epoch }
    const written = await putFile(copy, folder, DATABASE, encrypter)
    if (!written) throw new Error('The copy of the database is gone.')
    return { ...written, epoch }
  } finally {
    if (encrypter) await rm(between, { recursive: true, force: true })
  }
}

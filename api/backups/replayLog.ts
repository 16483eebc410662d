import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Decrypter } from 'age-encryption'
import { databaseDamage } from '#db/integrity.ts'
import { DATABASE, PROGRESS_EVERY } from './backup.ts'
import { copyFile } from './copyFile.ts'
import { decrypting, inClear } from './encryption.ts'
import { LOG, listSegments, readSegment, readSegmentHeader } from './logSegments.ts'
import type { Manifest } from './manifest.ts'
import { folderStore, storeOf } from './stores/folderStore.ts'
import type { CopyPlace } from './stores/store.ts'

export interface Replayed {
  /** The moment that the database is of. */
  until: string
  /** Why it goes no further, in words; null where the log ends there, or where the moment asked for is. */
  stopped: string | null
}

interface ReplayParts {
  /** The backup that was put into the data directory. */
  from: CopyPlace
  manifest: Manifest
  dataDirectory: string
  /** Nothing that was shipped later, in milliseconds; null: all there is. */
  until: number | null
  /** null: nothing is encrypted. */
  decrypter: Decrypter | null
  progress: (line: string) => void
}

/**
 * A moment that is asked for must be one that the log of a backup can go to.
 * @param until in milliseconds
 * @throws Error in words where it is not
 */
export function requireMoment({ made_at, log }: Manifest, until: number): void {
  if (until < Date.parse(made_at))
    throw new Error(`The backup was made on ${made_at}: for an earlier moment restore an older one.`)
  if (!log) throw new Error(`No log goes on from this backup: without --until it is as it was on ${made_at}.`)
}

/**
 * Lays what was shipped after a backup over its database, in the order in which it was committed.
 * @returns null where the backup has no log that goes on from it
 * @throws Error in words: the log ends before the backup does, or what comes out is damaged
 */
export async function replayLog(parts: ReplayParts): Promise<Replayed | null> {
  const { from, manifest, dataDirectory, progress } = parts
  const beside = storeOf(from).above().folder
  if (!manifest.log || beside === null) return null
  const { generation, next, covered } = manifest.log
  const folder = join(beside, LOG, generation)
  const there = (await listSegments(folder).catch(() => [])).filter((seq) => seq >= next)
  if (there.length === 0 && covered < next) return null
  progress('Laying the log over it …')
  const database = join(dataDirectory, DATABASE)
  const laid = await layOver(database, folder, there, { ...parts, next })
  if (laid.last < covered)
    throw new Error(
      `${laid.stopped ?? `The log in ${folder} ends too early.`} What was committed while the backup was made is missing. Restore it with --without-log, or an older one.`,
    )
  const [damage] = databaseDamage(database)
  if (damage)
    throw new Error(
      `The database with the log over it does not hold: ${damage}. Restore it with --without-log.`,
    )
  await copyPictures(join(folder, 'files'), join(dataDirectory, 'files'), parts.decrypter)
  return { until: laid.until ?? manifest.made_at, stopped: laid.stopped }
}

/**
 * Reads the log that goes on from a backup, as a restore would.
 * @returns up to when it goes, and why no further, in words; null where none goes on from it
 */
export async function checkLogOf(from: CopyPlace, manifest: Manifest): Promise<Replayed | null> {
  const beside = storeOf(from).above().folder
  if (!manifest.log || beside === null) return null
  const { generation, next, covered } = manifest.log
  const folder = join(beside, LOG, generation)
  const there = (await listSegments(folder).catch(() => [])).filter((seq) => seq >= next)
  let until = manifest.made_at
  let last = next - 1
  let previous: string | null = null
  const stoppedBy = (stopped: string): Replayed => ({ until, stopped })
  for (const seq of there) {
    if (seq !== last + 1) return stoppedBy(`Piece ${last + 1} of the log in ${folder} is missing.`)
    const header = await readSegmentHeader(folder, seq).catch(wordsOf)
    if (typeof header === 'string') return stoppedBy(header)
    if (previous !== null && header.previous !== previous)
      return stoppedBy(`Piece ${seq} of the log in ${folder} does not follow the one before.`)
    previous = header.sha256
    until = header.read_at
    last = seq
  }
  return last < covered ? stoppedBy(`The log in ${folder} ends too early.`) : { until, stopped: null }
}

interface Laid {
  last: number
  until: string | null
  stopped: string | null
}

/** Lays pieces over a database for as long as they follow each other and hold. */
async function layOver(
  database: string,
  folder: string,
  there: readonly number[],
  {
    next,
    until,
    decrypter,
    progress,
  }: Pick<ReplayParts, 'until' | 'decrypter' | 'progress'> & {
    next: number
  },
): Promise<Laid> {
  const laid: Laid = { last: next - 1, until: null, stopped: null }
  let previous: string | null = null
  const file = await open(database, 'r+')
  try {
    for (const seq of there) {
      const segment =
        seq === laid.last + 1
          ? await readSegment(folder, seq, decrypter).catch(wordsOf)
          : `Piece ${laid.last + 1} of the log in ${folder} is missing.`
      if (typeof segment === 'string') {
        laid.stopped = segment
        break
      }
      const { header, pages } = segment
      if (previous !== null && header.previous !== previous) {
        laid.stopped = `Piece ${seq} of the log in ${folder} does not follow the one before.`
        break
      }
      if (until !== null && Date.parse(header.read_at) > until) {
        laid.stopped = await clockFault(folder, there, seq, until)
        break
      }
      for (const [number, page] of pages)
        await file.write(page, 0, page.length, (number - 1) * header.page_size)
      await file.truncate(header.database_pages * header.page_size)
      previous = header.sha256
      laid.last = seq
      laid.until = header.read_at
      if (seq % PROGRESS_EVERY === 0) progress(`… as it was on ${header.read_at}`)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return laid
}

/** Words where a later piece is of an earlier time: the clock was ahead, and what it says is no order. */
async function clockFault(
  folder: string,
  there: readonly number[],
  from: number,
  until: number,
): Promise<string | null> {
  for (const seq of there.filter((one) => one > from)) {
    const header = await readSegmentHeader(folder, seq).catch(() => null)
    if (header && Date.parse(header.read_at) <= until)
      return `The server's clock was ahead at piece ${from}, and was set back later: ${header.read_at} is behind it. Choose a later moment.`
  }
  return null
}

const wordsOf = (error: unknown): string => (error as Error).message

/** Pictures that came after the backup; one that it has stays as it is. */
async function copyPictures(from: string, to: string, decrypter: Decrypter | null): Promise<void> {
  const [shipped, data] = [folderStore(from), folderStore(to)]
  const found = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of found) {
    if (!entry.isFile()) continue
    const name = join(entry.parentPath, entry.name).slice(from.length + 1)
    const target = inClear(name)
    if (await data.has(target)) continue
    const pass = target !== name && decrypter ? decrypting(decrypter) : undefined
    if (!(await copyFile({ store: shipped, name }, { store: data, name: target }, pass)))
      throw new Error(
        `${join(from, name)} went away while it was read. Run it again, or restore another backup.`,
      )
  }
}

import { closeSync, fdatasyncSync, openSync, rmSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { connect, type Queries } from './connect.ts'
import { databaseDamage } from './integrity.ts'
import { Writer } from './writer.ts'

/** Pages of 4 KB that are copied between two flushes: the commits of a server beside it wait behind no more than these. */
const STEP_PAGES = 100

/** Leaves the disk to others for as long as it was taken: commits that came meanwhile get through before the next step. */
function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/**
 * Copies a database by SQLite's backup, with all that was committed until now; a server may go on writing. The copy is one file,
 * without a log beside it.
 * @throws Error in words where the copy is no whole database
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    await copy(from, to)
    check(to)
  } catch (error) {
    throw new Error(`The database could not be copied: ${(error as Error).message}.`, { cause: error })
  }
}

/**
 * Tries a job on a copy of a database: nothing of it is kept, and whoever writes to the database meanwhile waits for nothing.
 * @param to where the copy lies as long as that takes
 * @throws what the job throws; Error in words where there can be no copy
 */
export async function tryOnCopy<T>(from: string, to: string, job: (tx: Queries) => Promise<T>): Promise<T> {
  try {
    await copyDatabase(from, to)
    const connection = connect(to)
    try {
      return await new Writer(connection).write(job)
    } finally {
      connection.close()
    }
  } finally {
    rmSync(to, { force: true })
  }
}

/** Copies one moment of a database, whatever is committed while the copy is made. */
async function copy(from: string, to: string): Promise<void> {
  const source = connect(from, { readonly: true })
  let file: number | null = null
  try {
    // With a reading under way it stays as it is now: otherwise SQLite begins anew at each commit of somebody else.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await source.backup(to, {
      progress() {
        file ??= openSync(to, 'r+')
        const begun = performance.now()
        fdatasyncSync(file)
        rest(performance.now() - begun)
        return STEP_PAGES
      },
    })
  } finally {
    source.close()
    if (file !== null) closeSync(file)
  }
}

/** @throws Error in words where a database is damaged. It is one file afterwards */
function check(file: string): void {
  const copy = new Sqlite(file)
  copy.pragma('journal_mode = DELETE')
  copy.close()
  const [fault] = databaseDamage(file)
  if (fault) throw new Error(fault)
}

/** The bank's pictures in such a database by the key of each, with the SHA-256 of what was stored; an older one notes none. */
export function readPicturesOf(file: string): Map<string, string> {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pictures'").get()
    if (!table) return new Map()
    const rows = connection.prepare('SELECT key, sha256 FROM pictures').all() as {
      key: string
      sha256: string
    }[]
    return new Map(rows.map(({ key, sha256 }) => [key, sha256]))
  } finally {
    connection.close()
  }
}

/** One value of the installation's own facts in a database that nobody has open; null where there is none. */
export function readMetaOf(file: string, name: string): string | null {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    return (
      (connection.prepare('SELECT value FROM meta WHERE name = ?').pluck().get(name) as string | undefined) ??
      null
    )
  } finally {
    connection.close()
  }
}

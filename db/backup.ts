import Sqlite from 'better-sqlite3'
import { connect } from './connect.ts'

/** All that is left of a database in one step: no commit of a server beside it can come between, and none waits. */
const ALL_AT_ONCE = 0x7fffffff

/**
 * Copies a database by SQLite's backup, with all that was committed until now; a server may go on writing. The copy is one file,
 * without a log beside it.
 * @throws Error in words where the copy is no whole database
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  try {
    const source = connect(from, { readonly: true })
    await source.backup(to, { progress: () => ALL_AT_ONCE }).finally(() => source.close())
    check(to)
  } catch (error) {
    throw new Error(`The database could not be copied: ${(error as Error).message}.`)
  }
}

/** @throws Error in words where a database is damaged. It is one file afterwards */
function check(file: string): void {
  const copy = new Sqlite(file)
  try {
    copy.pragma('journal_mode = DELETE')
    const fault = copy.pragma('integrity_check(1)', { simple: true })
    const orphans = copy.pragma('foreign_key_check') as unknown[]
    if (fault !== 'ok') throw new Error(`it is damaged (${String(fault)})`)
    if (orphans.length > 0) throw new Error(`${orphans.length} rows lack what they belong to`)
  } finally {
    copy.close()
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

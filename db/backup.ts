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
  const source = connect(from, { readonly: true })
  try {
    await source.backup(to, { progress: () => ALL_AT_ONCE })
  } finally {
    source.close()
  }
  const copy = new Sqlite(to)
  try {
    copy.pragma('journal_mode = DELETE')
    const faults = copy.pragma('integrity_check(1)', { simple: true })
    const orphans = copy.pragma('foreign_key_check') as unknown[]
    if (faults !== 'ok') throw new Error(`The copy of the database is damaged: ${String(faults)}`)
    if (orphans.length > 0)
      throw new Error(`${orphans.length} rows of the database lack what they belong to.`)
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

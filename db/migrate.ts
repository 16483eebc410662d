import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Sqlite from 'better-sqlite3'

interface JournalEntry {
  idx: number
  tag: string
}

/** The migrations of a folder that drizzle-kit writes, oldest first. */
export function readMigrations(folder: string): { name: string; statements: string[] }[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: JournalEntry[]
  }
  return journal.entries
    .toSorted((a, b) => a.idx - b.idx)
    .map(({ tag }) => ({
      name: tag,
      statements: readFileSync(join(folder, `${tag}.sql`), 'utf8')
        .split('--> statement-breakpoint')
        .map((s) => s.trim())
        .filter(Boolean),
    }))
}

/** Migrations that were applied under another name once, by that name. */
const RENAMED: Readonly<Record<string, string>> = { '0000_the_house': '0000_baseline' }

/** The present name of a migration that a database has by `name`. */
export const currentName = (name: string): string => RENAMED[name] ?? name

/**
 * Applies what is missing, all or nothing.
 * Foreign keys are switched off on the connection first: a table rebuild drops the old table, and inside a
 * transaction SQLite ignores the switch and deletes the child rows instead. The keys are checked before the
 * commit and switched on afterwards. A database with data is copied (by VACUUM INTO, which a live WAL survives)
 * before anything is changed.
 * @param backup where the copy goes; null for a database in memory
 * @returns names of the migrations applied
 * @throws Error naming the migration that failed, or in words that a newer version has used it; the database is then as it was
 */
export function migrate(
  connection: Sqlite.Database,
  migrations: { name: string; statements: string[] }[],
  backup: string | null,
): string[] {
  connection.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)',
  )
  const rows = connection.prepare('SELECT name FROM migrations').pluck().all() as string[]
  const done = new Set(rows.map(currentName))
  const known = new Set(migrations.map(({ name }) => name))
  const [later] = [...done].filter((name) => !known.has(name)).toSorted()
  if (later !== undefined)
    throw new Error(
      `A newer version has used this database (${later}), and this one would not understand what it wrote. Start the newer version again, or restore a backup from before it; nothing was changed.`,
    )
  const missing = migrations.filter((m) => !done.has(m.name))
  if (missing.length === 0) return []
  if (done.size > 0 && backup) keepCopy(connection, backup)
  connection.pragma('foreign_keys = OFF')
  try {
    connection.exec('BEGIN IMMEDIATE')
    for (const { name, statements } of missing) {
      try {
        for (const statement of statements) connection.exec(statement)
        connection.prepare('INSERT INTO migrations VALUES (?, unixepoch() * 1000)').run(name)
      } catch (error) {
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`)
      }
    }
    const broken = connection.pragma('foreign_key_check') as unknown[]
    if (broken.length > 0)
      throw new Error(`Migrations would leave ${broken.length} rows without their parent`)
    connection.exec('COMMIT')
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  } finally {
    connection.pragma('foreign_keys = ON')
  }
  return missing.map((m) => m.name)
}

/** So long a copy from before a migration is kept: who was deleted since is in it still. */
export const COPY_KEPT_MS = 30 * 86_400_000

const COPY = '.before-migration'

/** Removes copies that were made longer ago than they are kept. @returns their names */
export function removeOldCopies(file: string, now: number): string[] {
  const begins = `${basename(file)}${COPY}.`
  const old = readdirSync(dirname(file)).filter((name) => {
    const madeAt = name.startsWith(begins) ? Number(name.slice(begins.length)) : Number.NaN
    return madeAt < now - COPY_KEPT_MS
  })
  for (const name of old) rmSync(join(dirname(file), name), { force: true })
  return old
}

function keepCopy(connection: Sqlite.Database, backup: string): void {
  const fresh = `${backup}${COPY}`

  connection.exec(`VACUUM INTO '${`${fresh}.${Date.now()}`.replaceAll("'", "''")}'`)
}

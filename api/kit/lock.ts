import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect, queriesOver } from '#db/connect.ts'
import { currentName, readMigrations } from '#db/migrate.ts'

/** How long a start waits for the server it takes the place of. */
const WAIT_MS = 5_000

/**
 * Takes a data directory for this process: two would judge each other's jobs and serve each other's stale content. It
 * is SQLite's own lock on a small file beside the database, so the system frees it however the process ends.
 * @returns frees it; null where another process has it
 */
export function lockDirectory(dataDirectory: string, waitMs = WAIT_MS): (() => void) | null {
  const connection = connect(join(dataDirectory, 'holdfast.lock'))
  connection.pragma(`busy_timeout = ${Math.floor(waitMs)}`)
  try {
    connection.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return null
    throw error
  }
  return () => connection.close()
}

export const inUse = (dataDirectory: string): Error =>
  new Error(
    `Another Holdfast already uses ${dataDirectory}. Stop it, or set HOLDFAST_DATA to another directory.`,
  )

/** It stands in a data directory as long as a restore there is not done. */
export const RESTORING = 'restoring.json'

/**
 * No server may serve half a backup.
 * @throws Error in words where a restore of this directory was cut off
 */
export function requireRestored(dataDirectory: string): void {
  if (existsSync(join(dataDirectory, RESTORING)))
    throw new Error(
      `A restore into ${dataDirectory} was cut off. Run it again: nothing is served before it is done.`,
    )
}

/**
 * A command beside a running server may write rows, but not change the tables under it.
 * @throws Error in words where this version has migrations that the server in that directory has not applied
 */
export async function requireMigrated(file: string, migrationsFolder: string): Promise<void> {
  const done = existsSync(file) ? await appliedIn(file) : []
  if (readMigrations(migrationsFolder).some(({ name }) => !done.includes(name)))
    throw new Error(
      'The server running on this data directory is an older version, or is just starting. Restart it, then try again.',
    )
}

async function appliedIn(file: string): Promise<string[]> {
  const connection = connect(file, { readonly: true })
  try {
    const rows = await queriesOver(connection).raw.all<{ name: string }>('SELECT name FROM migrations')
    return rows.map(({ name }) => currentName(name))
  } catch {
    // The server has not made the table yet.
    return []
  } finally {
    connection.close()
  }
}

import Sqlite from 'better-sqlite3'
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import * as schema from './schema/index.ts'

/** Query builders over one connection; every query is asynchronous, as it is on any other database. */
export type Orm = SqliteRemoteDatabase<typeof schema>

/** Prepared SQL for the few hot paths, used inside db/ alone; asynchronous at its interface like the builders. */
export interface Raw {
  get<T>(sql: string, ...params: unknown[]): Promise<T | undefined>
  all<T>(sql: string, ...params: unknown[]): Promise<T[]>
  run(sql: string, ...params: unknown[]): Promise<number>
}

/** What a query function takes: the reading connection, or the transaction it is part of. */
export interface Queries {
  orm: Orm
  raw: Raw
}

/**
 * Opens one connection with the pragmas the promises rest on.
 * WAL alone lets better-sqlite3 run at synchronous=NORMAL, where an answered commit can roll back at power
 * loss: FULL is set on every connection and read back.
 * @throws Error when the database does not take the pragmas
 */
export function connect(file: string, options: { readonly?: boolean } = {}): Sqlite.Database {
  const connection = new Sqlite(file, { readonly: options.readonly ?? false, timeout: 5_000 })
  // A group of saves touches a few small rows of many attempts: half the page is half of what each commit writes.
  if (!options.readonly) connection.pragma('page_size = 2048')
  if (!options.readonly) connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('temp_store = MEMORY')
  // 16 MB of log between two checkpoints: a page that many saves change goes to the file once, not every few saves.
  connection.pragma('wal_autocheckpoint = 8000')
  connection.pragma('cache_size = -16000')
  assertDurable(connection)
  return connection
}

/** @throws Error when a commit could be lost after it was answered */
export function assertDurable(connection: Sqlite.Database): void {
  const synchronous = connection.pragma('synchronous', { simple: true })
  if (synchronous !== 2)
    throw new Error(`The database runs at synchronous=${synchronous}; Holdfast needs FULL (2)`)
}

/** Queries on a connection; `guard` runs before each. */
export function queriesOver(connection: Sqlite.Database, guard: () => void = () => {}): Queries {
  const statements = new Map<string, Sqlite.Statement>()
  const prepare = (sql: string, asArrays: boolean): Sqlite.Statement => {
    const key = asArrays ? `a${sql}` : sql
    let statement = statements.get(key)
    if (!statement) {
      statement = connection.prepare(sql)
      if (asArrays && statement.reader) statement.raw()
      if (statements.size > 500) statements.clear()
      statements.set(key, statement)
    }
    guard()
    return statement
  }
  const orm = drizzle(
    async (sql, params, method) => {
      const statement = prepare(sql, true)
      if (!statement.reader) return { rows: [statement.run(...params).changes] }
      if (method === 'get') return { rows: statement.get(...params) as unknown[] }
      return { rows: statement.all(...params) as unknown[] }
    },
    { schema },
  )
  const raw: Raw = {
    get: async <T>(sql: string, ...params: unknown[]) => prepare(sql, false).get(...params) as T | undefined,
    all: async <T>(sql: string, ...params: unknown[]) => prepare(sql, false).all(...params) as T[],
    run: async (sql, ...params) => prepare(sql, false).run(...params).changes,
  }
  return { orm, raw }
}

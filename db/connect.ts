import Sqlite from 'better-sqlite3'
import { drizzle, type SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy'
import { foldedName } from '#contract/names.ts'
import * as schema from './schema/index.ts'

/** Query builders over one connection; every query is asynchronous, as it is on any other database. */
export type Orm = SqliteRemoteDatabase<typeof schema>

/** Prepared SQL for the few hot paths, used inside db/ alone; asynchronous at its interface like the builders. */
export interface Raw {
  get<T>(sql: string, ...params: unknown[]): Promise<T | undefined>
  all<T>(sql: string, ...params: unknown[]): Promise<T[]>
  run(sql: string, ...params: unknown[]): Promise<number>
}

/** The parts that a commit sets going: the judge, the post, or the event streams of an attempt or a member of staff. */
export type AfterCommit = 'judge' | 'mail' | { attempt_id: number } | { user_id: number }

/** The connection of a query function: the one for reading, or the transaction it is part of. */
export interface Queries {
  orm: Orm
  raw: Raw
  /** Notes what the commit of this transaction sets going, once however often it is noted; nothing where it is rolled back. */
  after(what: AfterCommit): void
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
  // Who is deleted leaves nothing to be read in pages that are free.
  connection.pragma('secure_delete = ON')
  connection.pragma('foreign_keys = ON')
  connection.pragma('temp_store = MEMORY')
  // 16 MB of log between two checkpoints: a page that many saves change goes to the file once, not every few saves.
  connection.pragma('wal_autocheckpoint = 8000')
  connection.pragma('cache_size = -16000')
  // Names are compared by it: SQLite's own lower() knows Latin letters alone.
  connection.function('folded', { deterministic: true }, (name) => foldedName(String(name)))
  assertDurable(connection)
  return connection
}

/** @throws Error when a commit could be lost after it was answered */
export function assertDurable(connection: Sqlite.Database): void {
  const synchronous = connection.pragma('synchronous', { simple: true })
  if (synchronous !== 2)
    throw new Error(`The database runs at synchronous=${synchronous}; Holdfast needs FULL (2)`)
}

interface Prepared {
  statement: Sqlite.Statement
  names: readonly string[]
}

/**
 * A row by its columns' names. The driver could make it, but takes twice as long for it as for a list: it hands every
 * name over anew.
 */
function toRow<T>(names: readonly string[], values: readonly unknown[]): T {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = values[i]
  return row as T
}

/** Queries on a connection; `guard` runs before each. A connection that only reads sets nothing going. */
export function queriesOver(
  connection: Sqlite.Database,
  guard: () => void = () => {},
  after: Queries['after'] = () => {},
): Queries {
  const statements = new Map<string, Prepared>()
  const prepare = (sql: string): Prepared => {
    let prepared = statements.get(sql)
    if (!prepared) {
      const statement = connection.prepare(sql)
      if (statement.reader) statement.raw()
      prepared = { statement, names: statement.reader ? statement.columns().map(({ name }) => name) : [] }
      if (statements.size > 500) statements.clear()
      statements.set(sql, prepared)
    }
    guard()
    return prepared
  }
  const orm = drizzle(
    async (sql, params, method) => {
      const { statement } = prepare(sql)
      if (!statement.reader) return { rows: [statement.run(...params).changes] }
      if (method === 'get') return { rows: statement.get(...params) as unknown[] }
      return { rows: statement.all(...params) as unknown[] }
    },
    { schema },
  )
  const raw: Raw = {
    get: async <T>(sql: string, ...params: unknown[]) => {
      const { statement, names } = prepare(sql)
      const values = statement.get(...params) as unknown[] | undefined
      return values && toRow<T>(names, values)
    },
    all: async <T>(sql: string, ...params: unknown[]) => {
      const { statement, names } = prepare(sql)
      return (statement.all(...params) as unknown[][]).map((values) => toRow<T>(names, values))
    },
    run: async (sql, ...params) => prepare(sql).statement.run(...params).changes,
  }
  return { orm, raw, after }
}

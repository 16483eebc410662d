import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/** A write as anybody makes it who has the database file and no keys. @returns rows it changed */
export function behind(data: string, sql: string, ...values: unknown[]): number {
  const connection = new Sqlite(join(data, 'holdfast.db'))
  connection.pragma('foreign_keys = OFF')
  try {
    return connection.prepare(sql).run(...values).changes
  } finally {
    connection.close()
  }
}

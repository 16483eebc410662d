import { connect, type Queries, queriesOver } from './connect.ts'

/** Reads a database as it is at this moment, however long that takes and whatever is written meanwhile. */
export function openSnapshot(file: string): { q: Queries; close(): void } {
  const connection = connect(file, { readonly: true })
  connection.exec('BEGIN')
  // The first read takes the moment.
  connection.prepare('SELECT count(*) FROM sqlite_master').get()
  return { q: queriesOver(connection), close: () => connection.close() }
}

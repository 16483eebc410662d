import { type AfterCommit, assertDurable, connect, type Queries, queriesOver } from './connect.ts'
import { migrate, readMigrations } from './migrate.ts'
import { type RowSealer, RowSeals } from './rowSeals.ts'
import { Writer } from './writer.ts'

export interface Database {
  /** Reads on connections of their own: they never wait for the writer. */
  read: Queries
  /** One transaction; resolves after the commit is on disk. See Writer. */
  write: Writer['write']
  /** Who is told what each commit sets going. */
  onCommit(tell: (what: readonly AfterCommit[]) => void): void
  /** From now on every write seals the rows beside the logs. @returns who watches over them */
  sealRows(sealer: RowSealer): RowSeals
  /** Names of the migrations this start applied. */
  applied: string[]
  close(): void
}

/**
 * Opens (and migrates) the database of a data directory, or one in memory.
 * @param file path, or ':memory:' (reads then share the writer's connection)
 * @param migrationsFolder where drizzle-kit's files lie
 */
export function openDatabase(
  file: string,
  migrationsFolder: string,
  options: { groupLimit?: number; checkpointsElsewhere?: boolean } = {},
): Database {
  const inMemory = file === ':memory:'
  const writing = connect(file)
  // The thread that ships its log makes its checkpoints.
  if (options.checkpointsElsewhere) writing.pragma('wal_autocheckpoint = 0')
  const applied = migrate(writing, readMigrations(migrationsFolder), inMemory ? null : file)
  const reading = inMemory ? writing : connect(file, { readonly: true })
  assertDurable(writing)
  const writer = new Writer(writing, options)
  return {
    read: queriesOver(reading),
    write: (job) => writer.write(job),
    onCommit(tell) {
      writer.onCommit = tell
    },
    sealRows(sealer) {
      const seals = new RowSeals(writing, sealer)
      writer.seals = seals
      return seals
    },
    applied,
    close() {
      if (!inMemory) {
        reading.close()
        writing.pragma('wal_checkpoint(TRUNCATE)')
      }
      writing.close()
    },
  }
}

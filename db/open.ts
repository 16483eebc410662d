import { existsSync } from 'node:fs'
import { type AfterCommit, assertDurable, connect, type Queries, queriesOver } from './connect.ts'
import { migrate, readMigrations } from './migrate.ts'
import { type RowSealer, RowSeals } from './rowSeals.ts'
import { SameFile } from './sameFile.ts'
import { type CommitGroup, Writer, type WriterOptions } from './writer.ts'

export interface Database {
  /** Reads on connections of their own: they never wait for the writer. */
  read: Queries
  /** One transaction; resolves after the commit is on disk. See Writer. */
  write: Writer['write']
  /** Who is told what each commit sets going. */
  onCommit(tell: (what: readonly AfterCommit[]) => void): void
  /** Who is told of each commit group, to measure it. */
  onGroup(tell: (group: CommitGroup) => void): void
  /** From now on every write seals the rows beside the logs. @returns who watches over them */
  sealRows(sealer: RowSealer): RowSeals
  /**
   * Empties the database's own log: pages of before a deletion can be read there.
   * @returns whether it could; somebody who reads just now keeps it
   */
  scrub(): boolean
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
  options: Pick<WriterOptions, 'groupLimit' | 'patienceMs'> & {
    checkpointsElsewhere?: boolean
    beside?: boolean
  } = {},
): Database {
  const inMemory = file === ':memory:'
  const writing = connect(file)
  // The thread that ships its log makes its checkpoints.
  if (options.checkpointsElsewhere || options.beside) writing.pragma('wal_autocheckpoint = 0')
  const applied = migrate(writing, readMigrations(migrationsFolder), inMemory ? null : file)
  const reading = inMemory ? writing : connect(file, { readonly: true })
  assertDurable(writing)
  const same = inMemory ? null : new SameFile(file)
  const writer = new Writer(writing, { ...options, requireSame: () => same?.require() })
  return {
    read: queriesOver(reading),
    write: (job) => writer.write(job),
    onCommit(tell) {
      writer.onCommit = tell
    },
    onGroup(tell) {
      writer.onGroup = tell
    },
    sealRows(sealer) {
      const seals = new RowSeals(writing, sealer)
      writer.seals = seals
      return seals
    },
    scrub() {
      // The thread that makes its checkpoints begins it anew.
      if (inMemory || options.checkpointsElsewhere) return true
      return emptyLog(file)
    },
    applied,
    close() {
      if (!inMemory) {
        reading.close()
        // The server beside, or the last to leave, copies what is in the log.
        if (!options.beside) emptyLog(file)
      }
      writing.close()
    },
  }
}

/** By a connection of its own, which waits for nobody: the writer's patience stays what it is. */
function emptyLog(file: string): boolean {
  if (!existsSync(file)) return false
  const own = connect(file)
  try {
    own.pragma('busy_timeout = 0')
    const [done] = own.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    return done?.busy === 0
  } catch {
    // A transaction is under way.
    return false
  } finally {
    own.close()
  }
}

import type Sqlite from 'better-sqlite3'
import { connect } from './connect.ts'

/** A writer waits at most this long for the end of a checkpoint, and one of them gives way where the other is quicker. */
const PATIENCE_MS = 100

/**
 * Keeps a database's log from being begun anew before all of it was read: a reading that is always under way holds it. The
 * log's checkpoints are made here, so that no commit waits for one, and the writer beside makes none by itself.
 */
export class WalHold {
  readonly #writer: Sqlite.Database
  readonly #checkpointer: Sqlite.Database
  #holding: Sqlite.Database
  #other: Sqlite.Database

  constructor(file: string) {
    const [writer, checkpointer] = [connect(file), connect(file)]
    for (const own of [writer, checkpointer]) {
      own.pragma('wal_autocheckpoint = 0')
      own.pragma(`busy_timeout = ${PATIENCE_MS}`)
    }
    this.#writer = writer
    this.#checkpointer = checkpointer
    this.#holding = connect(file, { readonly: true })
    this.#other = connect(file, { readonly: true })
    hold(this.#holding)
  }

  /** Holds what is committed from now on; what was before may go into the database. */
  roll(): void {
    hold(this.#other)
    if (this.#holding.inTransaction) this.#holding.exec('COMMIT')
    const free = this.#holding
    this.#holding = this.#other
    this.#other = free
  }

  /** How many frames of the log are committed. Files of SQLite's must not be opened for that: closing one drops its locks. */
  frames(): number {
    const [found] = this.#checkpointer.pragma('wal_checkpoint(NOOP)') as { log: number }[]
    return Math.max(0, found?.log ?? 0)
  }

  /** Copies into the database what is no longer held. Nobody waits for it. */
  checkpoint(): void {
    this.#checkpointer.pragma('wal_checkpoint(PASSIVE)')
  }

  /**
   * Lets the log begin anew with the next commit, if all of it has been read and copied.
   * @param readRest called while nobody can commit: reads what came since, and answers how many frames have been read
   * @returns whether it may; where somebody else reads or writes for long, a later try may succeed
   */
  restart(readRest: () => number): boolean {
    this.roll()
    this.checkpoint()
    try {
      this.#writer.exec('BEGIN IMMEDIATE')
    } catch {
      return false
    }
    try {
      const read = readRest()
      if (this.#holding.inTransaction) this.#holding.exec('COMMIT')
      const [done] = this.#checkpointer.pragma('wal_checkpoint(PASSIVE)') as {
        busy: number
        log: number
        checkpointed: number
      }[]
      // A reading of a database that has everything holds that alone, and the log is free.
      const isDone = done?.busy === 0 && done.log === done.checkpointed && done.log === read
      return isDone
    } finally {
      if (!this.#holding.inTransaction) hold(this.#holding)
      this.#writer.exec('ROLLBACK')
    }
  }

  /** The rest is copied by the one that closes the database itself. */
  close(): void {
    for (const one of [this.#holding, this.#other, this.#checkpointer, this.#writer]) one.close()
  }
}

function hold(connection: Sqlite.Database): void {
  connection.exec('BEGIN')
  connection.prepare('SELECT count(*) FROM sqlite_schema').get()
}

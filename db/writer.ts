import { setTimeout as wait } from 'node:timers/promises'
import type Sqlite from 'better-sqlite3'
import { type AfterCommit, type Queries, queriesOver } from './connect.ts'
import type { RowSeals } from './rowSeals.ts'

/** The commit itself failed: nothing of the group was kept, and every caller may try again. */
export class CommitFailed extends Error {}

/** A job waited for something that is no query: the group would stand still, so the job is rolled back. */
export class ForeignAwait extends Error {}

/** A group that was committed, or failed as a whole. */
export interface CommitGroup {
  /** Jobs in it, those that failed by themselves included. */
  jobs: number
  /** How long the commit took, its fsync included; null where it failed. */
  commitMs: number | null
}

type Job = (tx: Queries) => Promise<unknown>
interface Waiting {
  job: Job
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** Jobs in one commit at most: bounds how long the event loop stands still. */
const GROUP_LIMIT = 400

/** How long a group waits for another process that writes. It is within the time in which no outage is counted. */
const PATIENCE_MS = 12_000
/** How soon it asks again, as SQLite itself does, in milliseconds; the last one from then on. */
const ASKS_AGAIN_MS = [1, 2, 5, 10, 20]

export interface WriterOptions {
  groupLimit?: number
  patienceMs?: number
  /** Is asked after each commit. @throws where what was committed will not be there */
  requireSame?: () => void
}

/**
 * The one writer. Jobs that arrive in one turn of the event loop share one transaction and one fsync (group
 * commit); each has a savepoint, so a fault rolls back that job alone; answers leave after the commit.
 *
 * A job may await its queries and nothing else.
 */
export class Writer {
  readonly #connection: Sqlite.Database
  readonly #tx: Queries
  readonly #begin: Sqlite.Statement
  readonly #commit: Sqlite.Statement
  readonly #savepoint: Sqlite.Statement
  readonly #release: Sqlite.Statement
  #waiting: Waiting[] = []
  #scheduled = false
  #inside = false
  #turn: NodeJS.Immediate | null = null
  /** Fails the job that runs when the event loop turns. */
  #failForeign: (() => void) | null = null
  readonly #groupLimit: number
  readonly #patienceMs: number
  readonly #requireSame: () => void
  /** Noted by the job that runs, each by its name. */
  #noted = new Map<string, AfterCommit>()
  /** Is told what a commit sets going, in a turn of its own: whoever wrote has gone on by then. */
  onCommit: (what: readonly AfterCommit[]) => void = () => {}
  /** Is told of every group, to be measured. */
  onGroup: (group: CommitGroup) => void = () => {}
  /** Seals the rows a job changed, as part of it; nothing is sealed before the keys are read. */
  seals: RowSeals | null = null

  constructor(connection: Sqlite.Database, options: WriterOptions = {}) {
    this.#connection = connection
    this.#groupLimit = options.groupLimit ?? GROUP_LIMIT
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS
    this.#requireSame = options.requireSame ?? (() => {})
    // SQLite waits by standing still, and everybody who reads would stand still with it.
    connection.pragma('busy_timeout = 0')
    this.#begin = connection.prepare('BEGIN IMMEDIATE')
    this.#commit = connection.prepare('COMMIT')
    this.#savepoint = connection.prepare('SAVEPOINT job')
    this.#release = connection.prepare('RELEASE job')
    this.#tx = queriesOver(
      connection,
      () => {
        if (!this.#inside) throw new ForeignAwait('A write was tried outside its transaction')
      },
      (what) => this.#noted.set(JSON.stringify(what), what),
    )
  }

  /**
   * Runs a job in the next group and resolves after its commit is on disk.
   * @throws what the job throws; CommitFailed where the commit failed
   */
  write<T>(job: (tx: Queries) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ job, resolve: resolve as (value: unknown) => void, reject })
      if (!this.#scheduled) {
        this.#scheduled = true
        setImmediate(() => void this.#flush())
      }
    })
  }

  async #flush(): Promise<void> {
    let group: Waiting[] = []
    const settled: (() => void)[] = []
    const after = new Map<string, AfterCommit>()
    try {
      if (!this.#hasBegun()) await this.#waitToBegin()
      group = this.#waiting.splice(0, this.#groupLimit)
      for (const waiting of group) settled.push(await this.#runOne(waiting, after))
      const began = performance.now()
      this.#commit.run()
      this.#requireSame()
      this.onGroup({ jobs: group.length, commitMs: performance.now() - began })
      for (const settle of settled) settle()
      if (after.size > 0) setImmediate(() => this.onCommit([...after.values()]))
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
      const failed = commitFailed(error)
      // Nothing was begun: whoever has come meanwhile need not wait as long once more.
      if (group.length === 0) group = this.#waiting.splice(0)
      this.onGroup({ jobs: group.length, commitMs: null })
      for (const waiting of group) waiting.reject(failed)
    }
    if (this.#turn) clearImmediate(this.#turn)
    this.#turn = null
    if (this.#waiting.length > 0) setImmediate(() => void this.#flush())
    else this.#scheduled = false
  }

  /** @returns false where another process writes just now */
  #hasBegun(): boolean {
    try {
      this.#begin.run()
      return true
    } catch (error) {
      if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return false
      throw error
    }
  }

  /** @throws Error where another process wrote all the time */
  async #waitToBegin(): Promise<void> {
    const until = performance.now() + this.#patienceMs
    for (let asked = 0; performance.now() < until; asked++) {
      await wait(ASKS_AGAIN_MS[Math.min(asked, ASKS_AGAIN_MS.length - 1)])
      if (this.#hasBegun()) return
    }
    throw new Error('another process is writing to the database')
  }

  async #runOne({ job, resolve, reject }: Waiting, after: Map<string, AfterCommit>): Promise<() => void> {
    this.#savepoint.run()
    this.#inside = true
    this.#noted = new Map()
    try {
      const value = await this.#withinThisTurn(job(this.#tx))
      this.seals?.write()
      this.#release.run()
      for (const [name, what] of this.#noted) after.set(name, what)
      return () => resolve(value)
    } catch (error) {
      // A full disk or a broken file may have ended the whole transaction: then the group has failed.
      if (!this.#connection.inTransaction) throw error
      this.#connection.exec('ROLLBACK TO job')
      this.#release.run()
      const failed = isOfDisk(error) ? commitFailed(error) : error
      return () => reject(failed)
    } finally {
      this.#inside = false
      this.#failForeign = null
      this.seals?.forget()
    }
  }

  /**
   * Resolves with the job, or fails it when the event loop turns first: queries answer within the turn. One watch
   * serves all jobs of a group that run in the same turn.
   */
  #withinThisTurn<T>(job: Promise<T>): Promise<T> {
    this.#turn ??= setImmediate(() => {
      this.#turn = null
      this.#failForeign?.()
    })
    return new Promise((resolve, reject) => {
      this.#failForeign = () =>
        reject(new ForeignAwait('A transaction waited for something that is no query'))
      job.then(resolve, reject)
    })
  }
}

const commitFailed = (error: unknown): CommitFailed =>
  new CommitFailed(`The commit failed: ${(error as Error).message}`, { cause: error })

/**
 * Whether the disk refused a query, and not a rule. SQLite does not always end the transaction for it (sqlite.org/rescode.html,
 * SQLITE_FULL), and query builders wrap the fault in one of their own.
 */
function isOfDisk(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && /^SQLITE_(FULL|IOERR|READONLY)/.test(String(at.code))) return true
  return false
}

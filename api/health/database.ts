import type { Logger } from 'pino'
import type { Database } from '#db/open.ts'
import { readMeta } from '#db/queries/meta.ts'
import { AWAY_MS, type Serving } from '../attempts/downtime.ts'

export interface DatabaseState {
  ok: boolean
  detail: string
}

/**
 * Whether the database takes writes and can be read. It writes nothing to find out: the server notes every few seconds
 * that it serves, and what became of the last note is the answer.
 */
export class DatabaseHealth {
  readonly #serving: Serving
  readonly #db: Database
  readonly #log: Logger
  /** The fault that kept the newest note from being written; before the first note only reading is asked. */
  #fault: string | null = null

  constructor(serving: Serving, db: Database, log: Logger) {
    this.#serving = serving
    this.#db = db
    this.#log = log
  }

  /** To be called every few seconds. @throws where nothing can be written down */
  async note(): Promise<void> {
    try {
      await this.#serving.note(this.#db)
    } catch (error) {
      const fault = messageOf(error)
      if (fault !== this.#fault) this.#log.error({ error: fault }, 'the database takes no writes')
      this.#fault = fault
      throw error
    }
    if (this.#fault !== null) this.#log.info('the database takes writes again')
    this.#fault = null
  }

  async look(): Promise<DatabaseState> {
    try {
      await readMeta(this.#db.read, 'server_epoch')
    } catch (error) {
      return { ok: false, detail: `cannot be read: ${messageOf(error)}` }
    }
    if (this.#fault !== null) return { ok: false, detail: `takes no writes: ${this.#fault}` }
    if (this.#serving.isSilent)
      return { ok: false, detail: `has taken no write for ${AWAY_MS / 1000} seconds` }
    return { ok: true, detail: 'takes writes' }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

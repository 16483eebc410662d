import type { Database } from '#db/open.ts'
import { readMeta } from '#db/queries/meta.ts'
import type { Serving } from '../attempts/outages.ts'

/** So long without a note that held, and nothing can be written; notes come every few seconds. */
const OLD_MS = 15_000

export interface DatabaseState {
  ok: boolean
  detail: string
}

/**
 * Whether the database takes writes and can be read. It writes nothing to find out: the server notes every few seconds
 * that it serves, and what became of the last note is the answer.
 */
export class DatabaseHealth {
  readonly #serving: Pick<Serving, 'note'>
  readonly #db: Database
  readonly #wall: () => number
  /** When a note held last; null before the first, where only reading is asked. */
  #notedAt: number | null = null
  #fault: string | null = null

  /** @param wall the machine's clock: the other one is moved by tests of deadlines */
  constructor(serving: Pick<Serving, 'note'>, db: Database, wall: () => number = Date.now) {
    this.#serving = serving
    this.#db = db
    this.#wall = wall
  }

  /** To be called every few seconds. @throws where nothing can be written down */
  async note(): Promise<void> {
    const at = this.#wall()
    try {
      await this.#serving.note(this.#db)
    } catch (fault) {
      this.#fault = messageOf(fault)
      throw fault
    }
    this.#notedAt = at
    this.#fault = null
  }

  async look(): Promise<DatabaseState> {
    try {
      await readMeta(this.#db.read, 'server_epoch')
    } catch (fault) {
      return { ok: false, detail: `cannot be read: ${messageOf(fault)}` }
    }
    if (this.#fault !== null) return { ok: false, detail: `takes no writes: ${this.#fault}` }
    if (this.#notedAt !== null && this.#wall() - this.#notedAt > OLD_MS)
      return { ok: false, detail: `has taken no write for ${OLD_MS / 1000} seconds` }
    return { ok: true, detail: 'takes writes' }
  }
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

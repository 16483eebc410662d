import { clockJump } from './clock.ts'
import type { NewEntry } from './db/append.ts'
import { type ClientState, offlineFor, serverNow } from './state.ts'

const OFFLINE_NOTED_MS = 3_000
/** A jump that grew by less is the one already noted. */
const SAME_JUMP_MS = 2_000

/** Notes in the log what nobody does: the connection that goes and comes, the clock that jumps. */
export class ConnectivityLog {
  readonly #memory: ClientState
  readonly #append: (entry: NewEntry) => Promise<void>
  #offline = false
  #jump = 0

  constructor(memory: ClientState, append: (entry: NewEntry) => Promise<void>) {
    this.#memory = memory
    this.#append = append
  }

  /** What the log says last: a page that was closed out of reach has to note that it is back. */
  recall(newest: 'offline' | 'online' | null): void {
    this.#offline = newest === 'offline'
  }

  /** Looks at both. @returns whether the clock jumped, which is a reason to ask the server for the time */
  look(): boolean {
    this.#connection()
    return this.#clock()
  }

  #connection(): void {
    const away = offlineFor(this.#memory)
    if (away !== null && away > OFFLINE_NOTED_MS && !this.#offline) {
      this.#offline = true
      // Noted when it lasts, dated when it began.
      this.#note({ type: 'offline', key: '', body: {}, madeAt: Math.round(serverNow(this.#memory) - away) })
    } else if (away === null && this.#offline && this.#memory.sync?.lastContactAt != null) {
      this.#offline = false
      this.#note({ type: 'online', key: '', body: {} })
    }
  }

  #clock(): boolean {
    const jump = clockJump(this.#memory.attempt.anchor)
    if (jump === null || Math.abs(jump - this.#jump) < SAME_JUMP_MS) return false
    this.#jump = jump
    this.#note({ type: 'clock_jump', key: '', body: { ms: Math.abs(jump) } })
    return true
  }

  /** A storage that fails says so where work is kept; a notice is not worth a second alarm. */
  #note(entry: NewEntry): void {
    this.#append(entry).catch(() => {})
  }
}

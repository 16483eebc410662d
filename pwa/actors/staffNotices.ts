import { call } from '../http/call.ts'
import type { LocalDatabase } from '../local/database.ts'
import type { Memory } from './memory.ts'
import type { NoticeView } from './views.ts'

/** What staff said to the candidate or did for the test: fetched when an answer names something new, shown until it is read. */
export class StaffNotices {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #changed: () => void
  #busy = false

  constructor(open: () => LocalDatabase, memory: Memory, changed: () => void) {
    this.#open = open
    this.#memory = memory
    this.#changed = changed
  }

  /** Fetches what is missing; where that fails, the next answer of the server asks again. */
  async look(): Promise<void> {
    const { attempt, notices } = this.#memory
    const known = notices.at(-1)?.id ?? 0
    if (this.#busy || attempt.newest_notice <= known) return
    this.#busy = true
    try {
      const { data } = await call<{ notices: NoticeView[] }>('getNotices', {
        query: { after: known },
        token: attempt.token,
      })
      this.#memory.notices = [...notices, ...data.notices]
      this.#changed()
      // A comfort of a reload without the network: the server keeps them.
      await this.#open()
        .settings.put({ name: `notices:${attempt.attempt_id}`, value: this.#memory.notices })
        .catch(() => {})
    } catch {
      // Out of reach: asked again with the next answer.
    } finally {
      this.#busy = false
    }
  }

  /** They were read, up to this one. */
  async read(id: number): Promise<void> {
    const { attempt } = this.#memory
    this.#memory.attempt = { ...attempt, notices_read: id }
    this.#changed()
    await this.#open()
      .attempts.update(attempt.attempt_id, { notices_read: id })
      .catch(() => 0)
  }
}

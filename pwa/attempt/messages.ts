import { call } from '../http/call.ts'
import { changeAttempt } from './db/attempts.ts'
import { keepNotices } from './db/prefs.ts'
import type { LocalDatabase } from './db/schema.ts'
import type { Memory } from './memory.ts'

/**
 * The words of staff to the candidate and their acts for the test: fetched when an answer names something new, shown
 * until read.
 */
export class StaffMessages {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  #busy = false

  constructor(open: () => LocalDatabase, memory: Memory) {
    this.#open = open
    this.#memory = memory
    memory.on('SERVER_HEARD', () => void this.look())
  }

  /** Fetches what is missing, and takes up what it tells of; where that fails, the next answer of the server asks again. */
  async look(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      await this.#fetch()
      await this.#takeUp()
    } catch {
      // Out of reach: asked again with the next answer.
    } finally {
      this.#busy = false
    }
  }

  async #fetch(): Promise<void> {
    const { attempt, notices } = this.#memory.state
    const known = notices.at(-1)?.id ?? 0
    if (attempt.newest_notice <= known) return
    const { data } = await call('getNotices', {
      query: { after: known },
      token: attempt.token,
    })
    this.#memory.send({ type: 'NOTICES_CAME', notices: data.notices })
    await keepNotices(this.#open(), attempt.attempt_id, this.#memory.state.notices)
  }

  /** Only the page that writes: another one reads what that one has taken up. */
  async #takeUp(): Promise<void> {
    const { attempt, isHolder, notices } = this.#memory.state
    const told = notices.findLast(({ kind }) => kind === 'adopted')?.id ?? 0
    if (!isHolder || attempt.lease_lost || told <= (attempt.adopted_notice ?? 0)) return
    // Rare, and of use with the server in reach alone.
    const { mergeQuarantined } = await import('./mergeQuarantined.ts')
    await mergeQuarantined(this.#open(), this.#memory, told)
  }

  /** They were read, up to this one: once that is noted, and no page shows them again, they go. */
  async read(id: number): Promise<void> {
    const { attempt_id } = this.#memory.state.attempt
    const isKept = await changeAttempt(this.#open(), attempt_id, { notices_read: id }).then(
      () => true,
      // On this page alone, where the disk takes nothing.
      () => false,
    )
    this.#memory.send({ type: 'NOTICES_READ', id, isKept })
  }
}

import { changeAttempt, findAttempt } from '../db/attempts.ts'
import type { LocalDatabase } from '../db/schema.ts'
import { type Memory, rereadState } from '../memory.ts'
import { unsentCount } from '../pending.ts'

/**
 * The end of a test on this device. Once its end page was shown and everything is on the server the device forgets it;
 * what the page shows by then stays in memory.
 */
export class AttemptCleanup {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #isTaken: () => Promise<boolean>
  #busy = false
  #isForgotten = false
  /** By this tab: another one may show its end while this one still asks how it was. */
  #reached = false

  /** @param isTaken whether a tab has the test's lock */
  constructor(open: () => LocalDatabase, memory: Memory, isTaken: () => Promise<boolean>) {
    this.#open = open
    this.#memory = memory
    this.#isTaken = isTaken
    memory.on('LOOK', () => {
      if (memory.state.isHolder) void this.look()
    })
  }

  /**
   * The candidate is done here. It is noted on the device, so that whoever sends the rest knows it too.
   * @param endedAt when the server ended it, where nobody finished it here
   */
  async reached(endedAt?: number): Promise<void> {
    const { finished_at, state, lease_lost } = this.#memory.state.attempt
    // A page about the end that is opened too early ends nothing.
    if (finished_at === null && state === 'running' && !lease_lost) return
    this.#reached = true
    const db = this.#open()
    await changeAttempt(db, this.#memory.state.attempt.attempt_id, { end_reached: true, ended_at: endedAt })
    await rereadState(this.#memory, db)
    await this.look()
  }

  /** Forgets the test if that is due. The tab that sends does it: another one would take the log from under it. */
  async look(): Promise<void> {
    if (this.#isForgotten) return this.#lookBack()
    const { attempt, isHolder, typing } = this.#memory.state
    if (!this.#reached || !attempt.end_reached || !isHolder || typing.size > 0 || this.#busy) return
    // Told of by the server and not read here yet: the page would say for ever that it waits.
    if (unsentCount(attempt) > 0) return
    this.#busy = true
    const record = await this.#forget(attempt.attempt_id).catch(() => null)
    this.#busy = false
    if (!record) return
    this.#isForgotten = true
    this.#memory.send({ type: 'TEST_FORGOTTEN' })
  }

  /** Its part is brought with the end page; one that cannot be had now is asked for with the next look. */
  async #forget(attemptId: string): Promise<unknown> {
    const { purgeIfDone } = await import('../db/purge.ts')
    return purgeIfDone(this.#open(), attemptId)
  }

  /** As long as no tab has it, it may be this one that is about to lead back into it. */
  async #lookBack(): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    if (await this.#isBack().catch(() => false)) this.#memory.send({ type: 'TEST_IS_BACK' })
    else this.#busy = false
  }

  async #isBack(): Promise<boolean> {
    const again = await findAttempt(this.#open(), this.#memory.state.attempt.attempt_id)
    return again !== undefined && (await this.#isTaken())
  }
}

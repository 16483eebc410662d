import type { OpType } from '#contract/ops.ts'
import { localDatabase, type OpRecord, reopenDatabase } from '../local/database.ts'
import { appendEntries, type NewEntry, type Written } from '../local/log.ts'
import { type Memory, take } from './memory.ts'

const afterFinish = new Set<OpType>(['feedback', 'fraud_report', 'snapshot_taken'])

/** Everything that enters the log passes here, one write after the other: the chain has one end. */
export class LogWriter {
  readonly #memory: Memory
  readonly #written: (last: OpRecord) => void
  readonly #changed: () => void
  readonly #underway = new Set<readonly NewEntry[]>()
  #queue: Promise<unknown> = Promise.resolve()

  /**
   * @param written told once ops are on the disk
   * @param changed the memory changed
   */
  constructor(memory: Memory, written: (last: OpRecord) => void, changed: () => void) {
    this.#memory = memory
    this.#written = written
    this.#changed = changed
  }

  /** Resolves when the ops are on this device. @throws what kept them from it, which is then shown */
  append(entries: readonly NewEntry[]): Promise<void> {
    this.#underway.add(entries)
    const done = this.#queue.then(() => this.#append(entries)).finally(() => this.#underway.delete(entries))
    this.#queue = done.catch(() => {})
    return done
  }

  /** Resolves when nothing is being written. */
  idle(): Promise<unknown> {
    return this.#queue
  }

  /** What is being written under a key, and may be in the log or not. */
  underway(key: string): NewEntry[] {
    return [...this.#underway].flat().filter((entry) => entry.key === key)
  }

  async #append(entries: readonly NewEntry[]): Promise<void> {
    const { finished_at } = this.#memory.attempt
    const allowed = entries.filter((entry) => finished_at === null || afterFinish.has(entry.type))
    if (allowed.length === 0) return
    const written = await this.#write(allowed)
    this.#memory.storageFault = null
    take(this.#memory, written)
    const last = written.ops.at(-1)
    if (last) this.#written(last)
    this.#changed()
  }

  /**
   * A failed write opens the database anew and tries again, the last time without the camera's pictures, which are
   * the first to go where storage is short. Then the fault is shown, never swallowed.
   */
  async #write(given: readonly NewEntry[]): Promise<Written> {
    const { attempt_id } = this.#memory.attempt
    let entries = given
    const mend: (() => unknown)[] = [
      () => reopenDatabase(),
      () => {
        entries = given.map(({ picture: _none, ...entry }) => entry)
        return localDatabase().blobs.where('attempt_id').equals(attempt_id).delete()
      },
    ]
    for (;;) {
      try {
        return await appendEntries(localDatabase(), attempt_id, entries)
      } catch (fault) {
        const next = mend.shift()
        if (!next) {
          this.#memory.storageFault = `This device could not keep the change: ${(fault as Error).message}`
          this.#changed()
          throw fault
        }
        await Promise.resolve(next()).catch(() => {})
      }
    }
  }
}

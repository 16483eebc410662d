import { copyErased } from './erased.ts'
import type { BackupPlan } from './keep.ts'

/**
 * The list of the erased beside the backups. The one in the data directory is written at once; from there it is copied in the
 * background, as storage may be slow, hang or be away.
 */
export class MarksBeside {
  readonly #config: { dataDirectory: string; backups: BackupPlan | null }
  /** The byte of the own list up to which this process knows it to be there. */
  #upTo = 0
  #last: Promise<string | null> = Promise.resolve(null)
  #next: Promise<string | null> | null = null

  constructor(config: { dataDirectory: string; backups: BackupPlan | null }) {
    this.#config = config
  }

  /**
   * Copies what is on the list by now. It never fails, and never runs twice at a time.
   * @returns why it could not, a sentence; null where all of it is there, or nothing makes backups
   */
  copy(): Promise<string | null> {
    if (this.#next) return this.#next
    // One that runs may have read the list before its newest line.
    const next = this.#last.then(() => {
      this.#next = null
      return this.#copy()
    })
    this.#last = next
    this.#next = next
    return next
  }

  async #copy(): Promise<string | null> {
    const { dataDirectory, backups } = this.#config
    if (!backups) return null
    try {
      this.#upTo = await copyErased(dataDirectory, backups.place, this.#upTo)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  /** Resolves when none is under way. */
  async rest(): Promise<void> {
    await this.#last
  }
}

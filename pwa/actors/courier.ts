import type { LocalDatabase } from '../local/database.ts'
import { sendAside } from '../sync/aside.ts'
import { sendOneBlob } from '../sync/blobs.ts'

const RETRY_MS = 30_000

/** Carries what is not the log: first what stands aside, then pictures. Both never crowd out what matters. */
export class Courier {
  readonly #open: () => LocalDatabase
  #notBefore = 0
  #busy = false

  constructor(open: () => LocalDatabase) {
    this.#open = open
  }

  /** @param hurry the test is over on this device: pictures need not be spread any more */
  async carry(attemptId: string, hurry: boolean): Promise<void> {
    if (this.#busy || Date.now() < this.#notBefore) return
    this.#busy = true
    try {
      while (await sendAside(this.#open(), attemptId)) {}
      while (await sendOneBlob(this.#open(), attemptId, hurry)) {}
    } catch {
      this.#notBefore = Date.now() + RETRY_MS * (0.5 + Math.random())
    } finally {
      this.#busy = false
    }
  }
}

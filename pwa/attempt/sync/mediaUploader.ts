import type { LocalDatabase } from '../db/schema.ts'
import { sendOneBlob } from './media.ts'
import type { Pace } from './quarantineUpload.ts'

const RETRY_MS = 30_000
/** While the test runs nothing of this is urgent, and each look at the disk takes its time from somebody's typing. */
const LOOK_MS = 5_000

/** Carries what is not the log: first what stands aside, then pictures. Both never crowd out what matters. */
export class MediaUploader {
  readonly #open: () => LocalDatabase
  readonly #asideWent: () => void
  #pace: Pace | undefined
  /** By the time since the page began: nobody sets that one back. */
  #notBefore = 0
  /** The same, for looks while the test runs. */
  #lookAt = 0
  #busy = false

  /** @param asideWent hears of every piece that the server has kept */
  constructor(open: () => LocalDatabase, asideWent: () => void = () => {}) {
    this.#open = open
    this.#asideWent = asideWent
  }

  /** Something suggests that a try is worth it now. */
  wake(): void {
    this.#notBefore = 0
    this.#lookAt = 0
  }

  /** @param hurry the test is over on this device: pictures need not be spread any more */
  async carry(attemptId: string, hurry: boolean): Promise<void> {
    const now = performance.now()
    if (this.#busy || now < this.#notBefore || (!hurry && now < this.#lookAt)) return
    this.#busy = true
    this.#lookAt = now + LOOK_MS
    // A fault of the one says nothing of the other: the server may keep no more ops aside, and take pictures all the same.
    const aside = await this.#all(async () => {
      // No part of what the test screen waits for.
      const { fullPace, uploadQuarantine } = await import('./quarantineUpload.ts')
      this.#pace ??= fullPace()
      const mayBeMore = await uploadQuarantine(this.#open(), attemptId, this.#pace)
      this.#asideWent()
      return mayBeMore
    })
    const pictures = await this.#all(() => sendOneBlob(this.#open(), attemptId, hurry))
    if (!aside || !pictures) this.#notBefore = performance.now() + RETRY_MS * (0.5 + Math.random())
    this.#busy = false
  }

  /** @returns whether everything that was due has gone */
  async #all(sendOne: () => Promise<boolean>): Promise<boolean> {
    try {
      while (await sendOne()) {}
      return true
    } catch {
      return false
    }
  }
}

/** Between two looks that nobody asked for: for work that became due by itself. */
const IDLE_POLL_MS = 1_000

/**
 * Takes due work from durable rows: one pass at a time, once more where it was woken meanwhile, and now and then by
 * itself. A pass that fails is told and tried again at the next wake: a database that cannot be written must not end
 * the process.
 */
export class PollLoop {
  readonly #pass: () => Promise<void>
  readonly #failed: (error: unknown) => void
  #timer: NodeJS.Timeout | null = null
  /** The passes that go on now, and the one more that was asked for meanwhile. */
  #passes: Promise<void> | null = null
  #again = false
  #closed = false

  constructor(pass: () => Promise<void>, failed: (error: unknown) => void) {
    this.#pass = pass
    this.#failed = failed
  }

  get closed(): boolean {
    return this.#closed
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), IDLE_POLL_MS)
    this.#timer.unref()
    void this.wake()
  }

  /**
   * Looks for work now; cheap when there is none.
   * @returns when nothing is looked for any more; it never fails
   */
  wake(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#again = true
    this.#passes ??= this.#passUntilQuiet()
    return this.#passes
  }

  async #passUntilQuiet(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      await this.#pass().catch((error: unknown) => {
        if (!this.#closed) this.#failed(error)
      })
    }
    this.#passes = null
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearInterval(this.#timer)
  }
}

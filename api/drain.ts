/** Between two looks that nobody asked for: for work that became due by itself. */
const IDLE_POLL_MS = 1_000

/**
 * Takes due work from durable rows: one pass at a time, once more where it was woken meanwhile, and now and then by
 * itself. A pass that fails is told and tried again at the next wake: a database that cannot be written must not end
 * the process.
 */
export class Drain {
  readonly #pass: () => Promise<void>
  readonly #failed: (fault: unknown) => void
  #timer: NodeJS.Timeout | null = null
  #passing = false
  #again = false
  #closed = false

  constructor(pass: () => Promise<void>, failed: (fault: unknown) => void) {
    this.#pass = pass
    this.#failed = failed
  }

  get closed(): boolean {
    return this.#closed
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), IDLE_POLL_MS)
    this.#timer.unref()
    this.wake()
  }

  /** Looks for work now; cheap when there is none. */
  wake(): void {
    if (this.#closed) return
    if (this.#passing) {
      this.#again = true
      return
    }
    this.#passing = true
    void this.#pass()
      .catch((fault: unknown) => {
        if (!this.#closed) this.#failed(fault)
      })
      .finally(() => {
        this.#passing = false
        if (!this.#again) return
        this.#again = false
        this.wake()
      })
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearInterval(this.#timer)
  }
}

interface Waiter {
  resolve(release: () => void): void
  reject(reason: unknown): void
}

/** Lets at most `capacity` holders in at once; the others wait in the order they came. */
export class Semaphore {
  private held = 0
  private readonly waiters = new Set<Waiter>()
  readonly capacity: number

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get busy(): number {
    return this.held
  }

  get waiting(): number {
    return this.waiters.size
  }

  /** Waits for a place and gives the function that frees it. Rejects with the signal's reason when it aborts. */
  acquire(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.held < this.capacity) return Promise.resolve(this.take())
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.waiters.delete(waiter)
        reject(signal?.reason)
      }
      const waiter: Waiter = {
        resolve: (release) => {
          signal?.removeEventListener('abort', stop)
          resolve(release)
        },
        reject,
      }
      this.waiters.add(waiter)
      signal?.addEventListener('abort', stop, { once: true })
    })
  }

  /** Refuses everyone who waits. */
  rejectAll(reason: unknown): void {
    for (const waiter of this.waiters) waiter.reject(reason)
    this.waiters.clear()
  }

  private take(): () => void {
    this.held++
    let free = false
    return () => {
      if (free) return
      free = true
      this.held--
      const [next] = this.waiters
      if (next === undefined) return
      this.waiters.delete(next)
      next.resolve(this.take())
    }
  }
}

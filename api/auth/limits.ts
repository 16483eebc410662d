/** The most that one attempt may send to POST sync: so much at once, and so much a second in the long run. */
export interface SyncLimits {
  requests: number
  requestsPerSecond: number
  bytes: number
  bytesPerSecond: number
}

/**
 * Far above what a page sends. Steady typing is a request every second and a few hundred bytes each; 10,000 changes
 * after an outage are 100 full batches, or some more small ones.
 */
export const SYNC_LIMITS: SyncLimits = {
  requests: 600,
  requestsPerSecond: 5,
  bytes: 64_000_000,
  bytesPerSecond: 500_000,
}

const KEYS_KEPT = 50_000

/** A token bucket a key: failed sign-ins, failed look-ups of tokens. In memory: a restart forgives, no data is lost. */
export class Buckets {
  readonly #capacity: number
  readonly #perMs: number
  readonly #now: () => number
  readonly #levels = new Map<string, { level: number; at: number }>()

  /** @param perMinute how many are given back a minute */
  constructor(capacity: number, perMinute: number, now: () => number) {
    this.#capacity = capacity
    this.#perMs = perMinute / 60_000
    this.#now = now
  }

  /** Seconds to wait before this key may try again; 0: now. Takes nothing. */
  wait(key: string): number {
    const level = this.#level(key)
    // A hair less, so that what rounding leaves over is no second more.
    return level >= 1 ? 0 : Math.ceil((1 - level) / this.#perMs / 1000 - 1e-6)
  }

  /** Takes one for a failure, or for a try before it is known whether it is one. */
  take(key: string): void {
    const level = Math.max(0, this.#level(key) - 1)
    // Put at the end: the one that failed longest ago is forgotten first, never all at once.
    this.#levels.delete(key)
    this.#levels.set(key, { level, at: this.#now() })
    if (this.#levels.size <= KEYS_KEPT) return
    for (const oldest of this.#levels.keys()) {
      this.#levels.delete(oldest)
      break
    }
  }

  /** Gives one back that was taken for a try which turned out to be none of those that count. */
  giveBack(key: string): void {
    const known = this.#levels.get(key)
    if (known) known.level = Math.min(this.#capacity, known.level + 1)
  }

  #level(key: string): number {
    const known = this.#levels.get(key)
    if (!known) return this.#capacity
    return Math.min(this.#capacity, known.level + Math.max(0, this.#now() - known.at) * this.#perMs)
  }
}

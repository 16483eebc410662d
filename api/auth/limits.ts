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
    return level >= 1 ? 0 : Math.ceil((1 - level) / this.#perMs / 1000)
  }

  /** Takes one for a failure. */
  take(key: string): void {
    if (this.#levels.size > 50_000) this.#levels.clear()
    this.#levels.set(key, { level: Math.max(0, this.#level(key) - 1), at: this.#now() })
  }

  #level(key: string): number {
    const known = this.#levels.get(key)
    if (!known) return this.#capacity
    return Math.min(this.#capacity, known.level + (this.#now() - known.at) * this.#perMs)
  }
}

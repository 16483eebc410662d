/** Seeded randomness: a failure prints its seed, and the seed plays the same exam again. */
export class Rng {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) | 0
  }

  number(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(n: number): number {
    return Math.floor(this.number() * n)
  }

  chance(p: number): boolean {
    return this.number() < p
  }

  /** Thirty digits. */
  text(): string {
    const part = () => String(Math.floor(this.number() * 2 ** 32)).padStart(10, '0')
    return part() + part() + part()
  }
}

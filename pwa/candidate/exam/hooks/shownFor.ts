/** Shows a value for so many milliseconds; a newer one has its own whole time. */
export class ShownFor<T> {
  readonly #ms: number
  readonly #set: (value: T | null) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number, set: (value: T | null) => void) {
    this.#ms = ms
    this.#set = set
  }

  show(value: T): void {
    clearTimeout(this.#timer)
    this.#set(value)
    this.#timer = setTimeout(() => this.#set(null), this.#ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

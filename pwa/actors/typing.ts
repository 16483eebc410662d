import { codeKey } from '#contract/ops.ts'

/** Text that is being typed: kept 1 s after the last key, at the latest every 5 s, and when the page goes. */

const IDLE_MS = 1_000
const LATEST_MS = 5_000

interface Pending {
  problemId: number
  languageId: number
  text: string
  timer: ReturnType<typeof setTimeout>
  since: number
}

export class Typing {
  readonly #pending = new Map<string, Pending>()
  readonly #settled: () => void
  readonly #keep: (problemId: number, languageId: number, text: string) => Promise<void>

  /** Whether something typed is not kept yet, under one key or anywhere. */
  isPending(key?: string): boolean {
    return key === undefined ? this.#pending.size > 0 : this.#pending.has(key)
  }

  constructor(
    keep: (problemId: number, languageId: number, text: string) => Promise<void>,
    settled: () => void,
  ) {
    this.#keep = keep
    this.#settled = settled
  }

  type(problemId: number, languageId: number, text: string): void {
    const key = `${problemId}:${languageId}`
    const known = this.#pending.get(key)
    if (known) clearTimeout(known.timer)
    const since = known?.since ?? Date.now()
    const wait = Math.max(0, Math.min(IDLE_MS, since + LATEST_MS - Date.now()))
    const timer = setTimeout(() => void this.flush(key), wait)
    this.#pending.set(key, { problemId, languageId, text, timer, since })
  }

  /** Keeps what waits under one key, or everything. What could not be kept stays here and is tried again. */
  async flush(only?: string): Promise<void> {
    for (const [key, pending] of [...this.#pending]) {
      if (only !== undefined && key !== only) continue
      clearTimeout(pending.timer)
      // What is typed from here on waits anew: on a slow device each key would be a draft of its own.
      pending.since = Date.now()
      try {
        await this.#keep(pending.problemId, pending.languageId, pending.text)
        this.#forget(key, pending)
      } catch {
        pending.timer = setTimeout(() => void this.flush(key), LATEST_MS)
      }
    }
  }

  /** What waits, to be written together with something else; `settle` it once that is on the disk. */
  waiting(): Pending[] {
    return [...this.#pending.values()]
  }

  settle(written: readonly Pending[]): void {
    for (const pending of written) this.#forget(`${pending.problemId}:${pending.languageId}`, pending)
  }

  /** Of what waits, as the log has them. */
  keys(): string[] {
    return this.waiting().map(({ problemId, languageId }) => codeKey(problemId, languageId))
  }

  /** Another tab has what waits here, and writes from now on. */
  letGo(): void {
    for (const [key, pending] of [...this.#pending]) {
      clearTimeout(pending.timer)
      this.#pending.delete(key)
    }
    this.#settled()
  }

  /** This text was written by another way; what was typed meanwhile still waits. */
  drop(problemId: number, languageId: number, written: string): void {
    const key = `${problemId}:${languageId}`
    const known = this.#pending.get(key)
    if (known?.text === written) this.#forget(key, known)
  }

  /** Unless something newer was typed meanwhile. */
  #forget(key: string, pending: Pending): void {
    if (this.#pending.get(key) !== pending) return
    clearTimeout(pending.timer)
    this.#pending.delete(key)
    this.#settled()
  }
}

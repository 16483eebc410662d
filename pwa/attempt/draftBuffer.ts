import { codeKey } from '#contract/ops.ts'
import type { Typed } from './events.ts'
import type { Memory } from './memory.ts'

/**
 * Text that is being typed: kept 1 s after the last key, at the latest every 5 s, and when the page goes. In between it is
 * held on the device every second, without an op of its own.
 */

const IDLE_MS = 1_000
const LATEST_MS = 5_000
const HOLD_MS = 1_000

interface Pending extends Typed {
  timer: ReturnType<typeof setTimeout>
  since: number
  /** Runs while something newer than what was held last is typed. */
  holding: ReturnType<typeof setTimeout> | null
}

export class DraftBuffer {
  readonly #pending = new Map<string, Pending>()
  readonly #memory: Memory

  /** Whether something typed is not kept yet, under one key or anywhere. */
  isPending(key?: string): boolean {
    return key === undefined ? this.#pending.size > 0 : this.#pending.has(key)
  }

  constructor(memory: Memory) {
    this.#memory = memory
    memory.on('LOCK_CHANGED', ({ isHeld }) => {
      // The tab that took the lock shows what is in the log.
      if (!isHeld) void this.flush()
    })
  }

  type(problemId: number, languageId: number, text: string): void {
    const key = `${problemId}:${languageId}`
    const known = this.#pending.get(key)
    if (known) clearTimeout(known.timer)
    const since = known?.since ?? Date.now()
    const wait = Math.max(0, Math.min(IDLE_MS, since + LATEST_MS - Date.now()))
    const timer = setTimeout(() => void this.flush(key), wait)
    const holding = known?.holding ?? setTimeout(() => this.#holdNewest(key), HOLD_MS)
    this.#pending.set(key, { problemId, languageId, text, timer, since, holding })
    if (!known) this.#tell()
  }

  #holdNewest(key: string): void {
    const pending = this.#pending.get(key)
    if (!pending) return
    pending.holding = null
    const { problemId, languageId, text } = pending
    this.#memory.send({ type: 'TEXT_UNHELD', text: { problemId, languageId, text } })
  }

  /** Keeps what waits under one key, or everything. Text that could not be kept stays here and is tried again. */
  async flush(only?: string): Promise<void> {
    for (const [key, pending] of [...this.#pending]) {
      if (only !== undefined && key !== only) continue
      clearTimeout(pending.timer)
      // Text typed from here on waits anew; otherwise each key would be a draft of its own on a slow device.
      pending.since = Date.now()
      try {
        const { problemId, languageId, text } = pending
        await this.#memory.request('KEEP_DRAFT', { problemId, languageId, text })
        this.#forget(key, pending)
      } catch {
        pending.timer = setTimeout(() => void this.flush(key), LATEST_MS)
      }
    }
  }

  /** The drafts that wait, to be written together with something else; `markSaved` them once that is on the disk. */
  waiting(): Pending[] {
    return [...this.#pending.values()]
  }

  markSaved(written: readonly Pending[]): void {
    for (const pending of written) this.#forget(`${pending.problemId}:${pending.languageId}`, pending)
  }

  /** Another tab has what waits here, and writes from now on. */
  discard(): void {
    for (const [key, pending] of [...this.#pending]) {
      this.#end(key, pending)
    }
    this.#tell()
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
    this.#end(key, pending)
    this.#tell()
  }

  #tell(): void {
    const keys = new Set(this.waiting().map(({ problemId, languageId }) => codeKey(problemId, languageId)))
    this.#memory.send({ type: 'TYPING_CHANGED', keys })
  }

  #end(key: string, { timer, holding }: Pending): void {
    clearTimeout(timer)
    if (holding !== null) clearTimeout(holding)
    this.#pending.delete(key)
  }
}

import type { FinishBody } from '#contract/ops.ts'
import type { NewEntry } from '../local/log.ts'
import { draftEntry } from './draftEntry.ts'
import type { LogWriter } from './logWriter.ts'
import { type Memory, serverNow } from './memory.ts'
import type { Typing } from './typing.ts'

/**
 * The finish made on this device. From that moment nothing can be changed any more, however long the disk takes or how
 * often it fails: it is tried until it is in the log, and the screen says so meanwhile.
 */
export class Finishing {
  readonly #memory: Memory
  readonly #typing: Pick<Typing, 'waiting' | 'settle'>
  readonly #log: Pick<LogWriter, 'append' | 'idle'>
  readonly #kept: () => void
  readonly #changed: () => void

  /**
   * @param kept told once the finish is in the log of this device
   * @param changed the memory changed
   */
  constructor(
    memory: Memory,
    typing: Pick<Typing, 'waiting' | 'settle'>,
    log: Pick<LogWriter, 'append' | 'idle'>,
    kept: () => void,
    changed: () => void,
  ) {
    this.#memory = memory
    this.#typing = typing
    this.#log = log
    this.#kept = kept
    this.#changed = changed
  }

  /**
   * The last drafts, at zero all MCQs, then the finish: in this order, in one transaction.
   * Resolves when that was tried: it is on this device, or the fault is shown and it is tried again.
   */
  async finish(reason: FinishBody['reason']): Promise<void> {
    const { attempt, content, finishing } = this.#memory
    if (finishing || attempt.finished_at !== null) return
    const atZero = reason === 'timeout'
    const madeAt = atZero ? attempt.deadline_at : undefined
    const entries: NewEntry[] = this.#typing
      .waiting()
      .map(({ problemId, languageId, text }) => ({ ...draftEntry(problemId, languageId, text), madeAt }))
    if (atZero && !attempt.mcqs_submitted && (content?.questions.length ?? 0) > 0)
      entries.push({ type: 'mcq_submit_all', key: '', body: { at_zero: true }, madeAt })
    entries.push({ type: 'finish', key: '', body: { reason }, madeAt })
    await this.takeUp(entries, madeAt ?? Math.round(serverNow(this.#memory)))
  }

  /**
   * Goes on with a finish that was made, here or on the page before this one.
   * @param entries what belongs before it, and the finish last
   * @param at when it was made, in server milliseconds
   */
  async takeUp(entries: readonly NewEntry[], at: number): Promise<void> {
    this.#memory.finishing = { at }
    this.#changed()
    void this.#keep(entries)
    await this.#log.idle()
  }

  async #keep(entries: readonly NewEntry[]): Promise<void> {
    const typed = this.#typing.waiting()
    await this.#log.append(entries, 'until kept')
    this.#memory.finishing = null
    // Otherwise another tab has taken it up.
    if (this.#memory.attempt.finished_at !== null) {
      this.#typing.settle(typed)
      this.#kept()
    }
    this.#changed()
  }
}

import type { FinishBody } from '#contract/ops.ts'
import { draftEntry, type NewEntry } from './db/append.ts'
import type { DraftBuffer } from './draftBuffer.ts'
import { refusalHere } from './gate.ts'
import type { LogWriter } from './log/writer.ts'
import type { Memory } from './memory.ts'
import { bootId } from './random.ts'
import { isOpenHere, serverNow } from './state.ts'

/**
 * The finish made on this device. From that moment nothing can be changed any more, however long the disk takes or how
 * often it fails: it is tried until it is in the log, and the screen says so meanwhile.
 */
export class Finishing {
  readonly #memory: Memory
  readonly #typing: Pick<DraftBuffer, 'waiting' | 'markSaved'>
  readonly #log: Pick<LogWriter, 'append' | 'idle'>

  constructor(
    memory: Memory,
    typing: Pick<DraftBuffer, 'waiting' | 'markSaved'>,
    log: Pick<LogWriter, 'append' | 'idle'>,
  ) {
    this.#memory = memory
    this.#typing = typing
    this.#log = log
    memory.on('TICK', () => this.#look())
  }

  /** Without a steady clock since the last contact (a reload out of reach) only the server ends the test. */
  #look(): void {
    if (isOpenHere(this.#memory.state) && this.#isZero()) void this.finish('timeout')
  }

  #isZero(): boolean {
    const { state } = this.#memory
    const { anchor, deadline_at } = state.attempt
    return anchor.bootId === bootId && serverNow(state) >= deadline_at
  }

  /**
   * The last drafts, at zero all MCQs, then the finish: in this order, in one transaction. Whatever it is called for, at
   * zero the time ended the test.
   * Resolves when that was tried: it is on this device, or the fault is shown and it is tried again.
   */
  async finish(asked: FinishBody['reason']): Promise<void> {
    const { state } = this.#memory
    const reason = this.#isZero() ? 'timeout' : asked
    const { attempt, content } = state
    if (refusalHere(state, { type: 'finish', body: { reason } }) !== null) return
    const atZero = reason === 'timeout'
    const madeAt = atZero ? attempt.deadline_at : undefined
    const entries: NewEntry[] = this.#typing
      .waiting()
      .map(({ problemId, languageId, text }) => ({ ...draftEntry(problemId, languageId, text), madeAt }))
    if (atZero && !attempt.mcqs_submitted && (content?.questions.length ?? 0) > 0)
      entries.push({ type: 'mcq_submit_all', key: '', body: { at_zero: true }, madeAt })
    entries.push({ type: 'finish', key: '', body: { reason }, madeAt })
    await this.takeUp(entries, madeAt ?? Math.round(serverNow(state)))
  }

  /**
   * Goes on with a finish that was made, here or on the page before this one.
   * @param entries what belongs before it, and the finish last
   * @param at when it was made, in server milliseconds
   */
  async takeUp(entries: readonly NewEntry[], at: number): Promise<void> {
    this.#memory.send({ type: 'FINISH_MADE', at })
    void this.#keep(entries)
    await this.#log.idle()
  }

  async #keep(entries: readonly NewEntry[]): Promise<void> {
    const typed = this.#typing.waiting()
    await this.#log.append(entries, 'forever')
    this.#memory.send({ type: 'FINISH_OVER' })
    // Otherwise another tab has taken it up.
    if (this.#memory.state.attempt.finished_at === null) return
    this.#typing.markSaved(typed)
    this.#memory.send({ type: 'FINISH_KEPT' })
  }
}

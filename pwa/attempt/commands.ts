import { choiceKey, codeKey, type FinishBody } from '#contract/ops.ts'
import { draftEntry, type NewEntry } from './db/append.ts'
import type { DraftBuffer } from './draftBuffer.ts'
import { mayWrite, refusalHere } from './gate.ts'
import type { LogWriter } from './log/writer.ts'
import { randomText } from './random.ts'
import { type ClientState, serverNow } from './state.ts'

/**
 * Choices and submissions: shown at once, however long the disk takes or how often it fails, and kept as soon as it can.
 * The next choice, the save and the submissions left go on from what is shown.
 */
export class Commands {
  readonly #memory: ClientState
  readonly #log: Pick<LogWriter, 'append'>
  readonly #changed: () => void

  constructor(memory: ClientState, log: Pick<LogWriter, 'append'>, changed: () => void) {
    this.#memory = memory
    this.#log = log
    this.#changed = changed
  }

  /** Resolves when it is on this device. */
  async choose(type: 'mcq_select' | 'mcq_save', questionId: number, optionIds: number[]): Promise<void> {
    const body = { question_id: questionId, selected_options: optionIds }
    if (!mayWrite(this.#memory, { type, body })) return
    const key = choiceKey(questionId)
    const { choosing } = this.#memory
    const saving = type === 'mcq_save' ? optionIds : (choosing.get(key)?.saving ?? null)
    const mine = { selected: optionIds, saving }
    choosing.set(key, mine)
    this.#changed()
    await this.#log.append([{ type, key, body }], 'forever')
    if (choosing.get(key) !== mine) return
    choosing.delete(key)
    this.#changed()
  }

  /** Resolves when it is on this device. */
  async submit(problemId: number, languageId: number, text: string): Promise<void> {
    const memory = this.#memory
    const body = { problem_id: problemId, language_id: languageId, source_code: text }
    if (!mayWrite(memory, { type: 'submit', body })) return
    const op_id = randomText(16)
    const mine = { op_id, problem_id: problemId, language_id: languageId, made_at: serverNow(memory) }
    memory.submitting = [...memory.submitting, mine]
    this.#changed()
    await this.#log.append([{ type: 'submit', key: codeKey(problemId, languageId), body, op_id }], 'forever')
    memory.submitting = memory.submitting.filter((one) => one !== mine)
    this.#changed()
  }
}

/**
 * The finish made on this device. From that moment nothing can be changed any more, however long the disk takes or how
 * often it fails: it is tried until it is in the log, and the screen says so meanwhile.
 */
export class Finishing {
  readonly #memory: ClientState
  readonly #typing: Pick<DraftBuffer, 'waiting' | 'markSaved'>
  readonly #log: Pick<LogWriter, 'append' | 'idle'>
  readonly #kept: () => void
  readonly #changed: () => void

  /**
   * @param kept told once the finish is in the log of this device
   * @param changed the memory changed
   */
  constructor(
    memory: ClientState,
    typing: Pick<DraftBuffer, 'waiting' | 'markSaved'>,
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
    const { attempt, content } = this.#memory
    if (refusalHere(this.#memory, { type: 'finish', body: { reason } }) !== null) return
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
    await this.#log.append(entries, 'forever')
    this.#memory.finishing = null
    // Otherwise another tab has taken it up.
    if (this.#memory.attempt.finished_at !== null) {
      this.#typing.markSaved(typed)
      this.#kept()
    }
    this.#changed()
  }
}

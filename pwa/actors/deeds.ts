import { choiceKey, codeKey } from '#contract/ops.ts'
import { randomText } from '../local/random.ts'
import type { LogWriter } from './logWriter.ts'
import { type Memory, serverNow } from './memory.ts'

/**
 * Choices and submissions: shown at once, however long the disk takes or how often it fails, and kept as soon as it can.
 * The next choice, the save and the submissions left go on from what is shown.
 */
export class Deeds {
  readonly #memory: Memory
  readonly #log: Pick<LogWriter, 'append'>
  readonly #changed: () => void

  constructor(memory: Memory, log: Pick<LogWriter, 'append'>, changed: () => void) {
    this.#memory = memory
    this.#log = log
    this.#changed = changed
  }

  /** Resolves when it is on this device. */
  async choose(type: 'mcq_select' | 'mcq_save', questionId: number, optionIds: number[]): Promise<void> {
    const key = choiceKey(questionId)
    const { choosing } = this.#memory
    const saving = type === 'mcq_save' ? optionIds : (choosing.get(key)?.saving ?? null)
    const mine = { selected: optionIds, saving }
    choosing.set(key, mine)
    this.#changed()
    const body = { question_id: questionId, selected_options: optionIds }
    await this.#log.append([{ type, key, body }], 'until kept')
    if (choosing.get(key) !== mine) return
    choosing.delete(key)
    this.#changed()
  }

  /** Resolves when it is on this device. */
  async submit(problemId: number, languageId: number, text: string): Promise<void> {
    const memory = this.#memory
    const op_id = randomText(16)
    const mine = { op_id, problem_id: problemId, language_id: languageId, made_at: serverNow(memory) }
    memory.submitting = [...memory.submitting, mine]
    this.#changed()
    const body = { problem_id: problemId, language_id: languageId, source_code: text }
    await this.#log.append(
      [{ type: 'submit', key: codeKey(problemId, languageId), body, op_id }],
      'until kept',
    )
    memory.submitting = memory.submitting.filter((one) => one !== mine)
    this.#changed()
  }
}

import { choiceKey, codeKey } from '#contract/ops.ts'
import { draftEntry } from './db/append.ts'
import { keepLanguages, keepPosition } from './db/prefs.ts'
import type { LocalDatabase } from './db/schema.ts'
import type { DraftBuffer } from './draftBuffer.ts'
import type { Typed } from './events.ts'
import { mayWrite, RefusedByRules, refusalHere } from './gate.ts'
import type { LogWriter } from './log/writer.ts'
import type { Memory } from './memory.ts'
import { randomText } from './random.ts'
import { writeLanguages } from './session/store.ts'
import { isUncounted, serverNow } from './state.ts'

type Log = Pick<LogWriter, 'append'>
type Typing = Pick<DraftBuffer, 'isPending' | 'type' | 'drop'>

/**
 * A person's actions on the test screen. Choices and submissions are shown at once, however long the disk takes or how
 * often it fails, and kept as soon as it can. The next choice, the save and the submissions left go on from what is
 * shown.
 */
export class Commands {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #log: Log
  readonly #typing: Typing

  constructor(open: () => LocalDatabase, memory: Memory, log: Log, typing: Typing) {
    this.#open = open
    this.#memory = memory
    this.#log = log
    this.#typing = typing
  }

  /** Resolves when it is on this device. */
  async choose(type: 'mcq_select' | 'mcq_save', questionId: number, optionIds: number[]): Promise<void> {
    const body = { question_id: questionId, selected_options: optionIds }
    const { state } = this.#memory
    if (!mayWrite(state, { type, body })) return
    const key = choiceKey(questionId)
    const saving = type === 'mcq_save' ? optionIds : (state.choosing.get(key)?.saving ?? null)
    const choices = new Map([[key, { selected: optionIds, saving }]])
    this.#memory.send({ type: 'CHOICES_MADE', choices })
    await this.#log.append([{ type, key, body }], 'forever')
    this.#memory.send({ type: 'CHOICES_KEPT', choices })
  }

  /** Resolves when it is on this device. */
  async submit(problemId: number, languageId: number, text: string): Promise<void> {
    const { state } = this.#memory
    const body = { problem_id: problemId, language_id: languageId, source_code: text }
    if (!mayWrite(state, { type: 'submit', body })) return
    const op_id = randomText(16)
    const submissions = [{ op_id, problem_id: problemId, language_id: languageId, made_at: serverNow(state) }]
    this.#memory.send({ type: 'SUBMISSIONS_MADE', submissions })
    await this.#log.append([{ type: 'submit', key: codeKey(problemId, languageId), body, op_id }], 'forever')
    this.#memory.send({ type: 'SUBMISSIONS_KEPT', submissions })
    this.#typing.drop(problemId, languageId, text)
  }

  async submitMcqs(): Promise<void> {
    const op = { type: 'mcq_submit_all', body: {} } as const
    if (mayWrite(this.#memory.state, op)) await this.#log.append([{ ...op, key: '' }])
  }

  /** Resolves when it is on this device. */
  async saveDraft(problemId: number, languageId: number, text: string): Promise<void> {
    try {
      await this.#memory.request('KEEP_DRAFT', { problemId, languageId, text })
    } catch (error) {
      // Tried again as what is typed is, unless more was typed meanwhile.
      if (!this.#typing.isPending(`${problemId}:${languageId}`))
        this.#typing.type(problemId, languageId, text)
      throw error
    }
    this.#typing.drop(problemId, languageId, text)
  }

  async feedback(rating: number | null, comment: string): Promise<void> {
    const op = { type: 'feedback', body: { rating, comment } } as const
    if ((rating === null && comment.trim() === '') || refusalHere(this.#memory.state, op) !== null) return
    await this.#log.append([{ ...op, key: '' }])
  }

  async chooseLanguage(problemId: number, languageId: number): Promise<void> {
    this.#memory.send({ type: 'LANGUAGE_CHOSEN', problemId, languageId })
    const { attempt, languageOf } = this.#memory.state
    writeLanguages(languageOf)
    await keepLanguages(this.#open(), attempt.attempt_id, languageOf)
  }

  keepPosition(position: object): void {
    this.#memory.send({ type: 'POSITION_LEFT', position })
    void keepPosition(this.#open(), this.#memory.state.attempt.attempt_id, position)
  }
}

/** Puts drafts into the log from now on, each text once. */
export function keepDrafts(memory: Memory, log: Pick<LogWriter, 'append' | 'underway'>): void {
  memory.answer('KEEP_DRAFT', async ({ problemId, languageId, text }: Typed): Promise<void> => {
    const { state } = memory
    const entry = draftEntry(problemId, languageId, text)
    const refusal = refusalHere(state, entry)
    // A draft left at the end is the writer's to judge: it goes along with the finish, or not at all.
    if (refusal !== null && refusal !== 'after_finish') throw new RefusedByRules(refusal)
    const isUnderway = log.underway(entry.key).length > 0
    const stands = state.answers.get(entry.key)
    // A draft that came late or was refused stands there too, and counts once it is saved again.
    const isThere = stands?.value === text && !isUncounted(state, stands) && !state.refused.has(stands.seq)
    if (isUnderway || !isThere || state.storageFault !== null) await log.append([entry])
  })
  // A refused submission leaves a program that the server has nowhere: it is kept as a draft, once, with its own time.
  const tried = new Set<string>()
  memory.on('SERVER_HEARD', () => {
    const { answers, refused } = memory.state
    for (const { key, seq, value, made_at } of answers.values()) {
      const [kind, problemId, languageId] = key.split(':')
      const name = `${key} ${value}`
      if (kind !== 'code' || typeof value !== 'string' || !refused.has(seq) || tried.has(name)) continue
      // Something newer is on its way into the log: it stands there in a moment, and nothing may come behind it.
      if (log.underway(key).length > 0) continue
      tried.add(name)
      const entry = draftEntry(Number(problemId), Number(languageId), value)
      // A program that the rules refuse on this device as well stays as it is shown: not saved.
      if (refusalHere(memory.state, entry) === null)
        log.append([{ ...entry, madeAt: made_at }]).catch(() => {})
    }
  })
}

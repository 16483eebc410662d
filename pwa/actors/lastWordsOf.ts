import { codeKey } from '#contract/ops.ts'
import { keepLastWords, type LastWords, readLastWords } from '../local/lastWords.ts'
import { programIn } from '../local/log.ts'
import { draftEntry } from './draftEntry.ts'
import type { LogWriter } from './logWriter.ts'
import { type Memory, serverNow } from './memory.ts'
import type { Typing } from './typing.ts'

/** What is being typed while the page goes, from the page that goes to the log of the one that comes. */
export class LastWordsOf {
  readonly #memory: Memory
  readonly #typing: Pick<Typing, 'waiting' | 'isPending'>
  readonly #log: Pick<LogWriter, 'append' | 'underway'>
  #kept = false
  #taking: Promise<void> | null = null

  constructor(
    memory: Memory,
    typing: Pick<Typing, 'waiting' | 'isPending'>,
    log: Pick<LogWriter, 'append' | 'underway'>,
  ) {
    this.#memory = memory
    this.#typing = typing
    this.#log = log
  }

  /** The page may be gone the next moment. */
  keep(): void {
    const waiting = this.#typing.waiting()
    this.#kept ||= waiting.length > 0
    const words = waiting.map(({ problemId, languageId, text }) => ({
      problemId,
      languageId,
      text,
      after: this.#placeOf(problemId, languageId),
      at: Math.round(serverNow(this.#memory)),
      over: this.#log.underway(codeKey(problemId, languageId)).map(programIn),
    }))
    if (waiting.length > 0) keepLastWords(this.#memory.attempt.attempt_id, words)
  }

  /** The page is still there, and what was typed is in the log. */
  settle(): void {
    if (!this.#kept || this.#typing.isPending()) return
    this.#kept = false
    keepLastWords(this.#memory.attempt.attempt_id, [])
  }

  /**
   * Writes into the log what the page before this one had no time for, unless something newer stands there. For the tab
   * that writes; it stays where it is where the test does not run here, or nothing can be written.
   */
  take(): Promise<void> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  async #take(): Promise<void> {
    const { attempt } = this.#memory
    if (attempt.lease_lost || attempt.finished_at !== null || attempt.state !== 'running') return
    const words = readLastWords(attempt.attempt_id)
    if (words.length === 0) return
    const entries = words
      .filter((word) => this.#isNewest(word))
      .map(({ problemId, languageId, text, at }) => ({
        ...draftEntry(problemId, languageId, text),
        madeAt: at,
      }))
    try {
      if (entries.length > 0) await this.#log.append(entries)
      keepLastWords(attempt.attempt_id, [])
    } catch {
      // The next page tries it again.
    }
  }

  #isNewest({ problemId, languageId, text, after, over }: LastWords): boolean {
    const stands = this.#memory.answers.get(codeKey(problemId, languageId))?.value
    const goesOn = this.#placeOf(problemId, languageId) === after || over.some((older) => older === stands)
    return goesOn && stands !== text
  }

  #placeOf(problemId: number, languageId: number): number {
    return this.#memory.answers.get(codeKey(problemId, languageId))?.seq ?? 0
  }
}

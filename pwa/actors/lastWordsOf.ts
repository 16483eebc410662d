import { codeKey } from '#contract/ops.ts'
import type { LocalDatabase, OpRecord } from '../local/database.ts'
import { forgetLeft, keepLeft, type LastDeed, type LastWords, readLeft } from '../local/lastWords.ts'
import { type NewEntry, programIn } from '../local/log.ts'
import { draftEntry } from './draftEntry.ts'
import type { LogWriter, Named } from './logWriter.ts'
import { type Memory, serverNow } from './memory.ts'
import type { Typing } from './typing.ts'

/** What is being typed, chosen or submitted while the page goes, from the page that goes to the log of the one that comes. */
export class LastWordsOf {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #typing: Pick<Typing, 'waiting' | 'isPending'>
  readonly #log: Pick<LogWriter, 'append' | 'underway' | 'pending'>
  #kept = false
  #taking: Promise<void> | null = null

  constructor(
    open: () => LocalDatabase,
    memory: Memory,
    typing: Pick<Typing, 'waiting' | 'isPending'>,
    log: Pick<LogWriter, 'append' | 'underway' | 'pending'>,
  ) {
    this.#open = open
    this.#memory = memory
    this.#typing = typing
    this.#log = log
  }

  /**
   * The page may be gone the next moment, or another tab write from now on.
   * @returns whether nothing is lost with this page
   */
  keep(): boolean {
    const at = Math.round(serverNow(this.#memory))
    const words = this.#typing.waiting().map(({ problemId, languageId, text }) => ({
      problemId,
      languageId,
      text,
      after: this.#placeOf(problemId, languageId),
      at,
      over: this.#log.underway(codeKey(problemId, languageId)).map(programIn),
    }))
    const deeds = this.#log.pending().filter(isDeed).map(deedOf(at))
    if (words.length === 0 && deeds.length === 0) return true
    const { attempt_id, tail_seq: tail } = this.#memory.attempt
    const isKept = keepLeft(attempt_id, { words, deeds, tail })
    this.#kept ||= isKept
    return isKept
  }

  /** The page is still there, and what was under way is in the log. */
  settle(): void {
    if (!this.#kept || this.#typing.isPending() || this.#log.pending().some(isDeed)) return
    this.#kept = false
    forgetLeft(this.#memory.attempt.attempt_id)
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
    const { words, deeds, tail } = readLeft(attempt.attempt_id)
    if (words.length === 0 && deeds.length === 0) return
    try {
      const drafts = words
        .filter((word) => this.#isNewest(word))
        .map(({ problemId, languageId, text, at }) => ({
          ...draftEntry(problemId, languageId, text),
          madeAt: at,
        }))
      const entries: NewEntry[] = [...undone(deeds, await this.#opsBehind(tail)), ...drafts]
      if (entries.length > 0) await this.#log.append(entries)
      forgetLeft(attempt.attempt_id)
    } catch {
      // The next page tries it again.
    }
  }

  #opsBehind(tail: number): Promise<OpRecord[]> {
    const { attempt_id } = this.#memory.attempt
    return this.#open()
      .ops.where('[attempt_id+seq]')
      .between([attempt_id, tail], [attempt_id, Number.MAX_SAFE_INTEGER], false, true)
      .toArray()
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

/** Of what is under way that which nobody would do again by themselves. Drafts have a way of their own. */
const isDeed = ({ type }: Pick<NewEntry, 'type'>): boolean =>
  type === 'mcq_select' || type === 'mcq_save' || type === 'submit'

const deedOf =
  (now: number) =>
  ({ type, key, body, op_id, madeAt = now }: Named): LastDeed => ({ type, key, body, op_id, madeAt })

/** Those that are not in the log. A choice is not made anew either where its question was answered since. */
function undone(deeds: readonly LastDeed[], behind: readonly OpRecord[]): LastDeed[] {
  const written = new Set(behind.map(({ op_id }) => op_id))
  const own = new Set(deeds.map(({ op_id }) => op_id))
  const answered = new Set(behind.filter(({ op_id }) => !own.has(op_id)).map(({ key }) => key))
  return deeds.filter(
    ({ type, key, op_id }) => !written.has(op_id) && (type === 'submit' || !answered.has(key)),
  )
}

import { codeKey } from '#contract/ops.ts'
import type { LocalDatabase, OpRecord } from '../local/database.ts'
import { forgetLeft, keepLeft, type LastDeed, type LastWords, readLeft } from '../local/lastWords.ts'
import { type NewEntry, programIn } from '../local/log.ts'
import { draftEntry } from './draftEntry.ts'
import type { Finishing } from './finishing.ts'
import type { LogWriter, Named } from './logWriter.ts'
import { type Memory, serverNow } from './memory.ts'
import type { Typing } from './typing.ts'

/**
 * What is being typed, chosen, submitted or finished while the page goes, from the page that goes to the log of the one
 * that comes.
 */
export class LastWordsOf {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #typing: Pick<Typing, 'waiting' | 'isPending'>
  readonly #log: Pick<LogWriter, 'append' | 'underway' | 'pending'>
  readonly #finishing: Pick<Finishing, 'takeUp'>
  #kept = false
  #taking: Promise<void> | null = null

  constructor(
    open: () => LocalDatabase,
    memory: Memory,
    typing: Pick<Typing, 'waiting' | 'isPending'>,
    log: Pick<LogWriter, 'append' | 'underway' | 'pending'>,
    finishing: Pick<Finishing, 'takeUp'>,
  ) {
    this.#open = open
    this.#memory = memory
    this.#typing = typing
    this.#log = log
    this.#finishing = finishing
  }

  /** Programs that are not in the log yet, by problem and language. */
  unkept(): ReadonlyMap<string, string> {
    return new Map(
      this.#programs().map(({ problemId, languageId, text }) => [`${problemId}:${languageId}`, text]),
    )
  }

  /**
   * The page may be gone the next moment, or another tab write from now on.
   * @returns whether nothing is lost with this page
   */
  keep(): boolean {
    const at = Math.round(serverNow(this.#memory))
    const words = this.#programs().map(({ problemId, languageId, text }) => ({
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
    const { attempt, finishing } = this.#memory
    if (finishing || attempt.lease_lost || attempt.finished_at !== null || attempt.state !== 'running') return
    const { words, deeds, tail } = readLeft(attempt.attempt_id)
    if (words.length === 0 && deeds.length === 0) return
    try {
      const drafts = words
        .filter((word) => this.#isNewest(word))
        .map(({ problemId, languageId, text, at }) => ({
          ...draftEntry(problemId, languageId, text),
          madeAt: at,
        }))
      const left = undone(deeds, await this.#opsBehind(tail))
      const ends = left.filter(isEnd)
      const entries: NewEntry[] = [...left.filter((deed) => !isEnd(deed)), ...drafts, ...ends]
      const finish = ends.find(({ type }) => type === 'finish')
      if (finish) {
        // Over on the page before: it is tried until it is kept, and stays where it lies until then.
        this.#kept = true
        return await this.#finishing.takeUp(entries, finish.madeAt)
      }
      if (entries.length > 0) await this.#log.append(entries)
      forgetLeft(attempt.attempt_id)
    } catch {
      // The next page tries it again.
    }
  }

  /** What is typed, and before that what only a write under way has: a finish brings its drafts along. */
  #programs(): Pick<LastWords, 'problemId' | 'languageId' | 'text'>[] {
    const programs = new Map(
      this.#log
        .pending()
        .filter(({ type }) => type === 'draft')
        .map((entry) => [entry.key, programOf(entry)]),
    )
    for (const { problemId, languageId, text } of this.#typing.waiting())
      programs.set(codeKey(problemId, languageId), { problemId, languageId, text })
    return [...programs.values()]
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

/** What stands at the end of a log, behind all work. */
const isEnd = ({ type }: Pick<NewEntry, 'type'>): boolean => type === 'mcq_submit_all' || type === 'finish'

const isChoice = ({ type }: Pick<NewEntry, 'type'>): boolean => type === 'mcq_select' || type === 'mcq_save'

/** Of what is under way that which nobody would do again by themselves. Drafts have a way of their own. */
const isDeed = (entry: Pick<NewEntry, 'type'>): boolean =>
  isChoice(entry) || isEnd(entry) || entry.type === 'submit'

function programOf(entry: NewEntry): Pick<LastWords, 'problemId' | 'languageId' | 'text'> {
  const { problem_id, language_id } = entry.body as { problem_id: number; language_id: number }
  return { problemId: problem_id, languageId: language_id, text: programIn(entry) }
}

const deedOf =
  (now: number) =>
  ({ type, key, body, op_id, madeAt = now }: Named): LastDeed => ({ type, key, body, op_id, madeAt })

/** Those that are not in the log. A choice is not made anew either where its question was answered since. */
function undone(deeds: readonly LastDeed[], behind: readonly OpRecord[]): LastDeed[] {
  const written = new Set(behind.map(({ op_id }) => op_id))
  const own = new Set(deeds.map(({ op_id }) => op_id))
  const answered = new Set(behind.filter(({ op_id }) => !own.has(op_id)).map(({ key }) => key))
  return deeds.filter((deed) => !written.has(deed.op_id) && !(isChoice(deed) && answered.has(deed.key)))
}

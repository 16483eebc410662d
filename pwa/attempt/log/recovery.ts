import { codeKey } from '#contract/ops.ts'
import type { Draft, TestSnapshot } from '../api.ts'
import { draftEntry, type NewEntry, programIn } from '../db/append.ts'
import type { LocalDatabase, OpRecord } from '../db/schema.ts'
import {
  type BufferedOp,
  type BufferedProgram,
  clearUnloadBuffer,
  dropTyped,
  isEmptyBuffer,
  isStillTaken,
  readTyped,
  readUnloadBuffer,
  type UnloadBuffer,
  writeTyped,
  writeUnloadBuffer,
} from '../db/unloadBuffer.ts'
import type { DraftBuffer } from '../draftBuffer.ts'
import type { Typed } from '../events.ts'
import type { Memory } from '../memory.ts'
import { type Choosing, type Submitting, serverNow } from '../state.ts'
import type { LogWriter, Named } from './writer.ts'

type Log = Pick<LogWriter, 'append' | 'underway' | 'pending' | 'idle' | 'discard'>
type Typing = Pick<DraftBuffer, 'waiting' | 'isPending' | 'flush' | 'discard'>

/** Goes on with a finish that was made: what belongs before it, it, and when it was made. */
interface Finishes {
  takeUp(entries: readonly NewEntry[], at: number): Promise<void>
}

/** A program on its way into the log, and when it was made where that is known. */
type Program = Pick<BufferedProgram, 'problemId' | 'languageId' | 'text'> & { madeAt?: number | undefined }

/** Work that is typed, chosen, submitted or finished while the page goes, carried to the log of the page that comes. */
export class Recovery {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #typing: Typing
  readonly #log: Log
  readonly #finishing: Finishes
  #kept = false
  /** Work that was read and is not on its way into the log yet: nothing of this page may take its place. */
  #unrecovered: UnloadBuffer | null = null
  #taking: Promise<void> | null = null

  constructor(open: () => LocalDatabase, memory: Memory, typing: Typing, log: Log, finishing: Finishes) {
    this.#open = open
    this.#memory = memory
    this.#typing = typing
    this.#log = log
    this.#finishing = finishing
    memory.on('TEXT_UNHELD', ({ text }) => this.#hold(text))
    memory.on('FINISH_KEPT', () => this.settle())
    memory.on('PAGE_LEAVES', () => this.#leave())
    memory.answer('INHERIT', () => this.take())
    memory.answer('HAND_OVER', () => this.#handOver())
  }

  /** Programs that are not in the log yet, by problem and language. */
  unkept(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#writing(isProgram), ...this.#typing.waiting()].map(({ problemId, languageId, text }) => [
        `${problemId}:${languageId}`,
        text,
      ]),
    )
  }

  /**
   * The snapshot with the programs that are on their way into the log as drafts: after a reload no editor has them any
   * more, and what stands in the log is older.
   */
  shownIn(snapshot: TestSnapshot): TestSnapshot {
    const { isHolder, storageFault } = this.#memory.state
    const programs = isHolder ? this.#writing(isProgram) : []
    if (programs.length === 0) return snapshot
    const state = storageFault === null ? 'saving' : 'unsaved'
    const drafts: Record<string, Draft> = { ...snapshot.drafts }
    for (const { problemId, languageId, text } of programs)
      drafts[`${problemId}:${languageId}`] = { text, light: { state, at: null } }
    return { ...snapshot, drafts }
  }

  /**
   * The page may be gone the next moment, or another tab write from now on.
   * @returns whether nothing is lost with this page
   */
  keep(): boolean {
    const now = Math.round(serverNow(this.#memory.state))
    const { attempt_id, tail_seq } = this.#memory.state.attempt
    const words = this.#drafts().map(({ problemId, languageId, text, madeAt = now }) => ({
      problemId,
      languageId,
      text,
      after: this.#positionOf(problemId, languageId),
      at: madeAt,
      over: this.#log.underway(codeKey(problemId, languageId)).map(programIn),
    }))
    const deeds = this.#log.pending().filter(isDeed).map(deedOf(now, tail_seq))
    const left = withUntaken({ words, deeds }, this.#unrecovered)
    if (isEmptyBuffer(left)) return true
    const isKept = writeUnloadBuffer(attempt_id, left)
    this.#kept ||= isKept
    return isKept
  }

  /** Puts what is being typed beside the log: should the page be killed, the next one finds it. */
  #hold({ problemId, languageId, text }: Typed): void {
    const at = Math.round(serverNow(this.#memory.state))
    const after = this.#positionOf(problemId, languageId)
    const over = this.#log.underway(codeKey(problemId, languageId)).map(programIn)
    // If that fails, the draft that follows it says so.
    writeTyped(this.#open(), this.#memory.state.attempt.attempt_id, {
      problemId,
      languageId,
      text,
      after,
      at,
      over,
    }).catch(() => {})
  }

  /** The page is still there, and what was under way is in the log. */
  settle(): void {
    if (!this.#kept || this.#unrecovered || this.#typing.isPending() || this.#log.pending().some(isWork))
      return
    this.#kept = false
    const { attempt_id } = this.#memory.state.attempt
    clearUnloadBuffer(attempt_id)
    // Rows that stay are older than the log, and say nothing.
    dropTyped(this.#open(), attempt_id).catch(() => {})
  }

  #leave(): void {
    this.keep()
    void Promise.all([this.#typing.flush(), this.#log.idle()]).then(() => this.settle())
  }

  /**
   * Leaves to the other tab what this one could not write; this one tries no more, because that would come over newer
   * work.
   */
  async #handOver(): Promise<void> {
    await this.#typing.flush()
    await this.#log.idle()
    if (!this.keep()) return
    // It is not this tab's to forget any more.
    this.#kept = false
    this.#typing.discard()
    this.#log.discard()
  }

  /**
   * Writes into the log what the page before this one had no time for, unless something newer stands there. For the tab
   * that writes. Nobody else has it, so it is tried until it is kept, and stays where it lies until then. The server
   * and other devices weigh it against what they did to the test meanwhile.
   * Resolves when that was tried. @throws what the device's storage has against the log being read
   */
  take(): Promise<void> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  async #take(): Promise<void> {
    const { attempt, finishing } = this.#memory.state
    this.#unrecovered = null
    if (finishing || !isStillTaken(attempt, serverNow(this.#memory.state))) return
    const left = newestOf(readUnloadBuffer(attempt.attempt_id), await this.#held())
    if (isEmptyBuffer(left)) return
    this.#unrecovered = left
    const entries = await this.#entriesOf(left)
    this.#unrecovered = null
    this.#kept = true
    const finish = entries.find(({ type }) => type === 'finish')
    // Over on the page before.
    if (finish?.madeAt !== undefined) return await this.#finishing.takeUp(entries, finish.madeAt)
    if (entries.length === 0) return this.settle()
    void this.#append(entries)
    await this.#log.idle()
  }

  #held(): Promise<BufferedProgram[]> {
    const { attempt_id } = this.#memory.state.attempt
    return readTyped(this.#open(), attempt_id).catch(() => [])
  }

  /** In the order of the log: what was done, what was typed, and the end. */
  async #entriesOf({ words, deeds }: UnloadBuffer): Promise<NewEntry[]> {
    const done = undone(deeds, await this.#opsBehind(Math.min(...deeds.map(({ tail }) => tail))))
    // Work that this tab is writing already need not be taken from the other tab that had the test meanwhile.
    const writing = new Set(this.#log.pending().map(({ op_id }) => op_id))
    const left = done
      .filter(({ op_id }) => !writing.has(op_id))
      .map(({ type, key, body, op_id, madeAt }): NewEntry => ({ type, key, body, op_id, madeAt }))
    const drafts = words
      .filter((word) => this.#isNewest(word))
      .map(
        ({ problemId, languageId, text, at }): NewEntry => ({
          ...draftEntry(problemId, languageId, text),
          madeAt: at,
        }),
      )
    return [...left.filter((deed) => !isEnd(deed)), ...drafts, ...left.filter(isEnd)]
  }

  /** As with what is done on this page, it counts from now on: the next choice goes on from it, and no submission is free. */
  async #append(entries: readonly NewEntry[]): Promise<void> {
    const { choosing } = this.#memory.state
    const choices = new Map<string, Choosing>()
    for (const { type, key, body } of entries.filter(isChoice)) {
      const selected = selectedIn(body)
      const saving = type === 'mcq_save' ? selected : (choices.get(key) ?? choosing.get(key))?.saving
      choices.set(key, { selected, saving: saving ?? null })
    }
    const submissions = entries.filter(({ type }) => type === 'submit').map(submittingOf)
    this.#memory.send({ type: 'CHOICES_MADE', choices })
    this.#memory.send({ type: 'SUBMISSIONS_MADE', submissions })
    await this.#log.append(entries, 'forever')
    this.#memory.send({ type: 'CHOICES_KEPT', choices })
    this.#memory.send({ type: 'SUBMISSIONS_KEPT', submissions })
    this.settle()
  }

  /** Programs that are typed, after those that only a write under way has: a finish brings its drafts along. */
  #drafts(): Program[] {
    const drafts = new Map<string, Program>()
    for (const program of [...this.#writing(isDraft), ...this.#typing.waiting()]) {
      const { problemId, languageId, text } = program
      const madeAt = 'madeAt' in program ? program.madeAt : undefined
      drafts.set(codeKey(problemId, languageId), { problemId, languageId, text, madeAt })
    }
    return [...drafts.values()]
  }

  /** The newest program of each key that is being written or waits for it. */
  #writing(which: (entry: Named) => boolean): Program[] {
    const programs = this.#log.pending().filter(which)
    return [...new Map(programs.map((entry) => [entry.key, programOf(entry)])).values()]
  }

  async #opsBehind(tail: number): Promise<OpRecord[]> {
    const { attempt_id } = this.#memory.state.attempt
    if (tail === Infinity) return []
    return this.#open()
      .ops.where('[attempt_id+seq]')
      .between([attempt_id, tail], [attempt_id, Number.MAX_SAFE_INTEGER], false, true)
      .toArray()
  }

  #isNewest({ problemId, languageId, text, after, over }: BufferedProgram): boolean {
    const stands = this.#memory.state.answers.get(codeKey(problemId, languageId))?.value
    const goesOn = this.#positionOf(problemId, languageId) === after || over.some((older) => older === stands)
    const isUnderway = this.#log
      .underway(codeKey(problemId, languageId))
      .some((one) => programIn(one) === text)
    return goesOn && stands !== text && !isUnderway
  }

  #positionOf(problemId: number, languageId: number): number {
    return this.#memory.state.answers.get(codeKey(problemId, languageId))?.seq ?? 0
  }
}

/** The entry stands at the end of a log, behind all work. */
const isEnd = ({ type }: Pick<NewEntry, 'type'>): boolean => type === 'mcq_submit_all' || type === 'finish'

const isChoice = ({ type }: Pick<NewEntry, 'type'>): boolean => type === 'mcq_select' || type === 'mcq_save'

const isDraft = ({ type }: Pick<NewEntry, 'type'>): boolean => type === 'draft'

const isProgram = (entry: Pick<NewEntry, 'type'>): boolean => isDraft(entry) || entry.type === 'submit'

/** The entry is one that nobody would make again by themselves. Drafts have a way of their own. */
const isDeed = (entry: Pick<NewEntry, 'type'>): boolean =>
  isChoice(entry) || isEnd(entry) || entry.type === 'submit'

const isWork = (entry: Pick<NewEntry, 'type'>): boolean => isDeed(entry) || isDraft(entry)

function programOf(entry: NewEntry): Program {
  const { problem_id, language_id } = entry.body as { problem_id: number; language_id: number }
  return { problemId: problem_id, languageId: language_id, text: programIn(entry), madeAt: entry.madeAt }
}

const selectedIn = (body: unknown): number[] => (body as { selected_options: number[] }).selected_options

function submittingOf({ op_id = '', body, madeAt = 0 }: NewEntry): Submitting {
  const { problem_id, language_id } = body as { problem_id: number; language_id: number }
  return { op_id, problem_id, language_id, made_at: madeAt }
}

const deedOf =
  (now: number, tail: number) =>
  ({ type, key, body, op_id, madeAt = now }: Named): BufferedOp => ({ type, key, body, op_id, madeAt, tail })

/** With what was held beside the log, where the page before had no newer words of the same program. */
function newestOf({ words, deeds }: UnloadBuffer, held: readonly BufferedProgram[]): UnloadBuffer {
  const isNewer = (row: BufferedProgram): boolean =>
    !words.some(
      (own) => own.problemId === row.problemId && own.languageId === row.languageId && own.at >= row.at,
    )
  return { words: [...words, ...held.filter(isNewer)], deeds }
}

/** This page's work, and what it read and could not take yet; the newer text stands for a program. */
function withUntaken({ words, deeds }: UnloadBuffer, untaken: UnloadBuffer | null): UnloadBuffer {
  if (!untaken) return { words, deeds }
  const own = new Set([
    ...words.map(({ problemId, languageId }) => codeKey(problemId, languageId)),
    ...deeds.map(({ op_id }) => op_id),
  ])
  const older = untaken.words.filter(({ problemId, languageId }) => !own.has(codeKey(problemId, languageId)))
  const before = untaken.deeds.filter(({ op_id }) => !own.has(op_id))
  return { words: [...older, ...words], deeds: [...before, ...deeds] }
}

/** Those that are not in the log. A choice is not made anew either where its question was answered since. */
function undone(deeds: readonly BufferedOp[], behind: readonly OpRecord[]): BufferedOp[] {
  const written = new Set(behind.map(({ op_id }) => op_id))
  const own = new Set(deeds.map(({ op_id }) => op_id))
  const others = behind.filter(({ op_id }) => !own.has(op_id))
  const isAnswered = (deed: BufferedOp): boolean =>
    isChoice(deed) && others.some(({ key, seq }) => key === deed.key && seq > deed.tail)
  return deeds.filter((deed) => !written.has(deed.op_id) && !isAnswered(deed))
}

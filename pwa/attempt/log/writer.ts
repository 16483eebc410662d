import { afterFinish } from '#machines/attempt/rules.ts'
import { claimedNow } from '../clock.ts'
import { appendEntries, type NewEntry, NoAttempt, type WrittenOps } from '../db/append.ts'
import { deleteBlobs } from '../db/media.ts'
import { localDatabase, reopenDatabase } from '../db/schema.ts'
import type { Memory } from '../memory.ts'
import { randomText } from '../random.ts'

/** The wait before entries that could not be kept are tried again; whatever comes first lets them go before it. */
const AGAIN_MS = 5_000

/**
 * once: its maker hears that it could not be kept, and has it still. forever: nobody else has it, so it is tried again
 * until it is on this device.
 */
export type RetryPolicy = 'once' | 'forever'

/** An entry with the id its op will have. */
export type Named = NewEntry & { op_id: string }

/** This device did not keep an entry: in words for the one whose work it is, and in the browser's own. */
export class NotPersisted extends Error {
  readonly said: string

  constructor(said: string) {
    super('This device could not keep it. Copy or download your work, and make room on this device.')
    this.said = said
  }
}

interface Job {
  entries: Named[]
  patience: RetryPolicy
  /** When it was called for, in server milliseconds. */
  at: number
  /** It was tried in this round, and waits for the next. */
  waits: boolean
  resolve: () => void
  reject: (error: Error) => void
}

/** Everything that enters the log passes here, one write after the other: the chain has one end. */
export class LogWriter {
  readonly #memory: Memory
  /** In the order of the calls. */
  #jobs: Job[] = []
  /** Entries that failed for good, by key or type; their maker may try again. */
  readonly #failed = new Set<string>()
  #round: Promise<void> | null = null
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(memory: Memory) {
    this.#memory = memory
  }

  /** Resolves when the ops are on this device. @throws NotPersisted where it is tried once; the fault is then shown */
  append(entries: readonly NewEntry[], patience: RetryPolicy = 'once'): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({
        entries: entries.map((entry) => ({ ...entry, op_id: entry.op_id ?? randomText(16) })),
        patience,
        at: Math.round(claimedNow(this.#memory.state.attempt.anchor)),
        waits: false,
        resolve,
        reject,
      })
      this.#start()
    })
  }

  /** Resolves when nothing is being written; what failed may still wait. */
  async idle(): Promise<void> {
    await this.#round
  }

  /** The entries being written under a key; they may be in the log or not. */
  underway(key: string): Named[] {
    return this.pending().filter((entry) => entry.key === key)
  }

  /** Everything that is being written or waits for it, in its order. */
  pending(): Named[] {
    return this.#jobs.flatMap(({ entries }) => entries)
  }

  /** Another tab has what waits here, and writes from now on. */
  discard(): void {
    const waiting = this.#jobs.filter(({ waits }) => waits)
    this.#jobs = this.#jobs.filter(({ waits }) => !waits)
    this.#failed.clear()
    this.#say(this.#fault)
    for (const { resolve } of waiting) resolve()
  }

  #start(): void {
    if (this.#round || this.#jobs.length === 0) return
    clearTimeout(this.#again)
    this.#round = this.#run()
  }

  /** Tries each once, in the order of the calls. */
  async #run(): Promise<void> {
    for (const job of this.#jobs) job.waits = false
    for (;;) {
      const job = this.#jobs.find(({ waits }) => !waits)
      if (!job) break
      await this.#try(job)
    }
    // With nothing in between, or what is called for meanwhile would wait for the next round.
    this.#round = null
    if (this.#jobs.length > 0) this.#again = setTimeout(() => this.#start(), AGAIN_MS)
  }

  async #try(job: Job): Promise<void> {
    try {
      if (this.#isBehind(job)) throw new NotPersisted(this.#fault ?? '')
      const written = await this.#append(job)
      // The job is dropped first, so that each listener finds its entries in the log and no longer on their way.
      this.#drop(job)
      if (written) this.#memory.send({ type: 'OPS_WRITTEN', written })
      this.#say(this.#fault)
      job.resolve()
    } catch (error) {
      const told = error instanceof NotPersisted ? error : new NotPersisted(wordsOf(error))
      if (job.patience === 'once') {
        this.#drop(job)
        for (const entry of job.entries) this.#failed.add(nameOf(entry))
        job.reject(told)
      } else {
        job.waits = true
        // It keeps the time it was made at.
        job.entries = job.entries.map((entry) => ({ ...entry, madeAt: entry.madeAt ?? job.at }))
      }
      this.#say(told.said)
    }
  }

  /**
   * Under one key nothing overtakes what waits; the end of the questions overtakes no choice, or that would count no more;
   * the finish overtakes nothing, and nothing the finish.
   */
  #isBehind(job: Job): boolean {
    const waiting = this.#jobs.filter(({ waits }) => waits).flatMap(({ entries }) => entries)
    const keys = new Set(waiting.map(nameOf))
    if (waiting.some(isFinish)) return true
    const hasChoice = waiting.some(isChoice)
    return (
      waiting.length > 0 &&
      job.entries.some(
        (one) => isFinish(one) || keys.has(nameOf(one)) || (hasChoice && one.type === 'mcq_submit_all'),
      )
    )
  }

  #drop(job: Job): void {
    this.#jobs = this.#jobs.filter((one) => one !== job)
  }

  get #fault(): string | null {
    return this.#memory.state.storageFault
  }

  /** The alarm is over when nothing waits that could not be kept. */
  #say(fault: string | null): void {
    const isOver = this.#failed.size === 0 && !this.#jobs.some(({ waits }) => waits)
    const unwritten = new Set([...this.#failed, ...this.pending().map(nameOf)])
    this.#memory.send({ type: 'LOG_TRIED', fault: isOver ? null : fault, unwritten })
  }

  /** @returns null where nothing was to be written any more */
  async #append({ entries }: Job): Promise<WrittenOps | null> {
    const { finished_at } = this.#memory.state.attempt
    const allowed = entries.filter(({ type }) => finished_at === null || afterFinish.has(type))
    if (allowed.length === 0) return null
    const written = await this.#write(allowed)
    // The device forgot the test, which had ended: nothing more is to be kept of it.
    if (!written) return null
    // Behind a finish nobody can make it again: what the finish did not bring with it was given up.
    if (allowed.some(isFinish)) this.#failed.clear()
    for (const entry of allowed) this.#failed.delete(nameOf(entry))
    return written
  }

  /**
   * A failed write opens the database anew and tries again, the last time without the camera's pictures, which are
   * the first to go where storage is short.
   * @returns null where the test has ended and left this device
   */
  async #write(given: readonly NewEntry[]): Promise<WrittenOps | null> {
    const { attempt_id } = this.#memory.state.attempt
    let entries = given
    let isRestored = false
    const mend: (() => unknown)[] = [
      () => reopenDatabase(),
      () => {
        entries = given.map(({ picture: _none, ...entry }) => entry)
        return deleteBlobs(localDatabase(), attempt_id)
      },
    ]
    for (;;) {
      try {
        return await appendEntries(localDatabase(), attempt_id, entries)
      } catch (error) {
        if (
          error instanceof NoAttempt &&
          !isRestored &&
          (await this.#memory.request('RESTORE').catch(() => false))
        ) {
          isRestored = true
          continue
        }
        if (error instanceof NoAttempt && this.#memory.state.attempt.finished_at !== null) return null
        const next = mend.shift()
        if (!next) throw error
        await Promise.resolve(next()).catch(() => {})
      }
    }
  }
}

const nameOf = ({ type, key }: NewEntry): string => key || type

const isChoice = ({ type }: NewEntry): boolean => type === 'mcq_select' || type === 'mcq_save'

const isFinish = ({ type }: NewEntry): boolean => type === 'finish'

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

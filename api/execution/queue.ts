import { JUDGED_PER_MINUTE } from '#contract/constants.ts'
import {
  AWAITED,
  beforeOther,
  findJobId,
  finishJob,
  giveWay,
  type JobRow,
  listWaitingJobs,
  releaseJobs,
  renewJob,
  retryJob,
  takeJob,
} from '#db/queries/jobs.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { PollLoop } from '../kit/pollLoop.ts'
import { EngineError } from './engineError.ts'
import type { QueuePosition } from './place.ts'
import { isRunsTurn, planOf, type SlotsNow } from './plan.ts'
import type { Judge } from './port.ts'
import { EngineWatch } from './watch.ts'

const LEASE_MS = 60_000
const RETRY_MAX_MS = 60_000
/** Places are told as they were at most so long ago: many may ask, and each look goes through the queue. */
const PLAN_KEPT_MS = 1_000
/** Who is further back than this is told no place. */
const PLANNED_AT_MOST = 2_000
/** The assumed length of a job before one was done, and how much each newer one counts. */
const FIRST_GUESS_MS = 2_000
const NEWEST_WEIGHT = 0.1

type Parts = Pick<Context, 'db' | 'now' | 'log' | 'executor' | 'content'>

/** Does a job. @returns whether all of it is done, and not a turn of it */
type DoJob = (job: JobRow, signal: AbortSignal) => Promise<boolean>

/** A job that was given up throws this: whoever gave it up has written its end. */
class GivenUp extends Error {}

interface UnderWay {
  job: JobRow
  stop: AbortController
}

/**
 * Takes jobs from their rows and does them, as many at once as the engine has slots. Work is leased and renewed, so a
 * crash loses nothing: at the next start what was leased waits again, and results are written exactly once. At least a
 * quarter of the slots (with one slot: every fourth job) goes to candidates' Runs where one waits. Runs of staff take
 * the slots that candidates leave. A job of many tests gives its slot back after a few of them, and a Run that waits is
 * next. While no engine answers nothing is judged and all of that waits; a Run is still tried, as somebody waits for
 * its answer.
 */
export class JudgeQueue implements Judge {
  readonly engine: EngineWatch
  readonly #parts: Parts
  readonly #doJob: DoJob
  readonly #running = new Map<Promise<void>, UnderWay>()
  readonly #due: PollLoop
  #taken = 0
  /** A job gave its slot back with work left: a Run that waits is next. */
  #gaveWay = false
  #meanMs = FIRST_GUESS_MS
  #plan: { madeAt: number; places: Promise<Map<number, number>> } | null = null

  constructor(parts: Parts, doJob: DoJob) {
    this.#parts = parts
    this.#doJob = doJob
    this.engine = new EngineWatch(parts, () => void this.wake())
    this.#due = new PollLoop(
      () => this.#fill(),
      (error) => parts.log.warn({ error: formatErrorLine(error) }, 'no job could be taken'),
    )
  }

  async start(): Promise<void> {
    await this.#parts.db.write((tx) => releaseJobs(tx))
    this.engine.start()
    this.#due.start()
  }

  /**
   * Looks for work now; cheap when there is none.
   * @returns when it has taken what it takes
   */
  wake(): Promise<void> {
    return this.#due.wake()
  }

  async #fill(): Promise<void> {
    while (!this.#due.closed && this.#running.size < this.engine.slots) {
      const job = await this.#take()
      if (!job) return
      this.#taken++
      const stop = new AbortController()
      const work = this.#do(job, stop.signal).finally(() => {
        this.#running.delete(work)
        void this.wake()
      })
      this.#running.set(work, { job, stop })
    }
  }

  #take(): Promise<JobRow | undefined> {
    const runFirst = this.#gaveWay || isRunsTurn(this.#slotsNow())
    this.#gaveWay = false
    const { answers } = this.engine
    return this.#parts.db.write(async (tx) => {
      const options = {
        now: this.#parts.now(),
        leaseMs: LEASE_MS,
        judgedPerMinute: JUDGED_PER_MINUTE,
        underWay: this.#jobs().map(({ id }) => id),
      }
      if (!answers) return takeJob(tx, { ...options, kinds: AWAITED })
      const run = runFirst ? await takeJob(tx, { ...options, kinds: ['run'], ofCandidates: true }) : undefined
      return run ?? takeJob(tx, { ...options, kinds: null })
    })
  }

  #jobs(): JobRow[] {
    return [...this.#running.values()].map(({ job }) => job)
  }

  #slotsNow(): SlotsNow {
    return { slots: this.engine.slots, running: this.#jobs(), taken: this.#taken }
  }

  /** About how long it takes until so many jobs are taken, as long as they lasted lately. */
  secondsFor(jobs: number): number {
    return Math.ceil((jobs * this.#meanMs) / this.engine.slots / 1_000)
  }

  /** The place of a job; null if it does not wait, or came after the newest look. */
  async positionOf(kind: JobRow['kind'], subjectId: number): Promise<QueuePosition | null> {
    const { db, now } = this.#parts
    const id = await findJobId(db.read, kind, subjectId)
    if (id === undefined) return null
    const age = this.#plan ? now() - this.#plan.madeAt : PLAN_KEPT_MS
    if (!this.#plan || age < 0 || age >= PLAN_KEPT_MS) {
      const plan = { madeAt: now(), places: this.#planNow() }
      this.#plan = plan
      plan.places.catch(() => {
        if (this.#plan === plan) this.#plan = null
      })
    }
    const before = (await this.#plan.places).get(id)
    return before === undefined ? null : { before, seconds: this.secondsFor(before + 1) }
  }

  async #planNow(): Promise<Map<number, number>> {
    const { db, now } = this.#parts
    const waiting = (kind: JobRow['kind']) => listWaitingJobs(db.read, kind, now(), PLANNED_AT_MOST)
    const runs = (await Promise.all(AWAITED.map(waiting))).flat().sort(beforeOther)
    // Without an engine nothing is judged, and Runs alone are tried.
    const judges = this.engine.answers ? await waiting('judge') : []
    return planOf(judges, runs, this.#slotsNow())
  }

  /** Ends a job under way; its slot is free at once. */
  giveUp(kind: JobRow['kind'], subjectId: number): void {
    for (const { job, stop } of this.#running.values())
      if (job.kind === kind && job.subject_id === subjectId) stop.abort(new GivenUp())
  }

  async #do(job: JobRow, signal: AbortSignal): Promise<void> {
    const { db, now, log } = this.#parts
    const begun = now()
    const renewal = setInterval(() => {
      db.write((tx) => renewJob(tx, job.id, now() + LEASE_MS)).catch(() => {})
    }, LEASE_MS / 3)
    try {
      const isDone = await this.#work(job, signal)
      this.#gaveWay ||= !isDone
      await db.write<unknown>((tx) => (isDone ? finishJob(tx, job.id, now()) : giveWay(tx, job.id)))
      this.#meanMs += NEWEST_WEIGHT * (Math.max(0, now() - begun) - this.#meanMs)
    } catch (error) {
      if (this.#due.closed) return
      // If it is the engine that is gone, the others need not find out one by one.
      if (error instanceof EngineError) await this.engine.look()
      const wait = Math.min(RETRY_MAX_MS, 500 * 2 ** Math.min(job.tries, 7))
      log.warn(
        { job: job.id, kind: job.kind, tries: job.tries, error: formatErrorLine(error) },
        'a job will be tried again',
      )
      await db.write((tx) => retryJob(tx, job.id, now() + wait, formatErrorLine(error))).catch(() => {})
    } finally {
      clearInterval(renewal)
    }
  }

  /** @returns whether all of it is done, and not a turn of it */
  async #work(job: JobRow, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#doJob(job, signal)
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error
      return true
    }
  }

  /** Stops taking jobs; what runs is given up and waits in its row for the next start. */
  async close(): Promise<void> {
    this.#due.close()
    this.engine.close()
    await Promise.race([Promise.all(this.#running.keys()), new Promise((done) => setTimeout(done, 500))])
  }
}

import { JUDGED_PER_MINUTE } from '#contract/constants.ts'
import { finishJob, type JobRow, releaseJobs, renewJob, retryJob, takeJob } from '#db/queries/judging.ts'
import type { Context } from '../context.ts'
import { judgeSubmission } from './judge.ts'
import { runProgram } from './run.ts'

const LEASE_MS = 60_000
const IDLE_POLL_MS = 1_000
const RETRY_MAX_MS = 60_000

/**
 * Takes jobs from their rows and does them, as many at once as the engine has slots. Work is leased and renewed, so a
 * crash loses nothing: at the next start what was leased waits again, and results are written exactly once.
 * At least a quarter of the slots (with one slot: every fourth job) goes to Run where one waits.
 */
export class JudgeQueue {
  readonly #ctx: Context
  readonly #slots: number
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #taking = false
  #again = false
  #closed = false
  #taken = 0

  constructor(ctx: Context, slots: number) {
    this.#ctx = ctx
    this.#slots = slots
  }

  async start(): Promise<void> {
    await this.#ctx.db.write((tx) => releaseJobs(tx))
    this.#timer = setInterval(() => this.wake(), IDLE_POLL_MS)
    this.#timer.unref()
    this.wake()
  }

  /** Looks for work now; cheap when there is none. */
  wake(): void {
    if (this.#closed) return
    if (this.#taking) {
      this.#again = true
      return
    }
    this.#taking = true
    void this.#fill()
      .catch((fault: unknown) => {
        // The next wake or poll tries again; a database that cannot be written must not end the process.
        if (!this.#closed) this.#ctx.log.warn({ fault: String(fault) }, 'no job could be taken')
      })
      .finally(() => {
        this.#taking = false
        if (this.#again) {
          this.#again = false
          this.wake()
        }
      })
  }

  async #fill(): Promise<void> {
    while (!this.#closed && this.#running.size < this.#slots) {
      const job = await this.#take()
      if (!job) return
      const work = this.#do(job).finally(() => {
        this.#running.delete(work)
        this.wake()
      })
      this.#running.add(work)
    }
  }

  #take(): Promise<JobRow | undefined> {
    const runsTurn = this.#taken % 4 === 3
    this.#taken++
    return this.#ctx.db.write(async (tx) => {
      const options = { now: this.#ctx.now(), leaseMs: LEASE_MS, judgedPerMinute: JUDGED_PER_MINUTE }
      const run = runsTurn ? await takeJob(tx, { ...options, kind: 'run' }) : undefined
      return run ?? (await takeJob(tx, { ...options, kind: null }))
    })
  }

  async #do(job: JobRow): Promise<void> {
    const { db, now, log } = this.#ctx
    const renewal = setInterval(() => {
      db.write((tx) => renewJob(tx, job.id, now() + LEASE_MS)).catch(() => {})
    }, LEASE_MS / 3)
    try {
      if (job.kind === 'judge') await judgeSubmission(this.#ctx, job.subject_id)
      else await runProgram(this.#ctx, job.subject_id, job.tries)
      await db.write((tx) => finishJob(tx, job.id, now()))
    } catch (fault) {
      if (this.#closed) return
      const wait = Math.min(RETRY_MAX_MS, 500 * 2 ** Math.min(job.tries, 7))
      log.warn(
        { job: job.id, kind: job.kind, tries: job.tries, fault: String(fault) },
        'a job will be tried again',
      )
      await db.write((tx) => retryJob(tx, job.id, now() + wait, String(fault))).catch(() => {})
    } finally {
      clearInterval(renewal)
    }
  }

  /** Stops taking jobs; what runs is given up and waits in its row for the next start. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearInterval(this.#timer)
    await Promise.race([Promise.all(this.#running), new Promise((done) => setTimeout(done, 500))])
  }
}

import { Counter, Histogram, Registry } from 'prom-client'
import type { CommitGroup } from '#db/writer.ts'
import type { ShedClass } from '../pressure/classes.ts'

/** A call's class, as pressure knows it; 'work' is never put off, and 'other' is what is no call of the contract. */
export type CallClass = ShedClass | 'sync' | 'work' | 'other'
/** How a try to send a mail ended. */
export type MailOutcome = 'sent' | 'refused' | 'deferred' | 'unreachable'

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const SLOW = [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 900, 3600]
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 400]

/**
 * Counts what happens where it happens: each part of the server is given this and tells it. Every context has one of its
 * own, as several may live in one process. No label ever names a person, an organization or a test.
 */
export class Meters {
  readonly registry = new Registry()
  readonly #commitJobs = this.#histogram('holdfast_commit_jobs', 'Writes in one commit group', SIZES)
  readonly #commitSeconds = this.#histogram(
    'holdfast_commit_duration_seconds',
    'Time a commit took, with its fsync',
    FAST,
  )
  readonly #commitFailures = this.#counter(
    'holdfast_commit_failures_total',
    'Commit groups of which nothing was kept',
  )
  readonly #verdicts = this.#histogram(
    'holdfast_verdict_latency_seconds',
    'Time from a submission to its verdict',
    SLOW,
  )
  readonly #runs = this.#histogram('holdfast_run_latency_seconds', 'Time from a Run to its result', SLOW)
  readonly #loopDelay = this.#histogram(
    'holdfast_event_loop_delay_seconds',
    'Longest delay of the event loop in each half second',
    FAST,
  )
  readonly #calls = this.#counter('holdfast_calls_total', 'Answered requests', ['class', 'status'])
  readonly #callSeconds = this.#histogram(
    'holdfast_call_duration_seconds',
    'Time from a request to its answer',
    FAST,
    ['class'],
  )
  readonly #putOff = this.#counter(
    'holdfast_calls_put_off_total',
    'Calls put off because the event loop was late',
    ['class'],
  )
  readonly #mails = this.#counter('holdfast_mails_total', 'Tries to send an email, by how they ended', [
    'outcome',
  ])

  /** A group that was committed, or that failed as a whole. */
  committed({ jobs, commitMs }: CommitGroup): void {
    if (commitMs === null) {
      this.#commitFailures.inc()
      return
    }
    this.#commitJobs.observe(jobs)
    this.#commitSeconds.observe(commitMs / 1_000)
  }

  /** @param ms from when the submission could be judged until its verdict */
  judged(ms: number): void {
    this.#verdicts.observe(atLeast0(ms) / 1_000)
  }

  /** @param ms from the click until the result */
  ran(ms: number): void {
    this.#runs.observe(atLeast0(ms) / 1_000)
  }

  /** @param ms how late the event loop was at the longest since it was last asked */
  delayed(ms: number): void {
    this.#loopDelay.observe(ms / 1_000)
  }

  answered(what: { class: CallClass; status: number; ms: number }): void {
    this.#calls.inc({ class: what.class, status: `${Math.floor(what.status / 100)}xx` })
    this.#callSeconds.observe({ class: what.class }, what.ms / 1_000)
  }

  putOff(what: ShedClass): void {
    this.#putOff.inc({ class: what })
  }

  mailed(outcome: MailOutcome): void {
    this.#mails.inc({ outcome })
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  #histogram<L extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] })
  }
}

/** A clock that went back makes no time negative. */
const atLeast0 = (ms: number): number => Math.max(0, ms)

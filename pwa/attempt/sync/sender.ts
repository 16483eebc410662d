import { PROTO } from '#contract/constants.ts'
import type { SyncAnswer, SyncRequest } from '#contract/sync.ts'
import { nextTickAt, step } from '#machines/sync/core.ts'
import {
  initialState,
  type NoLease,
  type SyncEffect,
  type SyncEvent,
  type SyncState,
} from '#machines/sync/state.ts'
import { version } from '../../../package.json'
import { CallError } from '../../http/call.ts'
import { recordAck } from '../db/ack.ts'
import { findAttempt, type LeaseOf, markLost, markQuarantined, storedState } from '../db/attempts.ts'
import { markStripped, ownHashAt } from '../db/ops.ts'
import type { AttemptRecord, LocalDatabase } from '../db/schema.ts'
import { deviceRandom } from '../random.ts'
import { cutBatch } from './batch.ts'
import { sendBatch } from './transport.ts'

/** The log on this device cannot go on: as if the server had said so. */
const FORK = { type: 'refused', status: 409, code: 'fork', details: {}, retryAfterMs: null } as const

/** Rare, and no part of what the test screen waits for: a page loads it when it is wanted, the worker has it. */
export type NextLease = () => Promise<typeof import('./nextLease.ts')>

export interface SenderListener {
  /** The state changed, or what the device knows of the server did. */
  changed(): void
  /** The log was begun anew under a new lease; what stood in the tail was appended again. */
  rebased(): void
  /** Another page of this device took the test under a new lease: this sender has stopped, and knows nothing of that one. */
  outdated(): void
  /** The sender stood still although the server answered. */
  stalled(): void
  /** The device's storage failed; where the server answered all the same, what it said: no ack. */
  unkept?(answer: SyncAnswer | null): void
  /** The device's storage took an answer. */
  kept?(): void
}

/**
 * Carries the log to the server: the sync core given real storage, clock and network. Runs in the page or in the
 * service worker, whichever holds the lock of the attempt; knows nothing of either.
 */
export class Sender {
  readonly #open: () => LocalDatabase
  readonly #attemptId: string
  readonly #listener: SenderListener
  readonly #nextLease: NextLease
  #state: SyncState
  #leaseId: string
  #leaseEpoch: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #abort: AbortController | null = null
  #stopped = false

  private constructor(
    open: () => LocalDatabase,
    attempt: AttemptRecord,
    state: SyncState,
    listener: SenderListener,
    nextLease: NextLease,
  ) {
    this.#open = open
    this.#attemptId = attempt.attempt_id
    this.#leaseId = attempt.lease_id
    this.#leaseEpoch = attempt.lease_epoch
    this.#state = state
    this.#listener = listener
    this.#nextLease = nextLease
  }

  static async start(
    open: () => LocalDatabase,
    attemptId: string,
    listener: SenderListener,
    nextLease: NextLease,
  ): Promise<Sender> {
    const attempt = await findAttempt(open(), attemptId)
    if (!attempt) throw new Error('There is no test on this device')
    const sender = new Sender(
      open,
      attempt,
      initialState(storedState(attempt), Date.now()),
      listener,
      nextLease,
    )
    sender.#feed({ type: 'tick', now: Date.now() })
    return sender
  }

  /** The database as it is open now: a handle that failed is replaced under way. */
  get #db(): LocalDatabase {
    return this.#open()
  }

  get #lease(): LeaseOf {
    return { attempt_id: this.#attemptId, lease_id: this.#leaseId }
  }

  get state(): SyncState {
    return this.#state
  }

  /** An op was written to the device. One of a lease given up meanwhile has been appended again under the new one. */
  appended(op: { seq: number; hash: string; lease_id: string }): void {
    if (op.lease_id !== this.#leaseId) return
    this.#feed({ type: 'appended', now: Date.now(), seq: op.seq, hash: op.hash })
  }

  /** Something suggests that a try is worth it now. */
  wake(): void {
    this.#feed({ type: 'wake', now: Date.now() })
  }

  /**
   * Notes again that the test was lost and how much the server holds beside the log: where the storage failed, nothing is
   * sent again that would tell it anew.
   */
  async noteLost(): Promise<void> {
    await markLost(this.#db, this.#lease, this.#state.quarantinedSeq)
  }

  /** Whether the test is under a lease by now that is newer than this sender's. */
  isOutdated({ lease_epoch }: Pick<AttemptRecord, 'lease_epoch'>): boolean {
    return lease_epoch > this.#leaseEpoch
  }

  #giveWay(): void {
    this.stop()
    this.#listener.outdated()
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#abort?.abort()
  }

  #feed(event: SyncEvent): void {
    if (this.#stopped) return
    const { state, effects } = step(this.#state, event, deviceRandom)
    this.#state = state
    for (const effect of effects) this.#run(effect).catch(() => this.#failed(effect))
    this.#schedule()
    this.#listener.changed()
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    const at = nextTickAt(this.#state)
    if (at === Infinity) return
    const wait = Math.min(Math.max(0, at - Date.now()), 60_000)
    this.#timer = setTimeout(() => this.#feed({ type: 'tick', now: Date.now() }), wait)
  }

  /**
   * The database failed under the sender. An answer that could not be written down comes again: nothing counts as
   * acknowledged.
   */
  #failed(effect: SyncEffect): void {
    if (effect.type !== 'send' || this.#stopped) return
    this.#listener.unkept?.(null)
    this.#feed({ type: 'unkept', now: Date.now(), nonce: effect.nonce, isAnswered: false })
  }

  async #run(effect: SyncEffect): Promise<void> {
    switch (effect.type) {
      case 'send':
        return this.#send(effect)
      case 'abort':
        this.#abort?.abort()
        return
      case 'strip_body':
        await markStripped(this.#db, this.#lease, effect.seq)
        return
      case 'take_lease':
        return this.#takeLease()
      case 'stalled':
        this.#listener.stalled()
        return
      case 'quarantined':
        await markQuarantined(this.#db, this.#lease, effect.toSeq)
        return
      case 'acked':
      case 'rewound':
        return
    }
  }

  async #send({ nonce, fromSeq, maxOps, timeoutMs }: Extract<SyncEffect, { type: 'send' }>): Promise<void> {
    const attempt = await findAttempt(this.#db, this.#attemptId)
    if (!attempt) throw new Error('There is no test on this device')
    // Another page of this device has taken the test meanwhile, and sends what stands there now.
    if (attempt.lease_id !== this.#leaseId) return this.#giveWay()
    const { ops, bytes } = await cutBatch(this.#db, this.#attemptId, fromSeq, maxOps)
    // Its storage was deleted under the page, and the server came back from a backup: what is between is nowhere.
    if (ops[0] && ops[0].seq !== fromSeq) return this.#feed({ ...FORK, now: Date.now(), nonce })
    this.#feed({ type: 'cut', nonce, toSeq: fromSeq + ops.length - 1, bytes })
    const request: SyncRequest = {
      proto: PROTO,
      build: version,
      lease_id: attempt.lease_id,
      lease_epoch: attempt.lease_epoch,
      server_epoch_seen: attempt.server_epoch,
      can_prove: true,
      nonce,
      from_seq: fromSeq,
      ops,
      tail_seq: attempt.tail_seq,
      tail_hash: attempt.tail_hash,
    }
    this.#abort = new AbortController()
    const wait = timeoutMs + Math.ceil(bytes / 4_096) * 1_000
    const outcome = await sendBatch(attempt.token, request, wait, this.#abort.signal)
    // Given up meanwhile, its answer is old: a newer one may be written down, and perhaps of another lease.
    if (!this.#awaits(nonce)) return
    const now = Date.now()
    if (outcome.type === 'answered') {
      const own = await ownHashAt(this.#db, attempt, outcome.answer.head_seq)
      if (!this.#awaits(nonce)) return
      // The ack is written before anything is shown as saved; if that fails, it did not happen and the ops go again.
      if (own === outcome.answer.head_hash) {
        const kept = await recordAck(this.#db, this.#attemptId, outcome.answer, attempt.lease_id).then(
          () => true,
          () => false,
        )
        if (!kept) {
          this.#listener.unkept?.(outcome.answer)
          return this.#feed({ type: 'unkept', now, nonce, isAnswered: true })
        }
        this.#listener.kept?.()
      }
      this.#feed({ type: 'answered', now, nonce, answer: outcome.answer, ownHash: own })
    } else if (outcome.type === 'refused') {
      if (outcome.code === 'lease_lost') await markLost(this.#db, this.#lease).catch(() => 0)
      this.#feed({ ...outcome, now, nonce })
    } else if (outcome.type === 'foreign') this.#feed({ ...outcome, now, nonce })
    else this.#feed({ type: 'failed', now, nonce, why: outcome.why })
  }

  #awaits(nonce: string): boolean {
    return !this.#stopped && this.#state.inFlight?.nonce === nonce
  }

  /** After a fork, or a restore of the server: the tail goes along. */
  async #takeLease(): Promise<void> {
    try {
      const attempt = await findAttempt(this.#db, this.#attemptId)
      if (!attempt) return
      if (attempt.lease_id !== this.#leaseId) return this.#giveWay()
      const { takeNextLease } = await this.#nextLease()
      // The one that has the test by now asks for itself.
      const taken = await takeNextLease(this.#db, attempt, () => !this.#stopped)
      if (!taken) return
      const { lease, tail } = taken
      this.#leaseId = lease.lease_id
      this.#leaseEpoch = lease.lease_epoch
      const acked = { seq: lease.head_seq, hash: lease.head_hash }
      this.#feed({ type: 'leased', now: Date.now(), tail, acked })
      this.#listener.rebased()
    } catch (error) {
      const retryAfterMs = error instanceof CallError ? error.retryAfterMs : null
      this.#feed({ type: 'unleased', now: Date.now(), why: whyUnleased(error), retryAfterMs })
    }
  }
}

function whyUnleased(error: unknown): NoLease {
  if (!(error instanceof CallError)) return 'unkept'
  if (error.code === 'lease_held') return 'held'
  if (error.code === 'too_many_requests') return 'busy'
  if (error.status === 401) return 'unauthorized'
  return error.status === 410 ? 'closed' : 'unreachable'
}

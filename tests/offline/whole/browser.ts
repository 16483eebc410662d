import type { Op, OpType } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import type { LeaseGrant, OpResult, SyncAnswer, SyncRequest } from '#contract/sync.ts'
import type { SyncEffect } from '#machines/sync/state.ts'
import { fitBatch } from '#pwa/attempt/sync/batch.ts'
import { Device } from '../simulator/device.ts'
import type { Rng } from '../simulator/rng.ts'
import type { Reply } from '../simulator/server.ts'

/**
 * The misbehaviour a page is made to show. is fast: its clock comes to the end before the server's does. types in a
 * pause: it does not heed that the clock stands. dates back: it goes on behind the end, minutes slow, and quotes the
 * first of the server's times for ever.
 */
export type Habit = 'none' | 'is fast' | 'types in a pause' | 'dates back'

/** One browser of a whole exam: the sync core over storage that lasts, and what the page knows of the test. */
export class Browser extends Device {
  /** The test it sits. */
  readonly ref: string
  readonly habit: Habit
  /** How far its estimate of the server's time is off. */
  error = 0
  deadline = Infinity
  isPaused = false
  /** By what it wrote and by what it was told. */
  isOver = false
  hasSubmittedChoices = false
  /** Ops that the core gave up to send whole. */
  readonly #stripped = new Set<number>()
  /** The server's result for each op, first and ever since. */
  readonly results = new Map<string, OpResult>()
  /** Answers that named an op's result otherwise than before. */
  readonly contradictions: string[] = []
  /** The newest receipts it was given. */
  readonly receipts: ReceiptFile[] = []
  /** The attempt token its link was opened with. */
  token = ''

  constructor(ref: string, place: 'a' | 'b', rng: Rng, habit: Habit) {
    super(`${ref}-${place}`, rng, 'none')
    this.ref = ref
    this.habit = habit
  }

  override grant(lease: LeaseGrant, now: number): SyncEffect[] {
    if (this.disk?.lease.lease_id !== lease.lease_id) this.#stripped.clear()
    const effects = super.grant(lease, now)
    this.#hear(lease)
    return effects
  }

  /** The person's act, in the page's words; the core hears of it at its next turn. */
  act(type: OpType, key: string, body: unknown, at: number): Op | null {
    if (type === 'finish') this.isOver = true
    if (type === 'mcq_submit_all') this.hasSubmittedChoices = true
    return this.keep(type, key, body, at)
  }

  /** The server's time as this page believes it. */
  estimate(now: number): number {
    return Math.round(now + this.error)
  }

  override request(send: Extract<SyncEffect, { type: 'send' }>): SyncRequest | null {
    const { disk } = this
    const whole = super.request(send)
    if (!disk || !whole) return null
    const { ops, bytes } = fitBatch(
      whole.ops.map((op) => ({
        ...op,
        result: null,
        reason: null,
        acked_at: null,
        ...(this.#stripped.has(op.seq) && { stripped: true }),
      })),
    )
    this.feed({ type: 'cut', nonce: send.nonce, toSeq: send.fromSeq + ops.length - 1, bytes })
    return { ...whole, ops }
  }

  strip(seq: number): void {
    this.#stripped.add(seq)
  }

  override receive(nonce: string, reply: Reply, now: number): SyncEffect[] {
    // An answer to a request that was given up says nothing to the page.
    const isAwaited = this.state?.inFlight?.nonce === nonce
    const effects = super.receive(nonce, reply, now)
    if (isAwaited && reply.kind === 'answer' && effects.some((effect) => effect.type === 'acked')) {
      this.#hear(reply.answer)
      for (const result of reply.answer.results) this.#take(result)
      if (!reply.answer.mcqs_submitted && !this.hasUntold)
        this.hasSubmittedChoices = this.#hasOpen('mcq_submit_all')
    }
    return effects
  }

  #hear(said: SyncAnswer | LeaseGrant): void {
    const isForging = this.habit === 'dates back'
    if (!isForging || this.anchor === '') this.anchor = said.anchor
    this.deadline = Date.parse(said.deadline_at)
    this.isPaused = said.paused_at !== null
    if ((said.state === 'finished' || said.state === 'final') && !isForging) this.isOver = true
    const { disk } = this
    if (!disk || !said.receipt_at) return
    this.receipts.push({
      holdfast_receipt: 1,
      attempt_id: disk.lease.attempt_id,
      lease_id: disk.lease.lease_id,
      head_seq: said.head_seq,
      head_hash: said.head_hash,
      time: said.receipt_at,
      server_epoch: said.server_epoch,
      receipt: said.receipt,
    })
  }

  #take(result: OpResult): void {
    const known = this.results.get(result.op_id)
    if (known && JSON.stringify(known) !== JSON.stringify(result))
      this.contradictions.push(`${JSON.stringify(known)} became ${JSON.stringify(result)}`)
    this.results.set(result.op_id, result)
    if (result.result !== 'rejected') return
    const type = this.disk?.ops.find((op) => op.op_id === result.op_id)?.type
    // A device that reached zero without having heard of more minutes goes on.
    if (result.reason === 'not_over' && type === 'finish') this.isOver = false
    if (result.reason === 'not_over' && type === 'mcq_submit_all') this.hasSubmittedChoices = false
  }

  #hasOpen(type: OpType): boolean {
    const { disk } = this
    return disk?.ops.some((op) => op.type === type && op.seq > disk.acked.seq) ?? false
  }
}

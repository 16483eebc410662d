import type { Op } from '#contract/ops.ts'
import type { LeaseGrant, SyncRequest } from '#contract/sync.ts'
import { nextTickAt, step } from '#machines/sync/core.ts'
import { type LeaseFacts, nextOp } from '#machines/sync/ledger.ts'
import { initialState, type SyncEffect, type SyncEvent, type SyncState } from '#machines/sync/state.ts'
import { sha256 } from './model.ts'
import type { Rng } from './rng.ts'
import type { Fault, Reply } from './server.ts'

/** What survives a crash of the browser: everything an append or an ack wrote. */
interface Disk {
  lease: LeaseFacts & { lease_epoch: number }
  ops: Op[]
  acked: { seq: number; hash: string }
  tail: { seq: number; hash: string }
  leaseLost: boolean
}

/** One browser: storage that lasts, a sync core that does not. */
export class Device {
  readonly id: string
  readonly #rng: Rng
  readonly #fault: Fault
  disk: Disk | null = null
  state: SyncState | null = null
  boot = 0
  /** Every op ever written here, by lease: the truth the server must be a prefix of. */
  readonly written = new Map<string, Op[]>()
  /** Highest seq this device was told is safe, by lease. */
  readonly told = new Map<string, number>()
  wantsLease = false

  constructor(id: string, rng: Rng, fault: Fault) {
    this.id = id
    this.#rng = rng
    this.#fault = fault
  }

  /** Takes a grant: the first one, a takeover, or after a fork. */
  grant(lease: LeaseGrant, now: number): void {
    const same = this.disk?.lease.lease_id === lease.lease_id
    if (!same || !this.disk) {
      const head = { seq: lease.head_seq, hash: lease.head_hash }
      this.disk = { lease, ops: [], acked: head, tail: head, leaseLost: false }
      this.written.set(lease.lease_id, [])
    }
    this.wantsLease = false
    this.wakeUp(now)
  }

  /** A page load: the core starts from what the disk holds. */
  wakeUp(now: number): void {
    if (!this.disk) return
    this.boot++
    const { disk } = this
    const tail = this.#fault === 'lost_tail' && this.#rng.chance(0.3) ? disk.acked : disk.tail
    if (this.#fault === 'lost_tail') {
      disk.tail = tail
      disk.ops = disk.ops.filter((op) => op.seq <= tail.seq)
    }
    this.state = initialState(
      {
        tail: disk.tail,
        acked: disk.acked,
        serverEpoch: 1,
        waitingSince: disk.tail.seq > disk.acked.seq ? now : null,
      },
      now,
    )
    if (disk.leaseLost) this.state = { ...this.state, mode: 'lease_lost' }
  }

  crash(): void {
    this.state = null
  }

  get canWrite(): boolean {
    return this.disk !== null && this.state !== null && !this.disk.leaseLost && this.state.mode !== 'forked'
  }

  /** Writes one op to the disk, then tells the core. */
  append(now: number, wallError: number): SyncEffect[] {
    const { disk } = this
    if (!disk) return []
    const question = this.#rng.chance(0.1) ? 999 : 1 + this.#rng.below(3)
    const body = { question_id: question, selected_options: [question === 999 ? 1 : question * 10] }
    const op = nextOp(
      sha256,
      disk.lease,
      disk.tail,
      { type: 'mcq_save', key: `mcq:${question}`, body },
      {
        op_id: this.#rng.text(),
        boot_id: String(this.boot),
        mono_ms: now,
        wall_ms: now + wallError,
        anchor_id: '',
        est_server_ms: now + wallError,
      },
    )
    disk.ops.push(op)
    disk.tail = { seq: op.seq, hash: op.hash }
    this.written.get(disk.lease.lease_id)?.push(op)
    return this.feed({ type: 'appended', now, seq: op.seq, hash: op.hash })
  }

  feed(event: SyncEvent): SyncEffect[] {
    if (!this.state) return []
    const { state, effects } = step(this.state, event, this.#rng)
    this.state = state
    for (const effect of effects) if (effect.type === 'take_lease') this.wantsLease = true
    return effects
  }

  get dueAt(): number {
    return this.state ? nextTickAt(this.state) : Infinity
  }

  request(send: Extract<SyncEffect, { type: 'send' }>): SyncRequest | null {
    const { disk } = this
    if (!disk) return null
    const ops = disk.ops.filter((op) => op.seq >= send.fromSeq).slice(0, send.maxOps)
    this.feed({
      type: 'cut',
      nonce: send.nonce,
      toSeq: send.fromSeq + ops.length - 1,
      bytes: ops.length * 300,
    })
    return {
      proto: 1,
      build: 'simulated',
      lease_id: disk.lease.lease_id,
      lease_epoch: disk.lease.lease_epoch,
      server_epoch_seen: 1,
      nonce: send.nonce,
      from_seq: send.fromSeq,
      ops,
      tail_seq: disk.tail.seq,
      tail_hash: disk.tail.hash,
    }
  }

  /** An answer reached this device; it may be old, double or out of order. */
  receive(nonce: string, reply: Reply, now: number): SyncEffect[] {
    const { disk } = this
    if (!disk || !this.state) return []
    if (reply.kind === 'refused') {
      if (reply.code === 'lease_lost' && this.state.inFlight?.nonce === nonce) disk.leaseLost = true
      return this.feed({
        type: 'refused',
        now,
        nonce,
        status: reply.status,
        code: reply.code,
        details: reply.details,
        retryAfterMs: null,
      })
    }
    const { answer } = reply
    if (answer.nonce !== nonce) return this.feed({ type: 'foreign', now, nonce })
    const own =
      answer.head_seq === disk.lease.granted_head_seq
        ? disk.lease.granted_head_hash
        : (disk.ops.find((op) => op.seq === answer.head_seq)?.hash ?? null)
    if (own === answer.head_hash && this.state.inFlight?.nonce === nonce) {
      disk.acked = { seq: answer.head_seq, hash: answer.head_hash }
      this.told.set(disk.lease.lease_id, Math.max(answer.head_seq, this.told.get(disk.lease.lease_id) ?? 0))
    }
    return this.feed({ type: 'answered', now, nonce, answer, ownHash: own })
  }
}

import type { Op, OpType } from '#contract/ops.ts'
import type { LeaseGrant, SyncRequest } from '#contract/sync.ts'
import { nextTickAt, step } from '#machines/sync/core.ts'
import { type LeaseFacts, nextOp, sealBody } from '#machines/sync/ledger.ts'
import { initialState, type SyncEffect, type SyncEvent, type SyncState } from '#machines/sync/state.ts'
import { sha256 } from './model.ts'
import type { Rng } from './rng.ts'
import type { Fault, Reply } from './server.ts'

/** The part that survives a crash of the browser: everything an append or an ack wrote. */
interface Disk {
  lease: LeaseFacts & { lease_epoch: number }
  ops: Op[]
  /** The ops in the tail of a lease that this device gave up. */
  aside: Op[]
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
  /** Highest seq this device was told is safe in the log, by lease. */
  readonly told = new Map<string, number>()
  /** The same of what stands beside the log. */
  readonly toldAside = new Map<string, number>()
  /** Ops that are on the disk although the core has not heard of them. */
  #untold: Op[] = []
  wantsLease = false
  /** How far this device's clock is from the exam's; it may be set at any time. */
  skew = 0
  /** How often the core took its own log for a fork. */
  forks = 0
  /** The server's newest proof of its time. */
  protected anchor = ''

  constructor(id: string, rng: Rng, fault: Fault) {
    this.id = id
    this.#rng = rng
    this.#fault = fault
  }

  /** Takes a grant: the first one, a takeover, or after a fork. */
  grant(lease: LeaseGrant, now: number): SyncEffect[] {
    this.wantsLease = false
    const before = this.disk
    if (before?.lease.lease_id === lease.lease_id) {
      this.wakeUp(now)
      return []
    }
    const held = before ? heldSeq(before, lease) : 0
    const tail = before?.ops.filter((op) => op.seq > held) ?? []
    const head = { seq: lease.head_seq, hash: lease.head_hash }
    this.disk = {
      lease,
      ops: before?.ops.filter((op) => op.seq <= held) ?? [],
      aside: [...(before?.aside ?? []), ...tail],
      acked: head,
      tail: head,
      leaseLost: false,
    }
    this.written.set(lease.lease_id, [])
    // A page that lost its right is loaded anew with what the server holds; one that merely forked goes on.
    if (!this.state || !before || before.leaseLost) {
      this.wakeUp(now)
      return []
    }
    const newest = new Map(tail.map((op) => [op.key, op]))
    for (const op of newest.values())
      this.write(op.type, op.key, JSON.parse(op.body ?? '{}'), op.est_server_ms)
    return this.feed({
      type: 'leased',
      now,
      tail: this.disk.tail,
      acked: head,
    })
  }

  /** A page load: the core starts from what the disk holds. */
  wakeUp(now: number): void {
    if (!this.disk) return
    this.boot++
    this.#untold = []
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
        waitingSince: disk.tail.seq > disk.acked.seq ? now + this.skew : null,
      },
      now + this.skew,
    )
    if (disk.leaseLost) this.state = { ...this.state, mode: 'lease_lost' }
  }

  crash(): void {
    this.state = null
  }

  get canWrite(): boolean {
    return this.disk !== null && this.state !== null && !this.disk.leaseLost && this.state.mode !== 'forked'
  }

  /** Writes one op to the disk. The core is told later, or never if the page dies before. */
  append(now: number): void {
    const question = this.#rng.chance(0.1) ? 999 : 1 + this.#rng.below(3)
    const body = { question_id: question, selected_options: [question === 999 ? 1 : question * 10] }
    this.keep('mcq_save', `mcq:${question}`, body, now + this.skew)
  }

  /** Writes an op that the core hears of later. */
  keep(type: OpType, key: string, body: unknown, at: number): Op | null {
    const op = this.write(type, key, body, at)
    if (op) this.#untold.push(op)
    return op
  }

  /** Tells the core of the next op that is on the disk; of a lease that was given up meanwhile nothing. */
  tell(now: number): SyncEffect[] {
    const op = this.#untold.shift()
    if (!op || op.lease_id !== this.disk?.lease.lease_id) return []
    return this.feed({ type: 'appended', now, seq: op.seq, hash: op.hash })
  }

  get hasUntold(): boolean {
    return this.#untold.length > 0
  }

  /** @param at the device's estimate of the server's time */
  protected write(type: OpType, key: string, body: unknown, at: number): Op | null {
    const { disk } = this
    if (!disk) return null
    const moment = {
      op_id: this.#rng.text(),
      boot_id: String(this.boot),
      mono_ms: 0,
      wall_ms: at,
      anchor_id: this.anchor,
      est_server_ms: at,
    }
    const op = nextOp(sha256, disk.lease, disk.tail, { type, key }, sealBody(sha256, body), moment)
    disk.ops.push(op)
    disk.tail = { seq: op.seq, hash: op.hash }
    this.written.get(disk.lease.lease_id)?.push(op)
    return op
  }

  feed(event: SyncEvent): SyncEffect[] {
    if (!this.state) return []
    const seen = 'now' in event ? { ...event, now: event.now + this.skew } : event
    const { state, effects } = step(this.state, seen, this.#rng)
    this.state = state
    for (const effect of effects)
      if (effect.type === 'take_lease') {
        this.wantsLease = true
        this.forks++
      }
    return effects
  }

  get dueAt(): number {
    return this.state ? nextTickAt(this.state) - this.skew : Infinity
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
      if (reply.code === 'lease_lost' && this.state.inFlight?.nonce === nonce) {
        disk.leaseLost = true
        if (reply.details.nonce === nonce)
          raise(this.toldAside, disk.lease.lease_id, Number(reply.details.quarantined_seq))
      }
      return this.feed({
        type: 'refused',
        now,
        nonce,
        status: reply.status,
        code: reply.code,
        details: reply.details,
        retryAfterMs: reply.retryAfterMs ?? null,
      })
    }
    const { answer } = reply
    if (answer.nonce !== nonce) return this.feed({ type: 'foreign', now, nonce, isTooLarge: false })
    const own = hashAt(disk, answer.head_seq)
    if (own === answer.head_hash && this.state.inFlight?.nonce === nonce) {
      disk.acked = { seq: answer.head_seq, hash: answer.head_hash }
      raise(this.told, disk.lease.lease_id, answer.head_seq)
    }
    return this.feed({ type: 'answered', now, nonce, answer, ownHash: own })
  }
}

function hashAt(disk: Disk, seq: number): string | null {
  if (seq === disk.lease.granted_head_seq) return disk.lease.granted_head_hash
  return disk.ops.find((op) => op.seq === seq)?.hash ?? null
}

/** Up to where a new lease's server holds what stands here. */
const heldSeq = (disk: Disk, lease: LeaseGrant): number =>
  hashAt(disk, lease.head_seq) === lease.head_hash ? lease.head_seq : Math.min(disk.acked.seq, lease.head_seq)

function raise(map: Map<string, number>, key: string, to: number): void {
  map.set(key, Math.max(to, map.get(key) ?? 0))
}

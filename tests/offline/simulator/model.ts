import { hash } from 'node:crypto'
import { canonicalHeader, leaseGenesis, type Op } from '#contract/ops.ts'
import type { LeaseGrant, OpResult, SyncRequest } from '#contract/sync.ts'
import type { Fault, Reply, SimServer, StoredOp } from './server.ts'

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text)

interface Lease {
  lease_id: string
  epoch: number
  device_id: string
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
}

interface State {
  ops: (StoredOp & { body_hash: string; result: OpResult })[]
  quarantined: { lease_id: string; seq: number; hash: string }[]
}

/** A small twin of the server's rules, fast enough for a hundred thousand exams, and able to be wrong on purpose. */
export class ModelServer implements SimServer {
  readonly #attempt: string
  readonly #fault: Fault
  readonly #text: () => string
  readonly #chance: (p: number) => boolean
  #leases: Lease[] = []
  #now: State = { ops: [], quarantined: [] }
  #durable: State = { ops: [], quarantined: [] }

  constructor(attempt: string, fault: Fault, text: () => string, chance: (p: number) => boolean) {
    this.#attempt = attempt
    this.#fault = fault
    this.#text = text
    this.#chance = chance
  }

  get #head() {
    const { ops } = this.#now
    // A log in another order still has its head at the highest seq.
    const last = this.#fault === 'reorder' ? ops.toSorted((a, b) => a.seq - b.seq).at(-1) : ops.at(-1)
    return { seq: last?.seq ?? 0, hash: last?.hash ?? '' }
  }

  lease(deviceId: string, takeOver: boolean, _now?: number, replaces?: string): LeaseGrant | 'held' {
    const current = this.#leases.at(-1)
    if (current && current.device_id === deviceId && replaces !== current.lease_id)
      return this.#grant(current)
    if (current && current.device_id !== deviceId && !takeOver) return 'held'
    const lease: Lease = {
      lease_id: this.#text(),
      epoch: (current?.epoch ?? 0) + 1,
      device_id: deviceId,
      nonce: this.#text(),
      granted_head_seq: this.#head.seq,
      granted_head_hash: this.#head.hash,
    }
    this.#leases.push(lease)
    this.#commit()
    return this.#grant(lease)
  }

  #grant(lease: Lease): LeaseGrant {
    const { lease_id, nonce, granted_head_seq, granted_head_hash } = lease
    return {
      lease_id,
      nonce,
      granted_head_seq,
      granted_head_hash,
      attempt_id: this.#attempt,
      auth_token: '',
      lease_epoch: lease.epoch,
      head_seq: this.#head.seq,
      head_hash: this.#head.hash,
      started_at: '',
      order_seed: '',
      server_epoch: 1,
      server_time: '',
      anchor: '',
      deadline_at: '',
      state: 'running',
      strikes: 0,
      screen_exits: 0,
      end_reason: null,
      finished_at: null,
      paused_at: null,
      newest_notice: 0,
      receipt: '',
    }
  }

  sync(request: SyncRequest): Reply {
    const lease = this.#leases.find((l) => l.lease_id === request.lease_id)
    const current = this.#leases.at(-1)
    if (!lease || !current) return refused(403, 'lease_lost', { nonce: request.nonce })
    if (lease !== current || lease.epoch !== request.lease_epoch) return this.#putAside(lease, request)
    const before = { ...this.#now, ops: [...this.#now.ops] }
    const results: OpResult[] = []
    for (const [place, op] of request.ops.entries()) {
      const refusal = this.#apply(lease, op, results, place, request.ops)
      if (refusal) {
        this.#now = before
        return refusal
      }
    }
    // Nothing else is wrong with it: what is repeated, missing or forked was noticed as ever.
    if (this.#fault === 'reorder' && this.#chance(0.2)) {
      const fresh = this.#now.ops.splice(before.ops.length)
      this.#now.ops.push(...fresh.toReversed())
    }
    if (this.#fault !== 'ack_before_commit' || this.#chance(0.5)) this.#commit()
    return { kind: 'answer', answer: this.#answer(request.nonce, results) }
  }

  #apply(lease: Lease, op: Op, results: OpResult[], place: number, all: readonly Op[]): Reply | null {
    const head = this.#head
    if (sha256(op.prev_hash + canonicalHeader(op)) !== op.hash) return refused(422, 'invalid', {})
    if (op.seq <= head.seq) {
      const known = this.#now.ops.find((o) => o.seq === op.seq)
      if (this.#fault === 'no_dedupe' && known?.op_id === op.op_id) {
        this.#now.ops.push({ ...known })
        results.push(known.result)
        return null
      }
      if (!known || known.op_id !== op.op_id || known.hash !== op.hash) return refused(409, 'fork', {})
      results.push(known.result)
      return null
    }
    const expected =
      head.seq === lease.granted_head_seq
        ? leaseGenesis(sha256, {
            attempt_id: this.#attempt,
            lease_id: lease.lease_id,
            nonce: lease.nonce,
            head_hash: lease.granted_head_hash,
          })
        : head.hash
    if (op.seq !== head.seq + 1) return refused(409, 'gap', { expected_seq: head.seq + 1 })
    if (op.prev_hash !== expected) return refused(409, 'fork', {})
    const isBad = op.body?.includes('"question_id":999') ?? true
    const result: OpResult = isBad
      ? { seq: op.seq, op_id: op.op_id, result: 'rejected', reason: 'unknown_question' }
      : { seq: op.seq, op_id: op.op_id, result: 'applied' }
    results.push(result)
    const previous = results[place - 1]
    if (this.#fault === 'skip_after_reject' && previous?.result === 'rejected' && all.length > 1) {
      // Pretends to have stored the op: its head moves on without it.
      this.#now.ops.push({
        seq: op.seq,
        op_id: 'skipped',
        lease_id: 'skipped',
        hash: op.hash,
        body_hash: '',
        result,
      })
      return null
    }
    this.#now.ops.push({
      seq: op.seq,
      op_id: op.op_id,
      lease_id: op.lease_id,
      hash: op.hash,
      body_hash: op.body_hash,
      result,
    })
    return null
  }

  #putAside(lease: Lease, request: SyncRequest): Reply {
    for (const op of request.ops) {
      const known = this.#now.quarantined.some((q) => q.lease_id === lease.lease_id && q.seq === op.seq)
      if (!known) this.#now.quarantined.push({ lease_id: lease.lease_id, seq: op.seq, hash: op.hash })
    }
    this.#commit()
    const seqs = this.#now.quarantined.filter((q) => q.lease_id === lease.lease_id).map((q) => q.seq)
    const upTo = seqs.length > 0 ? Math.max(...seqs) : null
    return refused(403, 'lease_lost', { nonce: request.nonce, quarantined_seq: upTo })
  }

  #answer(nonce: string, results: OpResult[]) {
    const head = this.#head
    return {
      nonce,
      server_epoch: 1,
      head_seq: head.seq,
      head_hash: head.hash,
      results,
      server_time: '',
      anchor: '',
      deadline_at: '',
      state: 'running' as const,
      end_reason: null,
      paused_at: null,
      newest_notice: 0,
      mcqs_submitted: false,
      missing_blobs: [],
      receipt: '',
    }
  }

  #commit(): void {
    this.#durable = { ops: [...this.#now.ops], quarantined: [...this.#now.quarantined] }
  }

  crash(): void {
    this.#now = { ops: [...this.#durable.ops], quarantined: [...this.#durable.quarantined] }
  }

  async stored() {
    return { ops: this.#now.ops, quarantined: this.#now.quarantined }
  }
}

const refused = (status: number, code: string, details: Record<string, unknown>): Reply => ({
  kind: 'refused',
  status,
  code,
  details,
})

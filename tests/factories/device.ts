import { randomBytes } from 'node:crypto'
import { sha256 } from '#api/kit/keys.ts'
import { PROTO } from '#contract/constants.ts'
import type { Op, OpType } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import type {
  LeaseGrant,
  LeaseProof,
  OpResult,
  SavedAnswers,
  SyncAnswer,
  SyncRequest,
} from '#contract/sync.ts'
import { type LedgerHead, nextOp, sealBody } from '#machines/sync/ledger.ts'
import { fileOfAnswer } from '#pwa/attempt/receipt.ts'
import { type Answer, call, must, type Send } from './client.ts'

const random = (): string => randomBytes(16).toString('base64url')

/** A device's end of the attempt log: writes ops into its own chain and sends what it is told to send. */
export class Device {
  readonly id = random()
  readonly name: string
  /** Everything written under the lease it holds, sent or not. */
  readonly ops: Op[] = []
  /** The server's result for each seq. */
  readonly results = new Map<number, OpResult>()
  #send: Send
  #token: string
  readonly #now: () => number
  #grant: LeaseGrant | null = null
  #head: LedgerHead = { seq: 0, hash: '' }
  #anchor = ''
  /** The receipts of the lease, the first and the newest. */
  #granted: ReceiptFile | undefined
  #newest: ReceiptFile | undefined
  #serverEpoch = 0
  /** Highest seq the server has acknowledged. */
  acked = 0

  constructor(send: Send, token: string, now: () => number, name = 'Laptop') {
    this.#send = send
    this.#token = token
    this.#now = now
    this.name = name
  }

  get grant(): LeaseGrant {
    if (!this.#grant) throw new Error('This device holds no lease')
    return this.#grant
  }

  get leased(): boolean {
    return this.#grant !== null
  }

  get head(): LedgerHead {
    return this.#head
  }

  get anchor(): string {
    return this.#anchor
  }

  /** Ops the server has not acknowledged. */
  get tail(): Op[] {
    return this.ops.filter((op) => op.seq > this.acked)
  }

  leaseRequest(takeOver?: boolean) {
    return {
      device_id: this.id,
      device_name: this.name,
      ...(takeOver !== undefined && { take_over: takeOver }),
    }
  }

  /** Starts the test, or goes on with the lease of a started one. */
  async start(takeOver?: boolean): Promise<LeaseGrant> {
    const grant = await must(this.#send, 'postSyncStart', {
      token: this.#token,
      body: this.leaseRequest(takeOver),
    })
    this.adopt(grant)
    return grant
  }

  async takeOver(): Promise<LeaseGrant> {
    const { lease } = await must(this.#send, 'postSyncLease', {
      token: this.#token,
      body: { ...this.leaseRequest(true), ...(this.#grant && { replaces: this.#grant.lease_id }) },
    })
    this.adopt(lease)
    return lease
  }

  adopt(grant: LeaseGrant): void {
    const isNew = this.#grant?.lease_id !== grant.lease_id
    this.#grant = grant
    this.#anchor = grant.anchor
    this.#serverEpoch = grant.server_epoch
    if (!isNew) return
    const { granted_head_seq, granted_head_hash, granted_receipt = '', granted_at } = grant
    const first = { head_seq: granted_head_seq, head_hash: granted_head_hash, receipt: granted_receipt }
    this.#granted = fileOfAnswer(grant, { ...grant, ...first, ...(granted_at && { receipt_at: granted_at }) })
    this.#newest = fileOfAnswer(grant, grant)
    this.ops.length = 0
    this.acked = grant.head_seq
    this.#head = { seq: grant.head_seq, hash: grant.head_hash }
  }

  /** As the page asks a server that came back from a backup: with what it had been given by it. */
  get proof(): LeaseProof {
    const { nonce, granted_head_seq, granted_head_hash, started_at, start_proof } = this.grant
    if (!this.#granted || !this.#newest) throw new Error('This device has no receipt')
    return {
      server_epoch_seen: this.#serverEpoch,
      nonce,
      granted_head_seq,
      granted_head_hash,
      started_at,
      start_proof,
      granted: this.#granted,
      newest: this.#newest,
    }
  }

  /** Asks for a lease to go on with, and rewinds to what the server holds where that is the one it has. */
  async comeBack(given: Partial<LeaseProof> = {}): Promise<{ lease: LeaseGrant; answers: SavedAnswers }> {
    const asked = {
      ...this.leaseRequest(),
      replaces: this.grant.lease_id,
      proof: { ...this.proof, ...given },
    }
    const data = await must(this.#send, 'postSyncLease', { token: this.#token, body: asked })
    const isSame = data.lease.lease_id === this.grant.lease_id
    if (isSame) this.acked = data.lease.head_seq
    this.adopt(data.lease)
    return data
  }

  /** Writes on behind another device's op, as a storage that went back would. */
  continueFrom(op: Op): void {
    this.ops.length = 0
    this.acked = op.seq
    this.#head = { seq: op.seq, hash: op.hash }
  }

  /** Appends one op to the device's log. `est` is when it says it made it. */
  write(type: OpType, key: string, body: unknown, given: Partial<Op> & { est?: number } = {}): Op {
    const { est, ...header } = given
    const now = this.#now()
    const op = nextOp(sha256, this.grant, this.#head, { type, key }, sealBody(sha256, body), {
      op_id: header.op_id ?? random(),
      boot_id: 'boot',
      mono_ms: 0,
      wall_ms: header.wall_ms ?? now,
      anchor_id: header.anchor_id ?? this.#anchor,
      est_server_ms: est ?? now,
    })
    this.ops.push(op)
    this.#head = { seq: op.seq, hash: op.hash }
    return op
  }

  request(ops: readonly Op[] = this.tail, given: Partial<SyncRequest> = {}): SyncRequest {
    return {
      proto: PROTO,
      build: 'test',
      lease_id: this.grant.lease_id,
      lease_epoch: this.grant.lease_epoch,
      server_epoch_seen: this.#serverEpoch,
      can_prove: true,
      nonce: random(),
      from_seq: ops[0]?.seq ?? this.#head.seq + 1,
      ops: [...ops],
      tail_seq: this.#head.seq,
      tail_hash: this.#head.hash,
      ...given,
    }
  }

  /** One POST sync, whatever comes back. */
  async post(request: SyncRequest): Promise<Answer> {
    const answer = await call(this.#send, 'postSync', { token: this.#token, body: request })
    const data = (answer.json as { data?: SyncAnswer } | null)?.data
    if (answer.status === 200 && data) this.#take(request, data)
    return answer
  }

  /** Sends the tail, which must be taken. */
  async sync(ops: readonly Op[] = this.tail, given: Partial<SyncRequest> = {}): Promise<SyncAnswer> {
    const answer = await this.post(this.request(ops, given))
    const data = (answer.json as { data?: SyncAnswer } | null)?.data
    if (answer.status !== 200 || !data) throw new Error(`sync answered ${answer.status}: ${answer.text}`)
    return data
  }

  /** An ack counts only where the nonce is repeated and the hash at the head is the device's own. */
  #take(request: SyncRequest, answer: SyncAnswer): void {
    if (answer.nonce !== request.nonce) throw new Error('The answer repeats another nonce')
    const own = this.ops.find((op) => op.seq === answer.head_seq)
    const known = own ? own.hash : answer.head_seq <= this.grant.head_seq ? answer.head_hash : null
    if (known !== answer.head_hash)
      throw new Error(`The server's hash at ${answer.head_seq} is not this device's`)
    for (const result of answer.results) this.results.set(result.seq, result)
    this.acked = Math.max(this.acked, answer.head_seq)
    this.#anchor = answer.anchor
    this.#newest = fileOfAnswer(this.grant, answer)
  }

  /** Sends by another token from now on: its link was re-issued. */
  renew(token: string): void {
    this.#token = token
  }

  connect(send: Send): void {
    this.#send = send
  }
}

export const profile = { first_name: 'Ana', last_name: 'Berg', mobile_number: '5550100300' }

/** Fills in the details form; answers the attempt token. */
export async function fillIn(send: Send, who: { invitation: string; candidateId: number }): Promise<string> {
  const { auth_token } = await must(send, 'putCandidate', {
    params: { id: who.candidateId },
    body: { ...profile, token: who.invitation },
  })
  return auth_token
}

/** A candidate's device with the test started and the lease in hand. */
export async function startDevice(
  app: { send: Send; clock: { now: () => number } },
  who: { invitation: string; candidateId: number } | undefined,
  name?: string,
): Promise<Device> {
  if (!who) throw new Error('Nobody was invited')
  const device = new Device(app.send, await fillIn(app.send, who), app.clock.now, name)
  await device.start()
  return device
}

import { leaseGenesis, type Op, type OpType, opHash, type Sha256 } from '#contract/ops.ts'

/** The device's end of the attempt log: each op is chained to the one before it. */

export interface LedgerHead {
  seq: number
  hash: string
}

export interface LeaseFacts {
  attempt_id: string
  lease_id: string
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
}

/** A device's facts at the moment of writing. Times in milliseconds. */
export interface Moment {
  op_id: string
  boot_id: string
  mono_ms: number
  wall_ms: number
  anchor_id: string
  est_server_ms: number
}

/** An op's content, as it is hashed, sent and kept. */
export interface SealedBody {
  body: string
  body_hash: string
}

/** Takes time with a long program, and nothing else of the log: it is done before the log's end is known. */
export function sealBody(sha256: Sha256, said: unknown): SealedBody {
  const body = JSON.stringify(said)
  return { body, body_hash: sha256(body) }
}

/** The next op of the log. The lease's first one is chained to the server's nonce and to the head it was granted at. */
export function nextOp(
  sha256: Sha256,
  lease: LeaseFacts,
  head: LedgerHead,
  op: { type: OpType; key: string },
  { body, body_hash }: SealedBody,
  moment: Moment,
): Op {
  const isFirst = head.seq === lease.granted_head_seq
  // Field by field: spreading these objects takes longer than the hashes do.
  const next: Op = {
    op_id: moment.op_id,
    attempt_id: lease.attempt_id,
    lease_id: lease.lease_id,
    seq: head.seq + 1,
    type: op.type,
    key: op.key,
    body,
    body_hash,
    prev_hash: isFirst ? genesis(sha256, lease) : head.hash,
    hash: '',
    boot_id: moment.boot_id,
    mono_ms: moment.mono_ms,
    wall_ms: moment.wall_ms,
    anchor_id: moment.anchor_id,
    est_server_ms: moment.est_server_ms,
  }
  next.hash = opHash(sha256, next)
  return next
}

const genesis = (sha256: Sha256, { attempt_id, lease_id, nonce, granted_head_hash }: LeaseFacts): string =>
  leaseGenesis(sha256, { attempt_id, lease_id, nonce, head_hash: granted_head_hash })

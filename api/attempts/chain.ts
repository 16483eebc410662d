import { canonicalHeader, leaseGenesis, type Op } from '#contract/ops.ts'
import type { HeldLease } from '#db/queries/leases.ts'
import type { NewOp } from '#db/queries/log.ts'
import { type Keys, sha256 } from '../kit/keys.ts'

/** prev_hash of a lease's first op. */
export const genesisOf = (lease: HeldLease, attemptRef: string): string =>
  leaseGenesis(sha256, {
    attempt_id: attemptRef,
    lease_id: lease.lease_id,
    nonce: lease.nonce,
    head_hash: lease.granted_head_hash,
  })

/** Whether an op's own hash holds for its header; its place in the chain is checked by whoever knows the head. */
export const hashHolds = (op: Op): boolean => sha256(op.prev_hash + canonicalHeader(op)) === op.hash

/** Whether the body is the one that was hashed. A body left out for its size passes: its hash stays. */
export const bodyHolds = (op: Op): boolean => op.body === null || sha256(op.body) === op.body_hash

/** The server's own notes on an op: the device's hash does not cover them, so the server's own seal does. */
export type Stamps = Pick<
  NewOp,
  'seq' | 'hash' | 'received_at' | 'announced_at' | 'made_at' | 'result' | 'reason' | 'verdict'
>

/** The seal up to and with an op of the log. */
export const sealOf = (keys: Keys, before: string, op: Stamps): string =>
  keys.seal('log', before, [
    op.seq,
    op.hash,
    op.received_at,
    op.announced_at,
    op.made_at,
    op.result,
    op.reason,
    op.verdict,
  ])

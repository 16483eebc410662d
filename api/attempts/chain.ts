import { canonicalHeader, leaseGenesis, type Op } from '#contract/ops.ts'
import type { HeldLease } from '#db/queries/leases.ts'
import { sha256 } from '../keys.ts'

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

import type { Op } from '#contract/ops.ts'
import type { LeaseGrant, SyncAnswer, SyncRequest } from '#contract/sync.ts'

/** The reply to one call; the wire in between belongs to the world. */
export type Reply =
  | { kind: 'answer'; answer: SyncAnswer }
  | { kind: 'refused'; status: number; code: string; details: Record<string, unknown>; retryAfterMs?: number }

/** The server as the simulated devices reach it: the model, or the real apply on SQLite. */
export interface SimServer {
  sync(request: SyncRequest, now: number): Promise<Reply> | Reply
  /** `replaces`: a lease of this device that cannot go on; without it the device gets the one it has. */
  lease(
    deviceId: string,
    takeOver: boolean,
    now: number,
    replaces?: string,
  ): Promise<LeaseGrant | 'held'> | LeaseGrant | 'held'
  /** The process dies: what was not durable is gone. */
  crash(): void
  /** The log as it stands, and what was put aside. */
  stored(): Promise<{ ops: StoredOp[]; quarantined: { lease_id: string; seq: number; hash: string }[] }>
}

export type StoredOp = Pick<Op, 'seq' | 'op_id' | 'lease_id' | 'hash'>

/** Faults that the invariants must find. */
export type Fault = 'none' | 'ack_before_commit' | 'no_dedupe' | 'skip_after_reject' | 'reorder' | 'lost_tail'

import { BATCH_MAX_BYTES } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'
import { listOpsAfter } from '../db/ops.ts'
import type { LocalDatabase, OpRecord } from '../db/schema.ts'

/** Ops as a request carries them. */

export interface CutOps {
  ops: Op[]
  bytes: number
}

/** The next ops in order, as many as fit into a request; at least one. */
export async function cutBatch(
  db: LocalDatabase,
  attemptId: string,
  fromSeq: number,
  maxOps: number,
): Promise<CutOps> {
  if (maxOps === 0) return { ops: [], bytes: 0 }
  return fitBatch(await listOpsAfter(db, attemptId, fromSeq - 1, fromSeq + maxOps - 1))
}

/** As many of the records, in order, as fit into a request of so many bytes; at least one. */
export function fitBatch(records: readonly OpRecord[], most = BATCH_MAX_BYTES - 2_000): CutOps {
  const ops: Op[] = []
  let bytes = 0
  for (const record of records) {
    const op = wireForm(record)
    const size = new TextEncoder().encode(JSON.stringify(op)).length + 1
    if (ops.length > 0 && bytes + size > most) break
    ops.push(op)
    bytes += size
  }
  return { ops, bytes }
}

/** The op without what only this device keeps of it. */
export function wireForm(record: OpRecord): Op {
  const { result: _r, reason: _e, acked_at: _a, stripped, quarantined_at: _q, is_again: _i, ...op } = record
  return stripped ? { ...op, body: null } : op
}

import type { Op } from '#contract/ops.ts'
import type { RescueResult } from '#contract/rescue.ts'
import type { Queries } from '#db/connect.ts'
import { findLease } from '#db/queries/leases.ts'
import * as log from '#db/queries/log.ts'
import { sumQuarantine } from '#db/queries/quarantine.ts'
import { type ApplyContext, applyOps } from './apply.ts'
import { quarantineOps } from './quarantine.ts'
import { keepReceipt } from './receipts.ts'
import { readCommitments, writeCommitments } from './tailCommitments.ts'

export type Taken = Omit<RescueResult, 'read'>
const nothing: Taken = { known: 0, applied: 0, late: 0, rejected: 0, aside: 0 }

/**
 * Takes one run of a rescue file into the log, the way a sync would where its lease holds it. The upload window does not
 * close for it, and it is no contact with the device: what that claims is judged without it.
 * @returns null where the lease no longer holds the log
 * @throws DomainError gap, fork: it does not continue what the log holds; invalid: a header that does not hold
 */
export async function takeIntoLog(
  ctx: ApplyContext,
  tx: Queries,
  attemptId: number,
  ops: readonly Op[],
  receivedAt: number,
): Promise<Taken | null> {
  const head = await log.findHead(tx, attemptId)
  const lease = await findLease(tx, attemptId, ops[0]?.lease_id ?? '')
  if (!head || !lease || lease.frozen_at !== null || head.lease_id !== lease.lease_id) return null
  const announced = readCommitments(head.announced)
  const done = await applyOps(ctx, tx, head, lease, { ops, receivedAt, announced })
  await log.updateHead(tx, {
    id: head.id,
    head_seq: done.head_seq,
    head_hash: done.head_hash,
    head_seal: done.head_seal,
    last_contact_at: head.last_contact_at,
    announced: writeCommitments(announced, done.head_seq),
    bytes: done.bytes,
  })
  const after = await log.findHead(tx, head.id)
  if (after) await keepReceipt(ctx, tx, after)
  const taken = { ...nothing }
  for (const { seq, result } of done.results) {
    if (seq <= head.head_seq) taken.known++
    else taken[result === 'applied_late' ? 'late' : result]++
  }
  return taken
}

/** Keeps a run beside the log that another device went on without. @throws DomainError invalid, too_many_requests */
export async function takeAside(
  ctx: ApplyContext,
  tx: Queries,
  attemptId: number,
  ops: readonly Op[],
  receivedAt: number,
): Promise<Taken> {
  const head = await log.findHead(tx, attemptId)
  const first = ops[0]
  if (!head || !first) return nothing
  const before = await sumQuarantine(tx, head.id)
  await quarantineOps(ctx, tx, head, { ops, from_seq: first.seq, lease_id: first.lease_id }, receivedAt)
  const aside = (await sumQuarantine(tx, head.id)).ops - before.ops
  return { ...nothing, aside, known: ops.length - aside }
}

import { type ReceiptFacts, receiptCode } from '#contract/receipt.ts'
import type { Queries } from '#db/connect.ts'
import type { HeadRow } from '#db/queries/log.ts'
import { findHeldSince, insertReceipt, keepShownReceipt } from '#db/queries/receipts.ts'
import { type Keys, sha256 } from '../kit/keys.ts'
import { isEnded } from './ending.ts'
import { listRestores } from './restores.ts'

interface ReceiptContext {
  keys: Keys
  serverEpoch: number
}

export type SignedHead = Pick<
  HeadRow,
  'id' | 'ref' | 'lease_id' | 'head_seq' | 'head_hash' | 'started_at' | 'finish_seq' | 'sealed_at'
>

/** The server's statement about a head. It is the same each time, so that a code can be found from the log. */
async function factsOf(ctx: ReceiptContext, q: Queries, head: SignedHead): Promise<ReceiptFacts> {
  const leaseId = head.lease_id ?? ''
  const since = await findHeldSince(q, { attemptId: head.id, leaseId, seq: head.head_seq })
  return {
    attempt_id: head.ref,
    lease_id: leaseId,
    head_seq: head.head_seq,
    head_hash: head.head_hash,
    time: new Date(since ?? head.started_at ?? 0).toISOString(),
    server_epoch: ctx.serverEpoch,
  }
}

/** The receipt of a head: of a test that has ended one that anybody can check. */
export async function receiptOf(
  ctx: ReceiptContext,
  q: Queries,
  head: SignedHead,
): Promise<{ receipt: string; receipt_at: string }> {
  const facts = await factsOf(ctx, q, head)
  const receipt = isEnded(head) ? ctx.keys.endReceipt(facts) : ctx.keys.receipt(facts)
  return { receipt, receipt_at: facts.time }
}

/** Keeps the receipt of a test that has ended: its code is found by it, and the log is held against it. */
export async function keepReceipt(ctx: ReceiptContext, tx: Queries, head: SignedHead): Promise<void> {
  if (!isEnded(head)) return
  const facts = await factsOf(ctx, tx, head)
  await keepSigned(tx, head, { ...facts, receipt: ctx.keys.endReceipt(facts) })
}

/** Keeps a receipt that was signed of the end; the first one of a head stays, for its code is written down somewhere. */
export const keepSigned = (
  tx: Queries,
  { id, ref }: Pick<HeadRow, 'id' | 'ref'>,
  { lease_id, head_seq, head_hash, time, server_epoch, receipt }: ReceiptFacts & { receipt: string },
) =>
  insertReceipt(tx, {
    attempt_id: id,
    code: receiptCode(sha256, ref, receipt),
    lease_id,
    head_seq,
    head_hash,
    at: Date.parse(time),
    server_epoch,
    receipt,
  })

/**
 * Notes that somebody showed a receipt of ours for more than this server holds. A backup held what was older: that is gone
 * because somebody deleted it since.
 */
export async function noteShown(tx: Queries, facts: ReceiptFacts, now: number): Promise<void> {
  const lost = (await listRestores(tx)).find(({ server_epoch }) => server_epoch > facts.server_epoch)
  const at = Date.parse(facts.time)
  if (!lost || at <= Date.parse(lost.backup_of)) return
  const { attempt_id: attempt_ref, head_seq, head_hash } = facts
  await keepShownReceipt(tx, { attempt_ref, head_seq, head_hash, at, shown_at: now })
}

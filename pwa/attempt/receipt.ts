import { type ReceiptFile, receiptCode } from '#contract/receipt.ts'
import type { LeaseGrant, SyncAnswer } from '#contract/sync.ts'
import type { AttemptRecord } from './db/schema.ts'
import { sha256OfText } from './hash.ts'

type Kept = Pick<
  AttemptRecord,
  'attempt_id' | 'finish_receipt' | 'finish_file' | 'receipt' | 'receipt_file' | 'ended_elsewhere'
>

/**
 * The code that a candidate keeps: of the newest receipt, and from the end on of the one that said so. None on a device
 * that came to the test after its end: another code than the one that was written down would contradict it.
 */
export function receiptCodeOf(attempt: Kept): string | null {
  if (attempt.ended_elsewhere) return null
  const newest = attempt.finish_receipt ?? attempt.receipt
  return newest ? receiptCode(sha256OfText, attempt.attempt_id, newest) : null
}

/** The same receipt as a file; null where the server was too old to say what it speaks of. */
export const receiptFileOf = (attempt: Kept): ReceiptFile | null =>
  attempt.ended_elsewhere
    ? null
    : ((attempt.finish_receipt === undefined ? attempt.receipt_file : attempt.finish_file) ?? null)

/** An answer's receipt with the facts it speaks of. */
export function fileOfAnswer(
  { attempt_id, lease_id }: Pick<AttemptRecord, 'attempt_id' | 'lease_id'>,
  answer: Pick<SyncAnswer | LeaseGrant, 'head_seq' | 'head_hash' | 'server_epoch' | 'receipt' | 'receipt_at'>,
): ReceiptFile | undefined {
  const { head_seq, head_hash, server_epoch, receipt, receipt_at } = answer
  if (receipt_at === undefined) return undefined
  return {
    holdfast_receipt: 1,
    attempt_id,
    lease_id,
    head_seq,
    head_hash,
    time: receipt_at,
    server_epoch,
    receipt,
  }
}

import type { AttemptRecord } from './database.ts'
import { receiptCode } from './hash.ts'

/**
 * The code that a candidate keeps: of the newest receipt, and from the end on of the one that said so. None on a device
 * that came to the test after its end: another code than the one that was written down would contradict it.
 */
export function receiptCodeOf(
  attempt: Pick<AttemptRecord, 'finish_receipt' | 'receipt' | 'ended_elsewhere'>,
): string | null {
  if (attempt.ended_elsewhere) return null
  const newest = attempt.finish_receipt ?? attempt.receipt
  return newest ? receiptCode(newest) : null
}

import { z } from 'zod'
import { isoTime } from '../primitives.ts'

/** The facts a receipt proves, and those of them that the server holds. It names nobody. */
export const receiptCheck = z.object({
  /**
   * held: ours, and every change it speaks of stands in the log, unchanged. missing: ours, and the server does not hold all
   * of it (any more). altered: ours, and the log says something else without a restore in between. foreign: this server did not make it. unknown: no
   * receipt has this code.
   */
  outcome: z.enum(['held', 'missing', 'altered', 'foreign', 'unknown']),
  code: z.string().nullable(),
  /** Who can check it: everybody by the published key, or this server alone; null where it is none of ours. */
  checkable_by: z.enum(['anybody', 'server']).nullable(),
  /** Since when the server held what it speaks of. */
  time: isoTime.nullable(),
  /** So many changes it speaks of. */
  changes: z.number().nullable(),
  /** So many of them stand in the log unchanged. */
  held: z.number().nullable(),
  /** So many came afterwards. */
  later: z.number().nullable(),
  /** Whether the test it belongs to has ended. */
  is_ended: z.boolean().nullable(),
})
export type ReceiptCheck = z.infer<typeof receiptCheck>

import { z } from 'zod'
import { id, isoTime } from '../primitives.ts'

/** The rules by which results are erased, over all organizations. Super admins only. */

export const erasingView = z.object({
  /** null: whatever is due is erased within minutes. */
  on_hold: z
    .object({
      /** After a restore older rules may be back; after a jump of the clock it is not known how much time has passed. */
      why: z.enum(['restore', 'clock']),
      since: isoTime,
      /** The clock before it jumped; null after a restore. */
      before: isoTime.nullable(),
      /** Beside the results: pictures and invitations that wait as well, in words; null: nothing is due. */
      waiting: z.string().nullable(),
    })
    .nullable(),
  /** Drives and assessments with a rule: those of which something is due first, then by when they go. */
  rules: z.array(
    z.object({
      id,
      is_assessment: z.boolean(),
      name: z.string(),
      organization: z.string(),
      days: z.number(),
      /** When the first of what is left goes; null: nothing that is left has an end. */
      until: isoTime.nullable(),
      /** Invitations and tests that are left, and how many of them are due. */
      attempts: z.number(),
      due: z.number(),
      /** Why what is due is still there, apart from erasing being on hold; null: nothing keeps it. */
      held_up: z.string().nullable(),
    }),
  ),
  /** Beside those that are listed. */
  more_rules: z.number(),
})
export type ErasingView = z.infer<typeof erasingView>

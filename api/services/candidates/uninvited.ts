import { deleteUninvited, listAttemptsOfDeleted } from '#db/queries/candidates.ts'
import { noteRemovals } from '#db/queries/removals.ts'
import type { Context } from '../../context.ts'
import { audit } from '../audit.ts'
import { carryOutRemovals, deleteAttempts } from '../removing.ts'

/** So many in one transaction: saves of running tests come in between. */
const CHUNK = 100
/** By then the mail that the drive does not take place has gone out, or will not any more. */
export const DELETED_KEPT_MS = 30 * 86_400_000

/**
 * Deletes the invitations to drives that were deleted a while ago, and whoever was invited to nothing else: no page shows
 * them any more, so that nobody of the staff could delete them.
 * @returns how many invitations were deleted
 */
export async function sweepUninvited(ctx: Context): Promise<number> {
  let deleted = 0
  for (;;) {
    const due = { before: ctx.now() - DELETED_KEPT_MS, limit: CHUNK }
    // Mostly there are none: nobody's save waits for the look.
    if ((await listAttemptsOfDeleted(ctx.db.read, { ...due, limit: 1 })).length === 0) return deleted
    const { attempts, removals } = await ctx.db.write(async (tx) => {
      const attempts = await listAttemptsOfDeleted(tx, due)
      const { outside, struck } = await deleteAttempts(tx, attempts)
      await deleteUninvited(
        tx,
        attempts.map((one) => one.candidate_id),
      )
      const entries = Object.keys(struck).length
      const change = { action: 'audit.strike', subject: 'audit log', after: { entries, struck } }
      if (entries > 0) await audit(tx, { userId: null, organizationId: null }, change, ctx.now())
      return { attempts, removals: await noteRemovals(tx, outside) }
    })
    await carryOutRemovals(ctx, removals)
    deleted += attempts.length
  }
}

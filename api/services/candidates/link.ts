import { findAttemptByRef } from '#db/queries/attempts.ts'
import { linkHolds } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../errors.ts'
import { audit } from '../audit.ts'
import { candidateLink } from '../invitations.ts'

/**
 * A candidate's link, for handing it over by other means than mail. That it was read is audited, the link is not.
 * @param base where people reach this installation
 * @throws Refusal not_found; conflict: the link is revoked, or has expired
 */
export async function linkOf(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  base: string,
): Promise<{ link: string }> {
  return ctx.db.write(async (tx) => {
    const found = await findAttemptByRef(tx, ref, actor.organizationId)
    if (!found) throw notFound('The candidate')
    if (found.attempt.revoked_at !== null)
      throw new Refusal('conflict', 'The link is revoked. Send a new one instead.')
    if (!linkHolds(found.attempt, ctx.now()))
      throw new Refusal('conflict', 'The link has expired. Send the invitation again: that renews it.')
    await audit(tx, actor, { action: 'candidate.link', subject: `attempt ${ref}` }, ctx.now())
    return { link: candidateLink(ctx, base, found.attempt) }
  })
}

import type { z } from 'zod'
import type { candidateRow } from '#contract/views/admin.ts'
import { findAttemptByRef } from '#db/queries/attempts.ts'
import { linkHolds } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../errors.ts'
import { LINK_IN_MENU, saidOfMail } from '../../mail/said.ts'
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

/** What happened to the link, in words. */
export const reissuedWords = (
  ctx: Pick<Context, 'mailTransport'>,
  { status }: Pick<z.input<typeof candidateRow>, 'status'>,
): string =>
  status === 'finished'
    ? 'The candidate has a link again. Reopening the test mails it.'
    : saidOfMail(ctx, 'The old link has ended; a new one is on the way.', {
        done: 'The old link has ended, and a new one was made.',
        where: LINK_IN_MENU,
      })

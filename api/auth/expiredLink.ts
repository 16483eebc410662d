import type { JoinedAttempt } from '#db/queries/attempts.ts'
import { linkHolds } from '#machines/attempt/time.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { driveMailContact } from '../mail/bodies/contact.ts'
import { contactLine } from '../mail/letters/contact.ts'
import { moment } from '../mail/letters/format.ts'

/**
 * The link of an assessment ends; a test that was begun goes on.
 * @throws DomainError test_over, with the words for the candidate: since when, and whom to ask
 */
export async function refuseExpiredLink(ctx: Context, found: JoinedAttempt): Promise<void> {
  const { attempt, drive, organization_name } = found
  if (attempt.link_expires_at === null || linkHolds(attempt, ctx.now())) return
  const contact = await driveMailContact(ctx, drive.id, drive.organization_id)
  throw new DomainError(
    'test_over',
    `This link expired on ${moment(attempt.link_expires_at)}. ${organization_name} can send it again: ask ${contactLine(contact, organization_name)}.`,
    { details: { link_expired_at: new Date(attempt.link_expires_at).toISOString() } },
  )
}

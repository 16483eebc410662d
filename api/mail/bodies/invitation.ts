import { findAttemptByRef } from '#db/queries/attempts.ts'
import { candidateLink } from '../../services/invitations.ts'
import type { MailData } from '../kinds.ts'
import { invitationLetter } from '../letters/invitation.ts'
import { type Body, type BodySource, type Pointless, pointless } from './body.ts'
import { driveContact, replyTo } from './contact.ts'

/** The invitation as things stand now: a link that was made anew meanwhile is the one that is sent. */
export async function invitationBody({ ctx, base, mail }: BodySource): Promise<Body | Pointless> {
  const organizationId = mail.organization_id ?? 0
  const found = await findAttemptByRef(ctx.db.read, mail.subject_ref, organizationId)
  if (!found) return pointless('The drive or the candidate was deleted before the mail went out.')
  const { attempt, drive } = found
  if (attempt.finished_at !== null)
    return pointless('The candidate had finished the test before the mail went out.')
  if (ctx.now() >= drive.end_time) return pointless('The drive was over before the mail went out.')
  const { timeZone } = (mail.data ?? {}) as MailData['invitation']
  const contact = await driveContact(ctx, drive.id, organizationId)
  const letter = invitationLetter({
    organization: found.organization_name,
    drive: drive.name,
    contact,
    startsAt: drive.is_assessment ? null : drive.start_time,
    endsAt: drive.end_time,
    allottedSeconds: drive.allotted_seconds,
    timeZone,
    link: candidateLink(ctx, base, attempt),
    uid: `${attempt.ref}@holdfast`,
    stamp: mail.created_at,
  })
  return { letter, replyTo: replyTo(contact) }
}

import { findAttemptByRef } from '#db/queries/attempts.ts'
import { countTestMailsBefore, findInvitationZone } from '#db/queries/mails.ts'
import { linkHolds } from '#machines/attempt/time.ts'
import { contentRef } from '../../attempts/content.ts'
import { extraSeconds } from '../../attempts/extraTime.ts'
import type { MailData } from '../kinds.ts'
import { contactLine, mailboxOf } from '../letters/contact.ts'
import { moment } from '../letters/format.ts'
import {
  calendarUid,
  cancelledLetter,
  datesChangedLetter,
  type InvitationFacts,
  invitationLetter,
  reminderLetter,
  reopenedLetter,
} from '../letters/invitation.ts'
import { runningLetter } from '../letters/running.ts'
import { candidateLink } from '../links.ts'
import { type Body, type BodySource, type Pointless, pointless } from './body.ts'
import { driveMailContact, supportContact } from './contact.ts'

/** A mail's name beside its drive once it has no point any more: its own subject was about something else. */
const mailNames: Partial<Record<string, string>> = {
  invitation: 'Invitation',
  dates_changed: 'New dates',
  cancelled: 'Cancellation',
  reminder: 'Reminder',
  reopened: 'Reopening',
}

/** The facts that every mail about a candidate's test is made from, or why none is made any more. */
async function factsOf(source: BodySource, timeZone: string | undefined) {
  const { ctx, base, mail } = source
  const organizationId = mail.organization_id ?? 0
  const found = await findAttemptByRef(ctx.db.read, mail.subject_ref, organizationId)
  if (!found) return pointless('The drive or the candidate was deleted before the email was sent.')
  const { attempt, drive } = found
  const contact = await driveMailContact(ctx, drive.id, organizationId)
  const instead = (state: string, text: string) => ({
    subject: `${mailNames[mail.kind] ?? 'Email'}: ${drive.name} (now: ${state})`,
    text: `The text of this email is not kept because it contained a link. Current state: ${text}\nContact for the candidate: ${contactLine(contact, found.organization_name)}.`,
  })
  if (attempt.revoked_at !== null)
    return pointless(
      'The link was revoked before the email was sent.',
      instead('the link is revoked', 'The link was revoked and no longer works.'),
    )
  if (attempt.finished_at !== null)
    return pointless(
      'The candidate had finished the test before the email was sent.',
      instead(
        'the test is finished',
        'The candidate has finished this test. The link leads to its end page.',
      ),
    )
  // A test that was begun goes by its own deadline.
  if (ctx.now() >= (attempt.deadline_at ?? drive.end_time))
    return pointless(
      'The drive was over before the email was sent.',
      instead('the time for it is over', 'The time for this test is over.'),
    )
  if (!linkHolds(attempt, ctx.now()))
    return pointless(
      'The link expired before the email was sent.',
      instead(
        'the link has expired',
        `The link expired on ${moment(attempt.link_expires_at ?? ctx.now(), timeZone)}. Sending the invitation again renews it.`,
      ),
    )
  const { allottedSeconds } = await ctx.content.get(ctx.db.read, contentRef(found))
  const extra = extraSeconds(attempt, allottedSeconds)
  const facts: InvitationFacts = {
    organization: found.organization_name,
    drive: drive.name,
    contact,
    startsAt: drive.is_assessment ? null : drive.start_time,
    endsAt: drive.is_assessment ? attempt.link_expires_at : drive.end_time,
    allottedSeconds: allottedSeconds + extra,
    extraSeconds: extra,
    ...(timeZone !== undefined && { timeZone }),
    link: candidateLink(ctx, base, attempt),
    hasOlderLink: attempt.generation > 1,
    uid: calendarUid(attempt.ref),
    sequence: await countTestMailsBefore(ctx.db.read, mail),
    stamp: mail.created_at,
  }
  return { facts, found, replyTo: mailboxOf(contact) }
}

/** The zone of whoever invited this candidate last: later mails tell times in the same one. */
const zoneOf = async ({ ctx, mail }: BodySource): Promise<string | undefined> =>
  (await findInvitationZone(ctx.db.read, mail.subject_ref)) ?? undefined

/**
 * The invitation as things stand now: a link that was made anew meanwhile is the one that is sent, and whoever has begun
 * is not invited any more.
 */
export async function invitationBody(source: BodySource): Promise<Body | Pointless> {
  const { timeZone } = (source.mail.data ?? {}) as MailData['invitation']
  const made = await factsOf(source, timeZone ?? (await zoneOf(source)))
  if ('pointless' in made) return made
  const { facts, found, replyTo } = made
  const { started_at, deadline_at, paused_at } = found.attempt
  if (started_at === null) return { letter: invitationLetter(facts), replyTo }
  const clock = { until: deadline_at ?? found.drive.end_time, isPaused: paused_at !== null }
  return { letter: runningLetter(facts, clock), replyTo }
}

/** The new dates beside those that no longer hold. */
export async function datesChangedBody(source: BodySource): Promise<Body | Pointless> {
  const before = source.mail.data as MailData['dates_changed']
  const made = await factsOf(source, await zoneOf(source))
  if ('pointless' in made) return made
  const { drive } = made.found
  if (drive.start_time === before.startsAt && drive.end_time === before.endsAt)
    return pointless('The dates were changed back before the email was sent.')
  return { letter: datesChangedLetter(made.facts, before), replyTo: made.replyTo }
}

/** The day before the start. */
export async function reminderBody(source: BodySource): Promise<Body | Pointless> {
  const made = await factsOf(source, await zoneOf(source))
  if ('pointless' in made) return made
  if (made.found.attempt.started_at !== null)
    return pointless('The candidate had started the test before the email was sent.')
  return { letter: reminderLetter(made.facts), replyTo: made.replyTo }
}

/** A test that had ended and can be gone on with. */
export async function reopenedBody(source: BodySource): Promise<Body | Pointless> {
  const made = await factsOf(source, await zoneOf(source))
  if ('pointless' in made) return made
  const until = made.found.attempt.deadline_at ?? made.found.drive.end_time
  return { letter: reopenedLetter(made.facts, until), replyTo: made.replyTo }
}

/** A drive that is gone: what the mail says of it stands in its row, and whom to ask is still known. */
export async function cancelledBody(source: BodySource): Promise<Body | Pointless> {
  const { ctx, mail } = source
  const { driveId, ...told } = mail.data as MailData['cancelled']
  const contact =
    driveId === undefined
      ? supportContact(ctx)
      : await driveMailContact(ctx, driveId, mail.organization_id ?? 0)
  const timeZone = await zoneOf(source)
  const about = {
    ...told,
    contact,
    ...(timeZone && { timeZone }),
    uid: calendarUid(mail.subject_ref),
    sequence: await countTestMailsBefore(ctx.db.read, mail),
    stamp: mail.created_at,
  }
  return { letter: cancelledLetter(about), replyTo: mailboxOf(contact) }
}

import { consoleTexts } from '#contract/consoleTexts.ts'
import { sortEmails } from '#contract/forms/invitation.ts'
import type { Queries } from '#db/connect.ts'
import { takeCredits } from '#db/queries/accounts.ts'
import { listInvitedKeys } from '#db/queries/candidates.ts'
import { driveStatus } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { queueMails } from '../../mail/queue.ts'
import { audit } from '../audit.ts'
import { creditsOf } from '../credits.ts'
import { requireDrive } from '../drives.ts'
import { inviteCandidates } from '../invitations.ts'

/** So many in one transaction: saves of running tests come in between. */
const CHUNK = 100

interface Given {
  /** Addresses with commas, as the calls take them. */
  emails: string
  drife_id: number
  time_zone?: string | undefined
}

export interface Invited {
  invited: number
  /** Had been invited to this drive before: nothing was sent, no credit taken. */
  known: number
  credits: number
}

/** A time zone the mail can be written in; anything else is as if none was given. */
export function usableZone(zone: string | undefined): { timeZone?: string } {
  if (zone === undefined) return {}
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return { timeZone: zone }
  } catch {
    return {}
  }
}

/** One address a line, as a file that spreadsheets open without running anything. */
const csvOf = (emails: readonly string[]): string =>
  `\uFEFF${['Email', ...emails].map((one) => `"${(/^[=+\-@\t\r\0]/.test(one) ? `'${one}` : one).replaceAll('"', '""')}"`).join('\r\n')}\r\n`

/**
 * Invites addresses to a drive: one credit each, taken in the transaction that makes the invitations, so that credits
 * are spent once whoever else invites. Addresses that are none are told while the others are invited.
 * @throws Refusal not_found; conflict: the drive is over; insufficient_credits: nothing was sent; invalid_emails: with
 * the file of them in the details
 */
export async function invite(ctx: Context, actor: StaffActor, given: Given): Promise<Invited> {
  const drive = await requireDrive(ctx, actor, given.drife_id)
  if (driveStatus(drive, ctx.now()) === 'completed')
    throw new Refusal('conflict', 'This drive is over: nobody can be invited any more.')
  const { valid, invalid } = sortEmails(given.emails)
  const known = await listInvitedKeys(
    ctx.db.read,
    drive.id,
    valid.map((email) => email.toLowerCase()),
  )
  const fresh = valid.filter((email) => !known.has(email.toLowerCase()))
  if (fresh.length > (await creditsOf(ctx, actor.organizationId)))
    throw new Refusal('insufficient_credits', consoleTexts.insufficientCredits)
  let invited = 0
  for (let from = 0; from < fresh.length; from += CHUNK)
    invited += await ctx.db.write((tx) =>
      inviteSome(
        ctx,
        tx,
        actor,
        { driveId: drive.id, emails: fresh.slice(from, from + CHUNK) },
        given.time_zone,
      ),
    )
  if (invited > 0) ctx.wakeMail()
  const done = { invited, known: valid.length - invited, credits: await creditsOf(ctx, actor.organizationId) }
  if (invalid.length > 0)
    throw new Refusal('invalid_emails', `${consoleTexts.invalidEmails} ${invalid.slice(0, 50).join(', ')}`, {
      details: { ...done, invalid: invalid.slice(0, 50), csv: csvOf(invalid) },
    })
  return done
}

/** @returns how many of them had not been invited before */
async function inviteSome(
  ctx: Context,
  tx: Queries,
  actor: StaffActor,
  to: { driveId: number; emails: readonly string[] },
  zone: string | undefined,
): Promise<number> {
  const now = ctx.now()
  const { organizationId } = actor
  const made = await inviteCandidates(ctx, tx, { organizationId, ...to }, now)
  const invited = made.length
  if (invited === 0) return 0
  await queueMails(
    tx,
    made.map(({ ref, email }) => ({
      kind: 'invitation' as const,
      to: email,
      organizationId,
      subjectRef: ref,
      data: usableZone(zone),
    })),
    now,
  )
  if (!(await takeCredits(tx, organizationId, invited)))
    throw new Refusal('insufficient_credits', consoleTexts.insufficientCredits)
  await audit(
    tx,
    actor,
    { action: 'candidate.invite', subject: `drive ${to.driveId}`, after: { invited } },
    now,
  )
  return invited
}

/** What happened, in words. */
export function invitedWords({ invited, known }: Invited): string {
  const people = (n: number) => (n === 1 ? '1 candidate' : `${n} candidates`)
  if (known === 0) return `Invitation sent to ${people(invited)}.`
  const before = known === 1 ? '1 had been invited before.' : `${known} had been invited before.`
  return invited === 0 ? `Nobody new: ${before}` : `Invitation sent to ${people(invited)}; ${before}`
}

import { stringify } from 'csv-stringify/sync'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { sortEmails } from '#contract/forms/invitation.ts'
import { plural } from '#contract/plural.ts'
import type { Queries } from '#db/connect.ts'
import { listInvitedKeys } from '#db/queries/candidates.ts'
import { findDrive } from '#db/queries/drives.ts'
import { endHolds, holdCredits, spendHeld } from '#db/queries/organizations.ts'
import { statusAt } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../kit/errors.ts'
import { queueMails } from '../../mail/queue.ts'
import { LINK_IN_MENU, saidOfMail } from '../../mail/said.ts'
import { audit } from '../audit.ts'
import { creditsOf } from '../credits.ts'
import { csvOptions, csvText } from '../csv.ts'
import { requireDrive } from '../drives.ts'
import { inviteCandidates, linkEnd } from '../invitations.ts'

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

/** One address a line. */
const csvOf = (emails: readonly string[]): string =>
  stringify(
    emails.map((email) => ({ Email: csvText(email) })),
    { ...csvOptions, columns: ['Email'] },
  )

/**
 * Invites addresses to a drive: one credit each. The credits of all are set aside first and spent in the transactions
 * that make the invitations, so that either there are enough for everybody or nobody is invited, whoever else invites
 * at the same time. Addresses that are none are told while the others are invited, and what became of these beside it.
 * @throws DomainError not_found; conflict: the drive is over; insufficient_credits: nothing was sent; invalid_emails: with
 * the file of them in the details
 */
export async function invite(ctx: Context, actor: StaffActor, given: Given): Promise<Invited> {
  const drive = await requireDrive(ctx, actor, given.drife_id)
  requireNotOver(ctx, drive)
  if (!drive.allow_coding && !drive.allow_mcq)
    throw new DomainError(
      'conflict',
      'This test has no questions at present: neither coding nor MCQs are allowed. No one was invited.',
    )
  const { valid, invalid } = sortEmails(given.emails)
  const known = await listInvitedKeys(
    ctx.db.read,
    drive.id,
    valid.map((email) => email.toLowerCase()),
  )
  const fresh = valid.filter((email) => !known.has(email.toLowerCase()))
  const invited = await inviteAll(
    ctx,
    actor,
    { driveId: drive.id, isAssessment: drive.is_assessment, emails: fresh },
    given.time_zone,
  )
  const done = { invited, known: valid.length - invited, credits: await creditsOf(ctx, actor.organizationId) }
  if (invalid.length > 0)
    throw new DomainError(
      'invalid_emails',
      `${consoleTexts.invalidEmails} ${invalid.slice(0, 50).join(', ')}`,
      {
        details: {
          ...done,
          ...(valid.length > 0 && { said: invitedMessage(ctx, done) }),
          invalid: invalid.slice(0, 50),
          csv: csvOf(invalid),
        },
      },
    )
  return done
}

function requireNotOver(ctx: Context, drive: { start_time: number; end_time: number }): void {
  if (statusAt(drive, ctx.now()) === 'completed')
    throw new DomainError('conflict', 'This drive is over: no one else can be invited.')
}

interface To {
  driveId: number
  isAssessment: boolean
  emails: readonly string[]
  /** The mark that the audit entries of one invitation share, if it takes more than one transaction. */
  batch?: string
}

async function inviteAll(ctx: Context, actor: StaffActor, to: To, zone: string | undefined): Promise<number> {
  if (to.emails.length === 0) return 0
  const { organizationId } = actor
  const credits = to.emails.length
  const hold = await ctx.db.write((tx) => holdCredits(tx, { organizationId, credits, now: ctx.now() }))
  if (hold === null)
    throw new DomainError('insufficient_credits', consoleTexts.insufficientCredits, {
      details: { needed: credits, credits: await creditsOf(ctx, organizationId) },
    })
  const batch = credits > CHUNK && { batch: ctx.random(6) }
  let invited = 0
  try {
    for (let from = 0; from < to.emails.length; from += CHUNK) {
      const some = { ...to, ...batch, emails: to.emails.slice(from, from + CHUNK) }
      invited += await ctx.db.write((tx) => inviteSome(ctx, tx, actor, some, { zone, hold }))
    }
  } catch (error) {
    if (!(error instanceof DomainError) || invited === 0) throw error
    throw new DomainError(
      'conflict',
      `${error.message} By then ${people(invited)} had been invited; the others were not, and cost nothing.`,
    )
  } finally {
    await ctx.db.write((tx) => endHolds(tx, hold))
  }
  return invited
}

/**
 * @returns how many of them had not been invited before
 * @throws DomainError not_found, conflict: the drive was deleted or ended while others were invited
 */
async function inviteSome(
  ctx: Context,
  tx: Queries,
  actor: StaffActor,
  to: To,
  { zone, hold }: { zone: string | undefined; hold: number },
): Promise<number> {
  const now = ctx.now()
  const { organizationId } = actor
  const drive = await findDrive(tx, to.driveId, organizationId)
  if (!drive) throw new DomainError('not_found', 'The drive has been deleted in the meantime.')
  requireNotOver(ctx, drive)
  const made = await inviteCandidates(
    ctx,
    tx,
    {
      organizationId,
      driveId: to.driveId,
      emails: to.emails,
      linkExpiresAt: to.isAssessment ? linkEnd(ctx, now) : null,
    },
    now,
  )
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
  await spendHeld(tx, hold, invited)
  await audit(
    tx,
    actor,
    {
      action: 'candidate.invite',
      subject: `${to.isAssessment ? 'assessment' : 'drive'} ${to.driveId}`,
      after: {
        invited,
        ...(actor.byParamKey && { with: 'Param key' }),
        // Who they are is looked up as long as they are there: the audit log outlives them, and names nobody.
        rows: [made[0]?.id, made.at(-1)?.id],
        ...(to.batch !== undefined && { batch: to.batch }),
      },
    },
    now,
  )
  return invited
}

const people = (n: number): string => plural(n, 'candidate')

/** The result of inviting, in words. */
export function invitedMessage(ctx: Pick<Context, 'mailTransport'>, { invited, known }: Invited): string {
  const before = known === 1 ? '1 was already invited.' : `${known} were already invited.`
  if (invited === 0 && known > 0) return `No one new: ${before}`
  const rest = known === 0 ? '.' : `; ${before}`
  return saidOfMail(ctx, `Invitation sent to ${people(invited)}${rest}`, {
    done: `${plural(invited, 'candidate was', 'candidates were')} invited${rest}`,
    where: LINK_IN_MENU,
  })
}

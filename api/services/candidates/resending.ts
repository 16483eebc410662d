import { RESEND_MOST } from '#contract/constants.ts'
import type { Queries } from '#db/connect.ts'
import { renewLinks } from '#db/queries/attempts.ts'
import { listAbsentees, listOpenInvitations } from '#db/queries/candidates.ts'
import { listAbsentIds } from '#db/queries/drives.ts'
import { hastenMails, mailStatesOf } from '#db/queries/mails.ts'
import { statusAt } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import { countLinkRequest } from '../../auth/linkLimits.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../kit/errors.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { queueMail } from '../../mail/queue.ts'
import { LINK_IN_MENU, saidOfMail } from '../../mail/said.ts'
import { audit } from '../audit.ts'
import { creditsOf } from '../credits.ts'
import { requireDrive } from '../drives.ts'
import { linkEnd } from '../invitations.ts'
import { usableZone } from './inviting.ts'

interface Resent {
  invited: number
  /** The number of candidates whose invitation waits in the queue already. */
  waiting: number
}

interface Waiting {
  ref: string
  email: string
}

/**
 * Queues invitations; one that waits in the queue already is not queued twice.
 * @returns how many were queued, and of whom one waits
 */
async function sendAgain(
  ctx: Context,
  tx: Queries,
  to: readonly (Waiting & { organizationId: number })[],
  zone: string | undefined,
): Promise<{ queued: number; waiting: string[] }> {
  const now = ctx.now()
  const states = await mailStatesOf(
    tx,
    'invitation',
    to.map(({ ref }) => ref),
  )
  let queued = 0
  const waiting: string[] = []
  for (const { ref, email, organizationId } of to) {
    const status = states.get(ref)?.status
    if (status === 'queued' || status === 'sending') {
      waiting.push(ref)
      continue
    }
    await queueMail(
      tx,
      { kind: 'invitation', to: email, organizationId, subjectRef: ref, data: usableZone(zone) },
      now,
    )
    queued++
  }
  return { queued, waiting }
}

/**
 * Who can be invited again in one call, of all pages of the list.
 * @throws DomainError not_found
 */
export async function absenteesOf(ctx: Context, actor: StaffActor, driveId: number, search: string) {
  const drive = await requireDrive(ctx, actor, driveId)
  return listAbsentIds(ctx.db.read, { drive, search, limit: RESEND_MOST })
}

/**
 * Sends invitations again to candidates of an ongoing drive who have not begun; no credit is taken. A mail that waits
 * in the queue already is tried at once. The link of an assessment opens it for as long as a new one would.
 * @throws DomainError not_found; conflict: the drive is over or has not begun, or all of the chosen have begun
 */
export async function resendInvitations(
  ctx: Context,
  actor: StaffActor,
  given: { candidate_ids: number[]; drife_id: number; time_zone?: string | undefined },
): Promise<Resent & { credits: number }> {
  const { organizationId } = actor
  const drive = await requireDrive(ctx, actor, given.drife_id)
  const status = statusAt(drive, ctx.now())
  if (status === 'completed')
    throw new DomainError('conflict', 'This drive is over: no more invitations can be sent.')
  if (status === 'upcoming')
    throw new DomainError(
      'conflict',
      'This drive has not started: no one is absent yet. Send a new link instead.',
    )
  const absent = await listAbsentees(ctx.db.read, drive.id, given.candidate_ids)
  if (absent.length === 0)
    throw new DomainError(
      'conflict',
      'None of the selected candidates is waiting to start this drive: they have already started, or their links were revoked.',
    )
  const { queued, waiting } = await ctx.db.write(async (tx) => {
    if (drive.is_assessment)
      await renewLinks(
        tx,
        absent.map(({ ref }) => ref),
        linkEnd(ctx, ctx.now()),
      )
    const sent = await sendAgain(
      ctx,
      tx,
      absent.map((one) => ({ ...one, organizationId })),
      given.time_zone,
    )
    if (sent.waiting.length > 0) await hastenMails(tx, 'invitation', sent.waiting, ctx.now())
    // Links of an assessment were renewed, whether mails go out or not.
    const candidates = drive.is_assessment ? absent.length : sent.queued
    if (candidates > 0)
      await audit(
        tx,
        actor,
        {
          action: 'candidate.resend',
          subject: `${drive.is_assessment ? 'assessment' : 'drive'} ${drive.id}`,
          after: { candidates },
        },
        ctx.now(),
      )
    return sent
  })
  return { invited: queued, waiting: waiting.length, credits: await creditsOf(ctx, organizationId) }
}

/**
 * A candidate who lost the mail gets it again. Whether the address was ever invited is not told: the answer is the same,
 * and the mails are queued after it.
 * @throws DomainError too_many_requests
 */
export async function requestLink(ctx: Context, email: string, address: string): Promise<void> {
  countLinkRequest(ctx, 'candidate', email, address)
  const open = await listOpenInvitations(ctx.db.read, email, ctx.now())
  if (open.length === 0) return
  void ctx.db
    .write((tx) =>
      sendAgain(
        ctx,
        tx,
        open.map(({ ref, email: to, organization_id }) => ({
          ref,
          email: to,
          organizationId: organization_id,
        })),
        undefined,
      ),
    )
    .catch((error: unknown) =>
      ctx.log.warn({ error: formatErrorLine(error) }, 'a lost link could not be queued'),
    )
}

/** The result of sending again, in words. */
export function resentMessage(ctx: Pick<Context, 'mailTransport'>, { invited, waiting }: Resent): string {
  const said = (verb: string): string => {
    if (invited === 0)
      return waiting === 1
        ? 'The invitation is already in the queue.'
        : `The ${waiting} invitations are already in the queue.`
    const again = invited === 1 ? `Invitation ${verb} again` : `${invited} invitations ${verb} again`
    if (waiting === 0) return `${again}.`
    return `${again}; ${waiting === 1 ? '1 is' : `${waiting} are`} already in the queue.`
  }
  return saidOfMail(ctx, said('sent'), { done: said('created'), where: LINK_IN_MENU })
}

/** The same for every address, invited or not. */
export const requestedMessage = (ctx: Pick<Context, 'mailTransport'>): string =>
  saidOfMail(
    ctx,
    'If this address was invited to a test that is still open, its link is on the way. Check your spam folder too; it can take a few minutes.',
    {
      done: 'Your request was received.',
      where: 'Ask the people who invited you for your link.',
    },
  )

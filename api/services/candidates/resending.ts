import type { Queries } from '#db/connect.ts'
import { renewLinks } from '#db/queries/assessments.ts'
import { listAbsentees, listOpenInvitations } from '#db/queries/candidates.ts'
import { mailStatesOf } from '#db/queries/mails.ts'
import { driveStatus } from '#machines/attempt/time.ts'
import type { StaffActor } from '../../auth/actor.ts'
import { countLinkRequest } from '../../auth/linkLimits.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { faultLine } from '../../faultWords.ts'
import { queueMail } from '../../mail/queue.ts'
import { audit } from '../audit.ts'
import { creditsOf } from '../credits.ts'
import { requireDrive } from '../drives.ts'
import { linkEnd } from '../invitations.ts'
import { usableZone } from './inviting.ts'

interface Waiting {
  ref: string
  email: string
}

/** Queues invitations; one that waits in the queue already is not queued twice. */
async function sendAgain(
  ctx: Context,
  tx: Queries,
  to: readonly (Waiting & { organizationId: number })[],
  zone: string | undefined,
): Promise<number> {
  const now = ctx.now()
  const states = await mailStatesOf(
    tx,
    'invitation',
    to.map(({ ref }) => ref),
  )
  let queued = 0
  for (const { ref, email, organizationId } of to) {
    const status = states.get(ref)?.status
    if (status === 'queued' || status === 'sending') continue
    await queueMail(
      tx,
      { kind: 'invitation', to: email, organizationId, subjectRef: ref, data: usableZone(zone) },
      now,
    )
    queued++
  }
  return queued
}

/**
 * Sends invitations again to candidates of an ongoing drive who have not begun; no credit is taken. The link of an assessment opens it for as
 * long as a new one would.
 * @throws Refusal not_found; conflict: the drive is over or has not begun, or all of the chosen have begun
 */
export async function resendInvitations(
  ctx: Context,
  actor: StaffActor,
  given: { candidate_ids: number[]; drife_id: number; time_zone?: string | undefined },
): Promise<{ invited: number; credits: number }> {
  const { organizationId } = actor
  const drive = await requireDrive(ctx, actor, given.drife_id)
  const status = driveStatus(drive, ctx.now())
  if (status === 'completed')
    throw new Refusal('conflict', 'This drive is over: no invitation can be sent any more.')
  if (status === 'upcoming')
    throw new Refusal('conflict', 'This drive has not begun: nobody is absent yet. Send a new link instead.')
  const absent = await listAbsentees(ctx.db.read, drive.id, given.candidate_ids)
  if (absent.length === 0)
    throw new Refusal('conflict', 'None of the chosen candidates is waiting to begin this drive.')
  const queued = await ctx.db.write(async (tx) => {
    if (drive.is_assessment)
      await renewLinks(
        tx,
        absent.map(({ ref }) => ref),
        linkEnd(ctx, ctx.now()),
      )
    const queued = await sendAgain(
      ctx,
      tx,
      absent.map((one) => ({ ...one, organizationId })),
      given.time_zone,
    )
    await audit(
      tx,
      actor,
      {
        action: 'candidate.resend',
        subject: `${drive.is_assessment ? 'assessment' : 'drive'} ${drive.id}`,
        after: { candidates: queued },
      },
      ctx.now(),
    )
    return queued
  })
  ctx.wakeMail()
  return { invited: queued, credits: await creditsOf(ctx, organizationId) }
}

/**
 * A candidate who lost the mail gets it again. Whether the address was ever invited is not told: the answer is the same,
 * and the mails are queued after it.
 * @throws Refusal too_many_requests
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
    .then(() => ctx.wakeMail())
    .catch((fault: unknown) => ctx.log.warn({ fault: faultLine(fault) }, 'a lost link could not be queued'))
}

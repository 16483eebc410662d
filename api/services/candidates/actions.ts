import type { StreamEvent } from '#contract/events.ts'
import { sortedRules } from '#contract/liftedRules.ts'
import { plural } from '#contract/plural.ts'
import type { Queries } from '#db/connect.ts'
import {
  type AttemptChange,
  findAttemptByRef,
  type JoinedAttempt,
  updateAttempt,
} from '#db/queries/attempts.ts'
import { countInDrive } from '#db/queries/drives.ts'
import { insertEvent } from '#db/queries/events.ts'
import { freezeLease } from '#db/queries/leases.ts'
import { insertNotice, type NewNotice } from '#db/queries/notices.ts'
import { takeUpDroppedChoices } from '../../attempts/choices.ts'
import { contactBefore } from '../../attempts/contact.ts'
import { currentDeadline } from '../../attempts/deadline.ts'
import { selectionCounts } from '../../attempts/scoring.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { sha256 } from '../../kit/keys.ts'
import { queueMail } from '../../mail/queue.ts'
import { audit } from '../audit.ts'
import { linkEnd } from '../invitations.ts'
import { requireVersion } from '../requireVersion.ts'
import { refuseWhileErased } from '../retention/setting.ts'
import { candidateRowOf } from './candidateRow.ts'
import { formatRuleChanges, formatTimeChange } from './formatRuleChanges.ts'

/** The acts of staff on one attempt: each in one transaction with its audit entry and the news for its device. */

const MINUTE = 60_000

/** Changes of one attempt, and what its device is to be told. */
interface Outcome {
  change: AttemptChange
  before?: unknown
  after?: unknown
  tell?: StreamEvent[]
  /** The notice that the candidate is to read. */
  notice?: NewNotice
  /** Beside the screen, for whoever has left it. */
  mail?: 'invitation' | 'reopened'
  and?: (tx: Queries, now: number) => Promise<unknown>
}

const conflict = (why: string): DomainError => new DomainError('conflict', why)

/** Behind a revoked link a clock would run, or words stand, that nobody can come to. */
function requireLink({ attempt }: JoinedAttempt, then: string): void {
  if (attempt.revoked_at !== null)
    throw conflict(`This candidate’s link is revoked. Send a new link first, then ${then}.`)
}

const deadlineTold: StreamEvent = { type: 'attempt', what: 'deadline' }
const noticeTold: StreamEvent = { type: 'attempt', what: 'notice' }

const mailTo = (
  { candidate, attempt }: JoinedAttempt,
  organizationId: number,
  kind: 'invitation' | 'reopened',
) => ({
  kind,
  to: candidate.email,
  organizationId,
  subjectRef: attempt.ref,
  data: {},
})

async function act(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  action: string,
  decide: (found: JoinedAttempt, now: number) => Outcome,
) {
  const { organizationId } = actor
  const done = await ctx.db.write(async (tx) => {
    const found = await findAttemptByRef(tx, ref, organizationId)
    if (!found) throw notFound('The candidate')
    const now = ctx.now()
    const outcome = decide(found, now)
    if (Object.keys(outcome.change).length > 0) await updateAttempt(tx, found.attempt.id, outcome.change)
    await outcome.and?.(tx, now)
    if (outcome.notice) await insertNotice(tx, found.attempt.id, outcome.notice, now)
    if (outcome.mail) await queueMail(tx, mailTo(found, organizationId, outcome.mail), now)
    for (const event of [...(outcome.tell ?? []), ...(outcome.notice ? [noticeTold] : [])])
      await insertEvent(tx, { attempt_id: found.attempt.id }, event, now)
    await audit(
      tx,
      actor,
      {
        action: `candidate.${action}`,
        subject: `attempt ${ref}`,
        before: outcome.before,
        after: outcome.after,
      },
      now,
    )
    const row = await candidateRowOf(tx, ref, organizationId)
    return { id: found.attempt.id, row, hasNewLink: outcome.change.generation !== undefined }
  })
  // A page with the old link hears nothing more by it; the new one opens a stream of its own.
  if (done.hasNewLink) ctx.hub.end({ attempt_id: done.id })
  return { candidate: done.row }
}

/** The attempt with other facts, and the deadline that follows from them. */
function withDeadline(found: JoinedAttempt, change: AttemptChange): AttemptChange {
  const attempt = { ...found.attempt, ...change }
  const deadline = currentDeadline({ attempt, drive: found.drive })
  return deadline === null ? change : { ...change, deadline_at: deadline }
}

/**
 * An attempt that ended is running again, and its finish no longer counts. MCQs that only the end of its time submitted
 * can be answered again; what the candidate submitted stays submitted.
 */
const reopened = ({ attempt }: JoinedAttempt, now: number): AttemptChange => ({
  ...(attempt.mcqs_submitted_at !== null &&
    selectionCounts(attempt, 'claimed') &&
    attempt.mcqs_submitted_at >= (attempt.finished_at ?? 0) && { mcqs_submitted_at: null }),
  finished_at: null,
  unused_ms: attempt.unused_ms + Math.max(0, now - (attempt.finished_at ?? now)),
  finish_seq: null,
  finish_kind: null,
  finish_verdict: null,
  sealed_at: null,
  end_reason: null,
  // Its end brings the next score: what it had come to is no result, and would sort it among the results.
  score: null,
  score_claimed: null,
  // The counts that ended it do not end it again at once: the device counts anew as well.
  strikes: 0,
  screen_exits: 0,
  // It is asked about again at its new end.
  feedback_at: null,
  // Staff who give it more time let its clock run.
  paused_at: null,
})

/** The rest of what follows where an ended attempt runs again, however it came to. */
async function openAgain(tx: Queries, { attempt, drive }: JoinedAttempt): Promise<void> {
  refuseWhileErased(drive)
  await takeUpDroppedChoices(tx, attempt.id, attempt)
  await countInDrive(tx, drive.id, { finished: -1 })
}

interface Accommodation {
  time_factor: number
  lifted_rules: string[]
}

const formatAccommodation = ({ time_factor, lifted_rules }: Accommodation): string =>
  `It is now ${Math.round((time_factor - 1) * 100)}% more time, and ${plural(lifted_rules.length, 'rule does', 'rules do')} not count.`

/** @throws DomainError not_found; conflict: the attempt has ended, or somebody else changed it since it was `was` */
export const setAccommodation = (
  ctx: Context,
  actor: StaffActor,
  ref: string,
  { was, ...given }: Accommodation & { was?: Accommodation | undefined },
) =>
  act(ctx, actor, ref, 'accommodation', (found) => {
    const { attempt, drive } = found
    if (attempt.finished_at !== null) throw conflict('The test has ended: its time can no longer be changed.')
    const before = { time_factor: attempt.time_factor, lifted_rules: sortedRules(attempt.lifted_rules ?? []) }
    requireVersion(was, before, 'accommodation', formatAccommodation(before))
    const hasBegun = attempt.started_at !== null
    const news = [
      formatTimeChange(before.time_factor, given.time_factor, attempt.allotted_seconds),
      formatRuleChanges(drive, before.lifted_rules, given.lifted_rules),
    ]
    const text = hasBegun ? news.filter(Boolean).join(' ') : ''
    return {
      change: withDeadline(found, given),
      before,
      after: given,
      tell: hasBegun ? [deadlineTold] : [],
      ...(text && { notice: { kind: 'rules', text } }),
    }
  })

/**
 * Adds minutes. An attempt that the server ended because its time was over runs again where that gives it time.
 * @throws DomainError not_found; conflict: not begun, ended by the candidate, or the link is revoked
 */
export const addMinutes = (ctx: Context, actor: StaffActor, ref: string, minutes: number) =>
  act(ctx, actor, ref, 'minutes', (found, now) => {
    const { attempt } = found
    if (attempt.started_at === null)
      throw conflict('The test has not started. Give more time as an accommodation instead.')
    requireLink(found, 'add minutes')
    const hasEnded = attempt.finished_at !== null
    const granted = withDeadline(found, {
      minutes_granted: attempt.minutes_granted + minutes,
      ...(hasEnded && { paused_at: null }),
    })
    const ranOut = attempt.sealed_at !== null || attempt.finish_kind === 'timeout'
    if (hasEnded && (!ranOut || (granted.deadline_at ?? 0) <= now))
      throw conflict('The test has ended. Reopen it instead.')
    return {
      change: { ...granted, ...(hasEnded && reopened(found, now)) },
      before: { minutes_granted: attempt.minutes_granted },
      after: { minutes_granted: attempt.minutes_granted + minutes, reopened: hasEnded },
      notice: hasEnded
        ? // The minutes left now, as the timer shows them, if its time was over for a while.
          { kind: 'reopen', minutes: Math.ceil(((granted.deadline_at ?? now) - now) / MINUTE) }
        : { kind: 'minutes', minutes },
      ...(hasEnded && { mail: 'reopened' as const }),
      async and(tx) {
        if (hasEnded) await openAgain(tx, found)
      },
    }
  })

/**
 * Opens an ended attempt again, with so many minutes from now.
 * @throws DomainError not_found; conflict: it has not ended, or the link is revoked
 */
export const reopenAttempt = (ctx: Context, actor: StaffActor, ref: string, minutes: number) =>
  act(ctx, actor, ref, 'reopen', (found, now) => {
    const { attempt } = found
    if (attempt.finished_at === null || attempt.started_at === null) throw conflict('The test has not ended.')
    requireLink(found, 'reopen the test')
    const unpaused = { ...found, attempt: { ...attempt, paused_at: null } }
    // A candidate who finished early had time left: it does not come back, so that the minutes are those said.
    const missing = now - (currentDeadline(unpaused) ?? now)
    return {
      change: withDeadline(found, {
        ...reopened(found, now),
        // Beside the minutes, which are whole: since its time was over the clock stood still, to the millisecond.
        paused_ms: attempt.paused_ms + missing,
        minutes_granted: attempt.minutes_granted + minutes,
      }),
      before: { end_reason: attempt.end_reason },
      after: { minutes },
      notice: { kind: 'reopen', minutes },
      mail: 'reopened',
      and: (tx) => openAgain(tx, found),
    }
  })

/** @throws DomainError not_found; conflict: not running, or paused already */
export const pauseAttempt = (ctx: Context, actor: StaffActor, ref: string) =>
  act(ctx, actor, ref, 'pause', (found, now) => {
    const { attempt } = found
    if (attempt.started_at === null || attempt.finished_at !== null)
      throw conflict('The test is not running.')
    if (attempt.paused_at !== null) throw conflict('The test is already paused.')
    return {
      change: withDeadline(found, { paused_at: now }),
      notice: { kind: 'pause' },
    }
  })

/** @throws DomainError not_found; conflict: not paused */
export const resumeAttempt = (ctx: Context, actor: StaffActor, ref: string) =>
  act(ctx, actor, ref, 'resume', (found, now) => {
    const { attempt } = found
    if (attempt.paused_at === null) throw conflict('The test is not paused.')
    const pause_ms = now - attempt.paused_at
    return {
      change: withDeadline(found, {
        paused_at: null,
        paused_ms: attempt.paused_ms + pause_ms,
        unused_ms: attempt.unused_ms + pause_ms,
      }),
      after: { pause_ms },
      notice: { kind: 'resume' },
    }
  })

/**
 * Frees the attempt of its device: the next one takes it without asking, the old one is told that it lost its right.
 * @throws DomainError not_found; conflict: no device holds it
 */
export const resetDevice = (ctx: Context, actor: StaffActor, ref: string) =>
  act(ctx, actor, ref, 'reset_device', ({ attempt }) => {
    const { lease_id } = attempt
    if (lease_id === null) throw conflict('No device has this test.')
    return {
      change: { lease_id: null, announced: null },
      tell: [{ type: 'attempt', what: 'lease' }],
      and: (tx, now) =>
        freezeLease(tx, lease_id, {
          frozen_at: now,
          heard_at: contactBefore(attempt, now),
          given_up: false,
        }),
    }
  })

/** Both tokens of the next generation: those of the one before fit nothing any more. */
function nextLink(ctx: Context, { attempt }: JoinedAttempt): AttemptChange {
  const generation = attempt.generation + 1
  return {
    generation,
    invitation_hash: sha256(ctx.keys.invitationToken(attempt.ref, generation)),
    token_hash: sha256(ctx.keys.attemptToken(attempt.ref, generation)),
  }
}

/** @throws DomainError not_found; conflict: revoked already */
export const revokeLink = (ctx: Context, actor: StaffActor, ref: string) =>
  act(ctx, actor, ref, 'revoke', (found, now) => {
    if (found.attempt.revoked_at !== null) throw conflict('The link is already revoked.')
    return { change: { ...nextLink(ctx, found), revoked_at: now } }
  })

/**
 * Ends the link and mails a new one. One that was revoked is made anew after the end too, because reopening asks for it;
 * the mail of the reopening brings it.
 * @throws DomainError not_found; conflict: the drive is over, or the test has ended
 */
export const reissueLink = (ctx: Context, actor: StaffActor, ref: string) =>
  act(ctx, actor, ref, 'reissue', (found, now) => {
    const hasEnded = found.attempt.finished_at !== null
    if (hasEnded && found.attempt.revoked_at === null)
      throw conflict('The test has ended: a new link would not work. Reopen it first.')
    if (now >= found.drive.end_time && found.attempt.started_at === null)
      throw conflict('This drive is over: a new link would not work.')
    const renewed = found.drive.is_assessment && found.attempt.started_at === null
    return {
      change: {
        ...nextLink(ctx, found),
        revoked_at: null,
        ...(renewed && { link_expires_at: linkEnd(ctx, now) }),
      },
      ...(!hasEnded && { mail: 'invitation' as const }),
    }
  })

/** @throws DomainError not_found; conflict: the test is not running, or the link is revoked */
export const sendMessage = (ctx: Context, actor: StaffActor, ref: string, text: string) =>
  act(ctx, actor, ref, 'message', (found) => {
    const { attempt } = found
    if (attempt.started_at === null || attempt.finished_at !== null)
      throw conflict('The test is not running: the message would not be seen.')
    requireLink(found, 'send the message')
    return {
      change: {},
      // The audit log outlives the candidate, so it keeps nothing that was said.
      after: { characters: [...text].length },
      notice: { kind: 'message', text },
    }
  })

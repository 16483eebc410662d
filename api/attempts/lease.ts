import { codeKey } from '#contract/ops.ts'
import type { LeaseGrant, LeaseRequest, SavedAnswers } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import { listAnswers } from '#db/queries/answers.ts'
import { type JoinedAttempt, updateAttempt } from '#db/queries/attempts.ts'
import { listSubmissions } from '#db/queries/judging.ts'
import { findGrant, findNewestLease, freezeLease, insertLease, type LeaseRow } from '#db/queries/leases.ts'
import { findHead, type HeadRow } from '#db/queries/log.ts'
import { DomainError } from '../kit/errors.ts'
import { noticesOf, proofsOf, stateOf } from './answer.ts'
import type { ApplyContext } from './apply.ts'
import { contactBefore, noteContactIn } from './contact.ts'
import { keepReceipt, receiptOf } from './receipts.ts'
import { countingOf, countsFor } from './scoring.ts'
import { startProof } from './start.ts'
import { toldSubmission } from './tellSubmission.ts'

/** The server's own lease carries the specification's plain calls. */
export const SERVER_DEVICE = null

/**
 * The right of one device to append. The same device gets the same lease again; another gets 409 lease_held unless
 * it takes over, which freezes the old lease at its head. The server's own lease is taken over without asking.
 * @throws DomainError lease_held {device_name, since}; too_many_requests
 */
export async function grantLease(
  ctx: ApplyContext,
  tx: Queries,
  head: HeadRow,
  asked: { device_id: string | null; device_name: string; take_over?: boolean; replaces?: string },
  now: number,
): Promise<LeaseRow> {
  const newest = await findNewestLease(tx, head.id)
  const held = newest && newest.frozen_at === null && head.lease_id === newest.lease_id ? newest : undefined
  // A browser may send a request again by itself: only the lease that is named is given up.
  if (held && held.device_id === asked.device_id && asked.replaces !== held.lease_id) return held
  if (held && held.device_id !== asked.device_id && held.device_id !== SERVER_DEVICE && !asked.take_over)
    throw leaseHeld(ctx, held)
  if (asked.device_id !== SERVER_DEVICE) await requireFewLeases(tx, head.id, newest?.epoch ?? 0, now)
  if (held)
    await freezeLease(tx, held.lease_id, {
      frozen_at: now,
      heard_at: contactBefore(head, now),
      given_up: isGivenUpBy(asked, held),
    })
  // Staff took the test from a device that goes on with it by itself: it writes again what the log had not taken.
  else if (newest && isGivenUpBy(asked, newest) && newest.frozen_at !== null)
    await freezeLease(tx, newest.lease_id, {
      frozen_at: newest.frozen_at,
      heard_at: newest.heard_at,
      given_up: true,
    })
  const lease: LeaseRow = {
    lease_id: ctx.random(16),
    attempt_id: head.id,
    epoch: (newest?.epoch ?? 0) + 1,
    device_id: asked.device_id,
    device_name: asked.device_name,
    nonce: ctx.random(16),
    granted_head_seq: head.head_seq,
    granted_head_hash: head.head_hash,
    granted_at: now,
    frozen_at: null,
    heard_at: null,
    given_up: false,
  }
  await insertLease(tx, lease)
  // An announcement of the old lease is no promise of the new one.
  await updateAttempt(tx, head.id, { lease_id: lease.lease_id, lease_epoch: lease.epoch, announced: null })
  return lease
}

/** A device that goes back and forth with another one, or with itself, takes a handful in an afternoon. */
const LEASES_MAX = 60
const LEASES_WITHIN_MS = 10 * 60_000

/** Each lease is a row for good, and what is asked of a log gets slower with thousands of them. */
async function requireFewLeases(tx: Queries, attemptId: number, newest: number, now: number): Promise<void> {
  const oldest = await findGrant(tx, attemptId, newest - LEASES_MAX + 1)
  const wait = oldest ? oldest.at + LEASES_WITHIN_MS - now : 0
  if (wait > 0)
    throw new DomainError(
      'too_many_requests',
      'This test changed from device to device too often. Wait a moment; what is written stays on its device.',
      { retryAfterSeconds: Math.ceil(wait / 1000) },
    )
}

const isGivenUpBy = (
  asked: { device_id: string | null; replaces?: string },
  lease: Pick<LeaseRow, 'device_id' | 'lease_id'>,
): boolean => lease.device_id === asked.device_id && asked.replaces === lease.lease_id

export const leaseHeld = (
  { serverEpoch }: Pick<ApplyContext, 'serverEpoch'>,
  held: { device_name: string; granted_at: number },
): DomainError =>
  new DomainError('lease_held', `This test is open on ${held.device_name}.`, {
    details: {
      device_name: held.device_name,
      since: new Date(held.granted_at).toISOString(),
      server_epoch: serverEpoch,
    },
  })

/** Grants the lease of a started attempt to a device and says everything it needs to append. */
export async function grantToDevice(
  ctx: ApplyContext,
  tx: Queries,
  found: JoinedAttempt,
  request: LeaseRequest,
  now: number,
): Promise<LeaseGrant> {
  const head = await findHead(tx, found.attempt.id)
  if (!head || head.started_at === null || head.deadline_at === null)
    throw new DomainError('not_started', 'The test has not been started.')
  await noteContactIn(tx, head, now)
  const lease = await grantLease(ctx, tx, head, request, now)
  const holder = { ...head, lease_id: lease.lease_id }
  await keepReceipt(ctx, tx, holder)
  const first = { head_seq: lease.granted_head_seq, head_hash: lease.granted_head_hash }
  const granted = await receiptOf(ctx, tx, { ...holder, ...first })
  return {
    attempt_id: head.ref,
    auth_token: ctx.keys.attemptToken(head.ref, found.attempt.generation),
    lease_id: lease.lease_id,
    lease_epoch: lease.epoch,
    nonce: lease.nonce,
    granted_head_seq: lease.granted_head_seq,
    granted_head_hash: lease.granted_head_hash,
    head_seq: head.head_seq,
    head_hash: head.head_hash,
    started_at: new Date(head.started_at).toISOString(),
    order_seed: found.attempt.order_seed,
    server_epoch: ctx.serverEpoch,
    ...(await proofsOf(ctx, tx, holder)),
    granted_receipt: granted.receipt,
    granted_at: granted.receipt_at,
    start_proof: startProof(ctx.keys, head.ref, head.started_at),
    deadline_at: new Date(head.deadline_at).toISOString(),
    state: stateOf(head, 0),
    end_reason: head.end_reason,
    finished_at: head.finished_at === null ? null : new Date(head.finished_at).toISOString(),
    strikes: found.attempt.strikes,
    screen_exits: found.attempt.screen_exits,
    ...noticesOf(head),
  }
}

/**
 * Everything saved so far: what a second computer goes on from.
 * @param head read before its answers: what comes in between is in them, and not said to be
 */
export async function savedAnswersOf(
  q: Queries,
  head: Pick<HeadRow, 'id' | 'mcqs_submitted_at' | 'deadline_at' | 'head_seq' | 'late_policy'>,
): Promise<SavedAnswers> {
  const submissions = (await listSubmissions(q, head.id)).filter((row) => row.kind === 'submit')
  const saved: SavedAnswers = {
    choices: {},
    drafts: [],
    submissions: await Promise.all(
      submissions.map(async (row) => ({
        op_id: row.op_id,
        submission_id: row.id,
        problem_id: row.problem_id,
        language_id: row.language_id,
        made_at: new Date(row.made_at).toISOString(),
        result: await toldSubmission(q, row),
      })),
    ),
    mcqs_submitted: head.mcqs_submitted_at !== null,
  }
  for (const row of await listAnswers(q, head.id)) {
    const [kind, first, second] = row.key.split(':')
    const inTime = (row.saved_at ?? 0) <= (head.deadline_at ?? 0)
    const counts = countsFor(row.verdict, countingOf(head))
    const mark = !counts && inTime && { is_uncounted: true as const }
    const savedAt = row.saved_at === null ? null : new Date(row.saved_at).toISOString()
    if (kind === 'mcq' && first) {
      saved.choices[first] = {
        saved: row.saved === null ? null : (JSON.parse(row.saved) as number[]),
        selected: row.selected === null ? null : (JSON.parse(row.selected) as number[]),
        saved_at: savedAt,
        ...mark,
        ...((row.saved_from !== null || row.selected_from !== null) && { over_seq: head.head_seq }),
      }
    } else if (kind === 'code' && row.saved !== null && savedAt !== null) {
      // One that came late hides none that counts.
      const same = submissions.findLast(
        ({ problem_id, language_id, source, verdict }) =>
          verdict !== 'late' && row.key === codeKey(problem_id, language_id) && source === row.saved,
      )
      saved.drafts.push({
        problem_id: Number(first),
        language_id: Number(second),
        answer: row.saved,
        saved_at: savedAt,
        ...(same && { submitted_as: same.op_id }),
        ...mark,
      })
    }
  }
  return saved
}

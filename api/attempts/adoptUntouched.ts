import { isWork, type Op, type OpType } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { findAnswer } from '#db/queries/answers.ts'
import { insertEvent } from '#db/queries/events.ts'
import { findGrant, findLease, findNewestLease, findUnbrokenSince, isGivenUp } from '#db/queries/leases.ts'
import type * as log from '#db/queries/log.ts'
import { insertNotice } from '#db/queries/notices.ts'
import { findQuarantinePosition } from '#db/queries/quarantine.ts'
import { madeAt, verdictOf } from '#machines/attempt/verdict.ts'
import { stateOf } from './answer.ts'
import { type ApplyContext, pausesOf } from './apply.ts'
import { contactBefore } from './contact.ts'
import type { DriveContent } from './content.ts'
import { isEnded, scoreEnded } from './ending.ts'
import { mergeQuarantinedOp } from './mergeQuarantinedOp.ts'

/**
 * After a takeover: what the lost device had written in time becomes the answer wherever the device that went on has
 * not touched it. In time is before the end, by the same rules as before the deadline: whoever was out of reach longer
 * only claims it. The rest stands beside the log until staff decides.
 * @param ops of one lease that lost its right, newly kept, in their order
 */
export async function adoptUntouched(
  ctx: ApplyContext,
  tx: Queries,
  head: log.HeadRow,
  ops: readonly Op[],
  receivedAt: number,
): Promise<void> {
  const lease = await findLease(tx, head.id, ops[0]?.lease_id ?? '')
  if (!lease || lease.frozen_at === null) return
  // Its device writes all of it again: what came twice would count twice.
  if (await isGivenUp(tx, lease.lease_id)) return
  const since = await takenFrom(tx, head, lease)
  const content = await ctx.content.get(tx, head)
  const pauses = await pausesOf(tx, head)
  // A contact since the takeover came from the device that went on, so it tells nothing of this one.
  const heard = contactBefore(head, receivedAt)
  const heardOfIt = lease.heard_at ?? (heard === null ? null : Math.min(heard, lease.frozen_at))
  const unbrokenSince = await findUnbrokenSince(tx, head.id, lease)
  let hasChanged = false
  for (const op of ops) {
    if (!isWork(op.type)) continue
    const anchor = ctx.keys.readAnchor(head.ref, op.anchor_id)
    const times = {
      receivedAt,
      estimatedAt: op.est_server_ms,
      anchorAt: anchor === null ? null : Math.max(anchor, unbrokenSince),
      announcedAt: receivedAt,
      contactBefore: heardOfIt,
    }
    const endedAt = endOf(head, op.type)
    // Whatever this lease still holds was written behind all that the log had when it was taken.
    if (endedAt !== null && endedAt <= lease.frozen_at) continue
    const verdict = verdictOf(times, {
      deadlineAt: Math.min(head.deadline_at ?? 0, endedAt ?? Infinity),
      pauses,
      downtime: ctx.downtime,
      maxOfflineMs: head.max_offline_minutes * 60_000,
    })
    if (verdict !== 'on_time') continue
    if (await isTouched(tx, head.id, op.key, since, { epoch: lease.epoch, seq: op.seq })) continue
    const isAdopted = await mergeQuarantinedOp(tx, head, content, op, madeAt(times), receivedAt, 'adopted')
    hasChanged ||= isAdopted
  }
  if (hasChanged && isEnded(head)) await scoreEnded(tx, head.id, content, receivedAt)
  if (hasChanged) await tellHolder(tx, head, receivedAt)
}

/** Tells the device that writes now to go on from the work that came in: its page fetches it. */
export async function tellHolder(tx: Queries, head: log.HeadRow, at: number): Promise<void> {
  if (stateOf(head, 0) !== 'running') return
  const newest = await findNewestLease(tx, head.id)
  if (!newest || newest.frozen_at !== null) return
  await insertNotice(tx, head.id, { kind: 'adopted' }, at)
  await insertEvent(tx, { attempt_id: head.id }, { type: 'attempt', what: 'notice' }, at)
}

/** Since when nothing of this type may be written; null where it still may. */
function endOf({ finished_at, mcqs_submitted_at }: log.HeadRow, type: OpType): number | null {
  const ends = [finished_at, type.startsWith('mcq_') ? mcqs_submitted_at : null].filter((at) => at !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/**
 * Lets work beside the log count because staff says so. A program becomes the answer, unless something newer answers its
 * key: then that one stays, and this one is judged beside it. The caller settles what a choice comes to.
 * @returns whether it counts; not where the rules of the test refuse it
 */
export async function acceptAside(
  tx: Queries,
  head: log.HeadRow,
  content: DriveContent,
  op: Op,
  at: number,
): Promise<boolean> {
  const lease = await findLease(tx, head.id, op.lease_id)
  const isAnswer =
    op.key.startsWith('code:') &&
    !(
      lease &&
      (await isTouched(tx, head.id, op.key, await takenFrom(tx, head, lease), {
        epoch: lease.epoch,
        seq: op.seq,
      }))
    )
  const standing = isAnswer ? 'accepted as the answer' : 'accepted'
  return mergeQuarantinedOp(tx, head, content, op, Math.min(op.est_server_ms, at), at, standing)
}

/** The log's position, and the time, at which a lease lost its right. */
async function takenFrom(
  tx: Queries,
  head: log.HeadRow,
  { epoch, frozen_at }: { epoch: number; frozen_at: number | null },
): Promise<{ seq: number; at: number }> {
  const next = await findGrant(tx, head.id, epoch + 1)
  // Nobody has written since if nobody has taken the test, as after a device was reset.
  return { seq: next?.seq ?? head.head_seq, at: frozen_at ?? Infinity }
}

/** The position of an op among all that devices wrote: under which lease, and where in its log. */
interface DevicePosition {
  epoch: number
  seq: number
}

/**
 * Whether something newer answers the key: written in the log since the lease was taken, decided by staff, or adopted
 * from a later place than this one. An answer adopted from before it gives way: a choice to its saving, a text to a
 * newer one.
 */
async function isTouched(
  tx: Queries,
  attemptId: number,
  key: string,
  since: { seq: number; at: number },
  own: DevicePosition,
): Promise<boolean> {
  const answer = await findAnswer(tx, attemptId, key)
  if (!answer) return false
  const { saved_from, selected_from, saved_seq, selected_at } = answer
  if (saved_from === null && (saved_seq ?? 0) > since.seq) return true
  if (selected_from === null && (selected_at ?? 0) > since.at) return true
  for (const from of [saved_from, selected_from]) {
    const position = from === null ? undefined : await findQuarantinePosition(tx, attemptId, from)
    if (position && (position.is_decided === 1 || isLater(position, own))) return true
  }
  return false
}

const isLater = (one: DevicePosition, other: DevicePosition): boolean =>
  one.epoch === other.epoch ? one.seq > other.seq : one.epoch > other.epoch

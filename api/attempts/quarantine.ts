import { QUARANTINE_MAX_BYTES, QUARANTINE_MAX_OPS } from '#contract/constants.ts'
import type { Op } from '#contract/ops.ts'
import type { SyncRequest } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import * as log from '#db/queries/log.ts'
import { countNamed, insertQuarantined, isNamesake, sumQuarantine } from '#db/queries/quarantine.ts'
import { DomainError } from '../kit/errors.ts'
import { adoptUntouched } from './adoptUntouched.ts'
import type { ApplyContext } from './apply.ts'
import { hashHolds } from './chain.ts'

/** A device that finds it full tries again so much later; what it holds stays on it. */
const FULL_RETRY_SECONDS = 600

/** Ids are random: as many under one no device writes, and each is held against the others of its id. */
const SAME_ID_MAX = 100

/** Ops of one lease, one behind the other. */
type Run = Pick<SyncRequest, 'from_seq' | 'lease_id'> & { ops: readonly Op[] }

/**
 * Keeps the ops of a lease that lost its right beside the log. An op that the log holds already is not kept twice; work
 * that nobody has touched since becomes the answer, the rest waits for staff.
 * @returns the last seq of the batch, all of which is now kept, null where the batch was empty; and what was adopted
 * @throws DomainError invalid (not one unbroken run of this lease's ops, or too many by one id), too_many_requests (the attempt's share is full)
 */
export async function quarantineOps(
  ctx: ApplyContext,
  tx: Queries,
  head: log.HeadRow,
  request: Run,
  receivedAt: number,
): Promise<number | null> {
  const { ops, from_seq, lease_id } = request
  for (const [index, op] of ops.entries()) {
    const fits = op.seq === from_seq + index && op.attempt_id === head.ref && op.lease_id === lease_id
    if (!fits || !hashHolds(op))
      throw new DomainError('invalid', `The header of change ${op.seq} does not hold.`)
  }
  const last = ops.at(-1)
  if (!last) return null
  const known = await log.listStoredOps(tx, head.id, from_seq, last.seq)
  const inLog = new Set(known.map((op) => op.hash))
  let { ops: count, bytes } = await sumQuarantine(tx, head.id)
  const fresh: Op[] = []
  for (const op of ops) {
    if (inLog.has(op.hash)) continue
    const text = JSON.stringify(op)
    const row = {
      attempt_id: head.id,
      lease_id,
      seq: op.seq,
      hash: op.hash,
      op_id: op.op_id,
      type: op.type,
      key: op.key,
      op: text,
      received_at: receivedAt,
    }
    const added = await insertQuarantined(tx, row)
    if (added > 0 && (await countNamed(tx, head.id, op.op_id, SAME_ID_MAX)) > SAME_ID_MAX)
      throw new DomainError('invalid', `More than ${SAME_ID_MAX} changes go by the id of change ${op.seq}.`)
    if (added > 0 && !(await isNamesake(tx, row))) fresh.push(op)
    count += added
    bytes += added * Buffer.byteLength(text)
  }
  if (count > QUARANTINE_MAX_OPS || bytes > QUARANTINE_MAX_BYTES)
    throw new DomainError(
      'too_many_requests',
      'The server keeps no more changes of a device that lost this test. They stay on the device.',
      { retryAfterSeconds: FULL_RETRY_SECONDS },
    )
  await adoptUntouched(ctx, tx, head, fresh, receivedAt)
  return last.seq
}

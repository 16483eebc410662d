import { type Op, type OpType, opHash } from '#contract/ops.ts'
import type { OpResult } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import { findHead, findStoredOpById, type HeadRow, type StoredOp } from '#db/queries/log.ts'
import { refusalText } from '#machines/attempt/rules.ts'
import { DomainError } from '../kit/errors.ts'
import { sha256 } from '../kit/keys.ts'
import { type Applied, type ApplyContext, applyOps, resultOf } from './apply.ts'
import { genesisOf } from './chain.ts'
import { grantLease, SERVER_DEVICE } from './lease.ts'
import { keepReceipt } from './receipts.ts'
import { moveHead, requireOpenWindow } from './sync.ts'

export interface PlainOp {
  type: OpType
  key: string
  body: unknown
  /** The client's Idempotency-Key, where it sent one. */
  idempotencyKey: string | null
}

export interface Appended {
  head: HeadRow
  opId: string
  /** Whether it counts as made in time. */
  verdict: StoredOp['verdict']
  /** When it was received the first time. */
  receivedAt: number
}

/**
 * Appends one op for one of the specification's calls, under the server's own lease and through the same function
 * as every sync, so that a plain HTTP client gets the same guarantees.
 * A key that comes again is answered as the first time, whoever has the lease by then.
 * @throws DomainError lease_held while a device holds the lease; rejected (422) with the reason in words;
 *   idempotency_mismatch where a key comes again with another payload
 */
export async function appendFromRest(
  ctx: ApplyContext,
  tx: Queries,
  attemptId: number,
  plain: PlainOp,
  receivedAt: number,
): Promise<Appended> {
  const head = await findHead(tx, attemptId)
  if (!head || head.started_at === null)
    throw new DomainError('not_started', 'The test has not been started.')
  const body = JSON.stringify(plain.body)
  const opId =
    plain.idempotencyKey === null
      ? ctx.random(16)
      : sha256(`${head.ref}|${plain.idempotencyKey}`).slice(0, 32)
  const known = plain.idempotencyKey === null ? undefined : await findStoredOpById(tx, head.id, opId)
  if (known) {
    if (known.body_hash !== sha256(body))
      throw new DomainError('idempotency_mismatch', 'This Idempotency-Key was used with other content.')
    requireApplied(resultOf(known))
    return { ...stampOf(known), head, opId }
  }
  requireOpenWindow(ctx, head, receivedAt)
  const lease = await grantLease(
    ctx,
    tx,
    head,
    { device_id: SERVER_DEVICE, device_name: 'the server' },
    receivedAt,
  )
  const op = makeOp(ctx, head, {
    op_id: opId,
    lease_id: lease.lease_id,
    type: plain.type,
    key: plain.key,
    body,
    prev_hash: head.head_seq === lease.granted_head_seq ? genesisOf(lease, head.ref) : head.head_hash,
    at: receivedAt,
  })
  const applied: Applied = await applyOps(ctx, tx, head, lease, {
    ops: [op],
    receivedAt,
    announced: [],
    plain: true,
  })
  await moveHead(tx, head, applied, receivedAt, null)
  const after = (await findHead(tx, attemptId)) ?? head
  await keepReceipt(ctx, tx, after)
  const [result] = applied.results
  // A refused op keeps its seq in a device's log; a plain call that is refused leaves nothing behind.
  if (result) requireApplied(result)
  const stored = await findStoredOpById(tx, head.id, opId)
  if (!stored) throw new Error(`Op ${opId} is not in the log it was appended to.`)
  return { ...stampOf(stored), head: after, opId }
}

const stampOf = ({ verdict, received_at }: StoredOp) => ({ verdict, receivedAt: received_at })

function requireApplied(result: OpResult): void {
  if (result.result === 'rejected')
    throw new DomainError('rejected', refusalText[result.reason], { details: { reason: result.reason } })
}

function makeOp(
  ctx: ApplyContext,
  head: HeadRow,
  made: {
    op_id: string
    lease_id: string
    type: OpType
    key: string
    body: string
    prev_hash: string
    at: number
  },
): Op {
  const header = {
    op_id: made.op_id,
    attempt_id: head.ref,
    lease_id: made.lease_id,
    seq: head.head_seq + 1,
    type: made.type,
    key: made.key,
    body_hash: sha256(made.body),
    prev_hash: made.prev_hash,
    boot_id: 'server',
    mono_ms: 0,
    wall_ms: made.at,
    anchor_id: ctx.keys.anchor(head.ref, made.at),
    est_server_ms: made.at,
  }
  return { ...header, body: made.body, hash: opHash(sha256, header) }
}

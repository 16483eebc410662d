import type { SyncAnswer, SyncRequest } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import type { HeldLease } from '#db/queries/leases.ts'
import * as log from '#db/queries/log.ts'
import { uploadUntil } from '#machines/attempt/verdict.ts'
import { DomainError } from '../kit/errors.ts'
import { answerSync } from './answer.ts'
import { type Applied, type ApplyContext, applyOps } from './apply.ts'
import { contactBefore, noteSilence } from './contact.ts'
import { quarantineOps } from './quarantine.ts'
import { keepReceipt } from './receipts.ts'
import { commitTail, readCommitments, writeCommitments } from './tailCommitments.ts'

export interface Synced {
  answer: SyncAnswer
}

/** Ops of a lease that lost its right, kept beside the log: a value, not a fault, so that the rows are committed. */
export interface Quarantined {
  lost: { nonce: string; quarantined_seq: number | null }
}

/**
 * One sync inside the writer's transaction: contact noted, tail announced, ops appended, head moved.
 * @throws DomainError gap, fork, invalid, upload_window_closed, not_started, lease_unknown, unauthorized
 */
export async function syncAttempt(
  ctx: ApplyContext,
  tx: Queries,
  tokenHash: string,
  request: SyncRequest,
  receivedAt: number,
): Promise<Synced | Quarantined> {
  const found = await log.findHeadAndLease(tx, tokenHash, request.lease_id)
  if (!found)
    throw new DomainError('unauthorized', 'This link is no longer valid. Open your invitation again.')
  const { head, lease } = found
  // Before anything of it is believed: what this device was told may be more than the backup holds, and it can prove that.
  if (request.can_prove && request.server_epoch_seen < ctx.serverEpoch) throw leaseUnknown()
  if (head.started_at === null || head.deadline_at === null)
    throw new DomainError('not_started', 'The test has not been started.')
  requireOpenWindow(ctx, head, receivedAt)
  // A server that never came back from a backup knows all that it granted, and keeps nothing of any other.
  if (!lease && ctx.serverEpoch === 1)
    throw new DomainError('lease_lost', 'This device holds no lease of this test.', {
      details: { nonce: request.nonce },
    })
  if (!lease || !holds(lease, head, request))
    return {
      lost: {
        nonce: request.nonce,
        quarantined_seq: await quarantineOps(ctx, tx, head, request, receivedAt),
      },
    }

  const first = request.ops[0]
  if (first && first.seq !== request.from_seq)
    throw new DomainError('invalid', 'from_seq does not name the first change.')
  const before = contactBefore(head, receivedAt)
  const announced = commitTail(readCommitments(head.announced), head.head_seq, request, receivedAt, before)
  const applied: Applied =
    request.ops.length === 0
      ? {
          results: [],
          head_seq: head.head_seq,
          head_hash: head.head_hash,
          head_seal: head.head_seal,
          bytes: 0,
          changed: false,
        }
      : await applyOps(ctx, tx, head, lease, { ops: request.ops, receivedAt, announced })
  await noteSilence(tx, head, receivedAt)
  await moveHead(tx, head, applied, receivedAt, writeCommitments(announced, applied.head_seq))
  const after = applied.changed ? ((await log.findHead(tx, head.id)) ?? head) : head
  await keepReceipt(ctx, tx, { ...after, head_seq: applied.head_seq, head_hash: applied.head_hash })
  return {
    answer: await answerSync(ctx, tx, after, request.nonce, applied, awaitsPictures(after, request)),
  }
}

const holds = (lease: HeldLease, head: log.HeadRow, { lease_epoch }: SyncRequest): boolean =>
  lease.frozen_at === null && head.lease_id === lease.lease_id && lease.epoch === lease_epoch

const awaitsPictures = (head: log.HeadRow, request: SyncRequest): boolean =>
  head.awaits_pictures === 1 || request.ops.some((op) => op.type === 'snapshot_taken')

/** @throws DomainError upload_window_closed; work that was held once is taken again whenever it comes */
export function requireOpenWindow(ctx: Pick<ApplyContext, 'downtime'>, head: log.HeadRow, now: number): void {
  if (
    head.deadline_at !== null &&
    !readCommitments(head.announced).some(({ isHeld }) => isHeld) &&
    now > uploadUntil({ deadlineAt: head.deadline_at, downtime: ctx.downtime })
  )
    throw new DomainError('upload_window_closed', 'The time to send answers of this test is over.')
}

/** Writes the head and the contact. */
export async function moveHead(
  tx: Queries,
  head: log.HeadRow,
  applied: Applied,
  receivedAt: number,
  announced: string | null,
): Promise<void> {
  await log.updateHead(tx, {
    id: head.id,
    head_seq: applied.head_seq,
    head_hash: applied.head_hash,
    head_seal: applied.head_seal,
    last_contact_at: Math.max(receivedAt, head.last_contact_at ?? 0),
    announced,
    bytes: applied.bytes,
  })
}

const leaseUnknown = (): DomainError =>
  new DomainError(
    'lease_unknown',
    'This server came back from a backup. Ask for the lease with the receipts; then it goes on.',
  )

/** The answer for a device whose lease was taken: read only from now on, its tail is kept. */
export const leaseLost = ({ lost }: Quarantined): DomainError =>
  new DomainError('lease_lost', 'This test was continued on another device.', { details: { ...lost } })

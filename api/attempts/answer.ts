import type { AttemptState, OpResult, SyncAnswer } from '#contract/sync.ts'
import type { Queries } from '#db/connect.ts'
import type { HeadRow } from '#db/queries/log.ts'
import { listMissingBlobs } from '#db/queries/snapshots.ts'
import type { ApplyContext } from './apply.ts'
import { isEnded } from './ending.ts'
import { isFeedbackGiven } from './facts.ts'
import { receiptOf, type SignedHead } from './receipts.ts'
import { rulesFor } from './rules.ts'

/** final once the end stands, every snapshot named in the log is stored, and feedback is sent. */
export function stateOf(
  head: Pick<HeadRow, 'started_at' | 'finish_seq' | 'finished_at' | 'sealed_at' | 'feedback_at'>,
  missing: number,
): AttemptState {
  if (head.started_at === null) return 'invited'
  if (!isEnded(head)) return 'running'
  return missing === 0 && isFeedbackGiven(head) ? 'final' : 'finished'
}

/** The server's proofs: the receipt of a head, and a time stamp. */
export async function proofsOf(ctx: ApplyContext, q: Queries, head: SignedHead) {
  const serverMs = ctx.now()
  return {
    server_time: new Date(serverMs).toISOString(),
    anchor: ctx.keys.anchor(head.ref, serverMs),
    ...(await receiptOf(ctx, q, head)),
  }
}

/** The acts of staff that a device is to show. */
export const noticesOf = ({ paused_at, newest_notice }: Pick<HeadRow, 'paused_at' | 'newest_notice'>) => ({
  paused_at: paused_at === null ? null : new Date(paused_at).toISOString(),
  newest_notice,
})

const liftedOf = ({ lifted_rules }: HeadRow): string[] =>
  lifted_rules === null ? [] : (JSON.parse(lifted_rules) as string[])

/** The answer to a sync, after its commit. */
export async function answerSync(
  ctx: ApplyContext,
  tx: Queries,
  head: HeadRow,
  nonce: string,
  applied: { results: OpResult[]; head_seq: number; head_hash: string },
  awaitsPictures: boolean,
): Promise<SyncAnswer> {
  const missing = awaitsPictures ? await listMissingBlobs(tx, head.id) : []
  return {
    nonce,
    server_epoch: ctx.serverEpoch,
    head_seq: applied.head_seq,
    head_hash: applied.head_hash,
    results: applied.results,
    ...(await proofsOf(ctx, tx, { ...head, head_seq: applied.head_seq, head_hash: applied.head_hash })),
    deadline_at: new Date(head.deadline_at ?? 0).toISOString(),
    state: stateOf(head, missing.length),
    end_reason: head.end_reason,
    ...noticesOf(head),
    rules: rulesFor({ ...head, webcam: head.webcam === 1 }, liftedOf(head)),
    mcqs_submitted: head.mcqs_submitted_at !== null,
    missing_blobs: missing,
  }
}

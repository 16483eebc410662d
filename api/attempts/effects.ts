import type { Op, SubmitBody, TypedOp } from '#contract/ops.ts'
import { texts } from '#contract/texts.ts'
import type { Queries } from '#db/connect.ts'
import * as attempts from '#db/queries/attempts.ts'
import { keepFeedback } from '#db/queries/feedbacks.ts'
import { insertJob } from '#db/queries/jobs.ts'
import { insertSubmission } from '#db/queries/judging.ts'
import type { HeadRow } from '#db/queries/log.ts'
import { logSnapshot } from '#db/queries/snapshots.ts'
import { isScreenExit, isStrike } from '#machines/attempt/proctoring.ts'
import type { Verdict } from '#machines/attempt/verdict.ts'
import type { DriveContent } from './content.ts'
import { endAttempt, isEnded, scoreEnded } from './ending.ts'

/** An op that was applied, with what deciding it found out. */
export interface AppliedOp {
  op: Op
  said: TypedOp
  made: number
  receivedAt: number
  verdict: Verdict
  /** A submission beyond the limit: its program is kept as a draft is, and no submission made of it. */
  isRefused: boolean
}

interface EffectContext {
  now: () => number
}

/**
 * Carries out the effects of applied ops, in their own transaction: rows for the judge, marks on the attempt, the end.
 * Anything that is slow or may fail outside happens later, from these rows.
 */
export async function runEffects(
  ctx: EffectContext,
  tx: Queries,
  head: HeadRow,
  content: DriveContent,
  applied: readonly AppliedOp[],
): Promise<{ changed: boolean }> {
  const change: attempts.AttemptChange = {}
  let endReason = head.end_reason
  let hasFinished = false
  let hasQueued = false
  let copies = 0
  let strikes = 0
  let screenExits = 0
  let touchedAnswers = false
  for (const item of applied) {
    const { op, said, made, receivedAt } = item
    switch (said.type) {
      case 'submit':
        if (item.isRefused) touchedAnswers = true
        else hasQueued = (await queueSubmission(ctx, tx, head.id, content, item, said.body)) || hasQueued
        break
      case 'mcq_submit_all':
        change.mcqs_submitted_at = made
        break
      case 'finish':
        hasFinished = true
        endReason = await endAttempt(
          tx,
          head,
          content,
          { by: 'candidate', at: made, reason: said.body.reason, seq: op.seq, verdict: item.verdict },
          ctx.now(),
        )
        break
      case 'feedback': {
        const { rating, comment } = said.body
        change.feedback_at = made
        await keepFeedback(tx, {
          attempt_id: head.id,
          rating,
          answer: comment,
          created_at: receivedAt,
        })
        break
      }
      case 'fraud_report':
        // The candidate writes this op: it may say why the rules ended the test, and nothing that reads better.
        if (endReason === texts.finishedByCandidate && said.body.reason === texts.switchedWindow)
          change.end_reason = texts.switchedWindow
        break
      case 'snapshot_taken': {
        const { sha256, bytes } = said.body
        await logSnapshot(tx, {
          attempt_id: head.id,
          sha256,
          bytes,
          logged_at: receivedAt,
          taken_at: made,
        })
        break
      }
      case 'copy_attempt':
        copies++
        break
      case 'focus_lost':
      case 'fullscreen_left':
        if (isStrike(said.type, said.body)) strikes++
        if (isScreenExit(said.type, said.body)) screenExits++
        break
      case 'draft':
      case 'mcq_save':
      case 'mcq_select':
        touchedAnswers = true
        break
      default:
    }
  }
  if (copies > 0) await attempts.addCopyAttempts(tx, head.id, copies)
  if (strikes + screenExits > 0) await attempts.addDepartures(tx, head.id, { strikes, screenExits })
  const hasChange = Object.keys(change).length > 0
  if (hasChange) await attempts.updateAttempt(tx, head.id, change)
  if (isEnded(head) && !hasFinished && (touchedAnswers || hasQueued))
    await scoreEnded(tx, head.id, content, ctx.now())
  return { changed: hasChange || hasFinished }
}

/** One row and one job a submit op, however often it is sent; what is late has no job before staff accepts it. */
async function queueSubmission(
  ctx: EffectContext,
  tx: Queries,
  attemptId: number,
  content: DriveContent,
  { op, made, receivedAt, verdict }: AppliedOp,
  { problem_id, language_id, source_code }: SubmitBody,
): Promise<boolean> {
  const isHeld = verdict === 'late'
  const id = await insertSubmission(tx, {
    attempt_id: attemptId,
    problem_id,
    language_id,
    op_id: op.op_id,
    kind: 'submit',
    source: source_code,
    status: isHeld ? 'held' : 'processing',
    verdict,
    total_testcases: content.problems.find((p) => p.id === problem_id)?.tests.length ?? 0,
    made_at: made,
    created_at: receivedAt,
  })
  if (id === null || isHeld) return false
  await insertJob(tx, {
    kind: 'judge',
    subject_id: id,
    attempt_id: attemptId,
    created_at: ctx.now(),
  })
  return true
}

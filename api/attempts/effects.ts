import type { FinishBody, FraudBody, Op, SnapshotBody, SpanBody, SubmitBody } from '#contract/ops.ts'
import { texts } from '#contract/texts.ts'
import type { Queries } from '#db/connect.ts'
import * as attempts from '#db/queries/attempts.ts'
import { keepFeedback } from '#db/queries/feedbacks.ts'
import { insertJob } from '#db/queries/jobs.ts'
import { insertSubmission } from '#db/queries/judging.ts'
import type { HeadRow } from '#db/queries/log.ts'
import { isScreenExit, isStrike } from '#machines/attempt/proctoring.ts'
import type { Verdict } from '#machines/attempt/verdict.ts'
import type { DriveContent } from './content.ts'
import { endOfPause } from './deadline.ts'
import { judgeLastDrafts, recomputeScore } from './scoring.ts'
import { dropUnsavedChoices } from './unsavedChoices.ts'

/** An op that was applied, with what deciding it found out. */
export interface AppliedOp {
  op: Op
  body: unknown
  made: number
  verdict: Verdict
}

interface EffectContext {
  now: () => number
}

const endReasons: Record<FinishBody['reason'], string> = {
  candidate: texts.finishedByCandidate,
  timeout: texts.timeOver,
  switched: texts.switchedWindow,
  feedback: texts.finishedByCandidate,
}

/**
 * What applied ops bring about, in their own transaction: rows for the judge, marks on the attempt, the end.
 * Whatever is slow or may fail outside happens later, from these rows.
 */
export async function runEffects(
  ctx: EffectContext,
  tx: Queries,
  head: HeadRow,
  content: DriveContent,
  applied: readonly AppliedOp[],
  receivedAt: number,
): Promise<{ changed: boolean; queued: boolean }> {
  const change: attempts.AttemptChange = {}
  let queued = false
  let copies = 0
  let strikes = 0
  let screenExits = 0
  let touchedAnswers = false
  for (const item of applied) {
    const { op, body, made } = item
    switch (op.type) {
      case 'submit':
        queued = (await queueSubmission(tx, head.id, content, item, receivedAt)) || queued
        break
      case 'mcq_submit_all':
        change.mcqs_submitted_at = made
        break
      case 'finish':
        change.finish_seq = op.seq
        Object.assign(change, endOfPause(head, made))
        if (head.sealed_at === null) await attempts.countFinished(tx, head.drive_id)
        // The server ended it: a finish made after the deadline closes the log and moves nothing.
        else if (item.verdict === 'late') break
        change.finish_kind = (body as FinishBody).reason
        if (change.finish_kind !== 'timeout') await dropUnsavedChoices(tx, head.id)
        change.finished_at = Math.min(made, head.deadline_at ?? made)
        change.end_reason = endReasons[(body as FinishBody).reason]
        break
      case 'feedback': {
        const { rating, comment } = body as { rating: number | null; comment: string }
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
        // Whoever writes it is the candidate: it may say why the rules ended the test, and nothing that reads better.
        if (
          (change.end_reason ?? head.end_reason) === texts.finishedByCandidate &&
          (body as FraudBody).reason === texts.switchedWindow
        )
          change.end_reason = texts.switchedWindow
        break
      case 'snapshot_taken': {
        const { sha256, bytes } = body as SnapshotBody
        await attempts.logSnapshot(tx, {
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
        if (isStrike(op.type, body as SpanBody)) strikes++
        if (isScreenExit(op.type, body as SpanBody)) screenExits++
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
  const changed = Object.keys(change).length > 0
  if (changed) await attempts.updateAttempt(tx, head.id, change)
  const ended = change.finish_seq !== undefined || head.finish_seq !== null || head.sealed_at !== null
  if (ended && (change.finish_seq !== undefined || touchedAnswers || queued)) {
    queued = (await judgeLastDrafts(tx, head.id, content, ctx.now())) || queued
    await recomputeScore(tx, head.id, content)
  }
  return { changed, queued }
}

/** One row and one job a submit op, however often it is sent. */
async function queueSubmission(
  tx: Queries,
  attemptId: number,
  content: DriveContent,
  { op, body, made, verdict }: AppliedOp,
  receivedAt: number,
): Promise<boolean> {
  const { problem_id, language_id, source_code } = body as SubmitBody
  const id = await insertSubmission(tx, {
    attempt_id: attemptId,
    problem_id,
    language_id,
    op_id: op.op_id,
    kind: 'submit',
    source: source_code,
    status: 'processing',
    verdict,
    total_testcases: content.problems.find((p) => p.id === problem_id)?.tests.length ?? 0,
    made_at: made,
    created_at: receivedAt,
  })
  if (id === null) return false
  await insertJob(tx, {
    kind: 'judge',
    subject_id: id,
    attempt_id: attemptId,
    created_at: receivedAt,
  })
  return true
}

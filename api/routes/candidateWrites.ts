import { choiceKey, codeKey, type OpType } from '#contract/ops.ts'
import { texts } from '#contract/texts.ts'
import { findAttemptById, setProfile } from '#db/queries/attempts.ts'
import { findSubmissionByOp } from '#db/queries/judging.ts'
import { findHead, type HeadRow } from '#db/queries/log.ts'
import { notCounted } from '../attempts/notCounted.ts'
import { type Appended, appendFromRest } from '../attempts/plain.ts'
import { receiptOf } from '../attempts/receipts.ts'
import type { CandidateActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { leftOf, requireOwn, submissionAnswer } from './candidateReads.ts'
import type { Handlers } from './handler.ts'

interface Call {
  ctx: Context
  actor: CandidateActor
  receivedAt: number
  idempotencyKey: string | null
}

/** Appends one op for a plain call. */
export async function append(call: Call, type: OpType, key: string, body: unknown) {
  const { ctx, actor } = call
  return ctx.db.write((tx) =>
    appendFromRest(
      ctx,
      tx,
      actor.found.attempt.id,
      { type, key, body, idempotencyKey: call.idempotencyKey },
      call.receivedAt,
    ),
  )
}

/** The words for a client about work that is late, in the place of 'saved'. */
async function wordsFor(
  { ctx, actor }: Call,
  verdict: Appended['verdict'],
  madeAt: number,
  inTime?: string,
): Promise<{ message?: string }> {
  if (verdict === 'late') return { message: await notCounted(ctx.db.read, actor.found.attempt.id, madeAt) }
  return inTime === undefined ? {} : { message: inTime }
}

/** Finishes; where another request finished in the meantime, its end stands. */
async function finish(call: Call, reason: 'candidate' | 'switched'): Promise<HeadRow> {
  try {
    return (await append(call, 'finish', '', { reason })).head
  } catch (error) {
    const isOver = error instanceof DomainError && error.details?.reason === 'already_finished'
    const head = isOver ? await findHead(call.ctx.db.read, call.actor.found.attempt.id) : undefined
    if (!head) throw error
    return head
  }
}

export const candidateWrites: Handlers<
  | 'putCandidate'
  | 'postSubmission'
  | 'postFeedback'
  | 'postQuestionSubmission'
  | 'postSubmitMcqs'
  | 'postCode'
  | 'putFinish'
  | 'postFraud'
> = {
  async putCandidate({ ctx, params, body, actor }) {
    requireOwn(actor, { candidateId: params.id })
    const now = ctx.now()
    const found = await ctx.db.write(async (tx) => {
      const fresh = await findAttemptById(tx, actor.found.attempt.id)
      if (!fresh) throw notFound('The candidate')
      const { attempt, candidate, drive } = fresh
      const same =
        candidate.first_name === body.first_name &&
        candidate.last_name === body.last_name &&
        candidate.mobile_number === body.mobile_number
      if (attempt.profile_completed_at !== null && same) return fresh
      if (attempt.started_at !== null)
        throw new DomainError(
          'already_started',
          'The test has started; the details can no longer be changed.',
        )
      if (now >= drive.end_time) throw new DomainError('test_over', texts.testOver)
      const { first_name, last_name, mobile_number } = body
      await setProfile(tx, attempt, { first_name, last_name, mobile_number }, now)
      return (await findAttemptById(tx, attempt.id)) ?? fresh
    })
    const { candidate, attempt, drive } = found
    return {
      data: {
        id: candidate.id,
        email: candidate.email,
        first_name: candidate.first_name ?? '',
        last_name: candidate.last_name ?? '',
        mobile_number: candidate.mobile_number ?? '',
        is_profile_complete: attempt.profile_completed_at !== null,
        created_at: new Date(candidate.created_at).toISOString(),
        updated_at: new Date(candidate.updated_at).toISOString(),
        drife_id: drive.id,
        auth_token: ctx.keys.attemptToken(attempt.ref, attempt.generation),
      },
    }
  },

  async postSubmission(call) {
    const { ctx, body, actor } = call
    const { problem_id, language_id, source_code } = body
    const { opId } = await append(call, 'submit', codeKey(problem_id, language_id), {
      problem_id,
      language_id,
      source_code,
    })
    const row = await findSubmissionByOp(ctx.db.read, actor.found.attempt.id, opId)
    if (!row) throw notFound('The submission')
    return {
      data: await submissionAnswer(ctx, actor, row),
      ...(await wordsFor(call, row.verdict, row.made_at)),
    }
  },

  async postFeedback(call) {
    const { body, ctx, actor } = call
    const rating = body.rating ?? null
    const comment = body.comment ?? body.answer ?? ''
    const head = await findHead(ctx.db.read, actor.found.attempt.id)
    // Under a key of its own beside the feedback's: sent again, it does not end a test that was opened again since.
    const idempotencyKey = call.idempotencyKey && `${call.idempotencyKey} finish`
    if (head?.finish_seq === null)
      await append({ ...call, idempotencyKey }, 'finish', '', { reason: 'feedback' })
    if (rating === null && comment === '') return { data: { saved: false } }
    await append(call, 'feedback', '', { rating, comment })
    return { data: { saved: true } }
  },

  async postQuestionSubmission(call) {
    const { question_id, selected_options } = call.body
    const work = { question_id, selected_options }
    // Told as it was received, not read again: by now something newer may stand there.
    const { verdict, receivedAt } = await append(call, 'mcq_save', choiceKey(question_id), work)
    const saved_at = new Date(receivedAt).toISOString()
    return {
      data: { ...work, saved_at, verdict },
      ...(await wordsFor(call, verdict, receivedAt, texts.answerSaved)),
    }
  },

  async postSubmitMcqs(call) {
    const { verdict, receivedAt } = await append(call, 'mcq_submit_all', '', {})
    return { data: { submitted: true, verdict }, ...(await wordsFor(call, verdict, receivedAt)) }
  },

  async postCode(call) {
    const { body, ctx, actor } = call
    const { problem_id, language_id, answer } = body
    const work = { problem_id, language_id, answer }
    const { verdict, receivedAt } = await append(call, 'draft', codeKey(problem_id, language_id), work)
    const saved_at = new Date(receivedAt).toISOString()
    const submission_count_left = await leftOf(ctx, actor, problem_id)
    return {
      data: { code: answer, submission_count_left, saved_at, verdict },
      ...(await wordsFor(call, verdict, receivedAt, texts.codeSaved)),
    }
  },

  async putFinish(call) {
    const { ctx, actor, body } = call
    const attemptId = actor.found.attempt.id
    const reason = body.test_end_reason === texts.switchedWindow ? 'switched' : 'candidate'
    const before = await findHead(ctx.db.read, attemptId)
    const isOver = before?.finish_seq != null && call.idempotencyKey === null
    const after = isOver ? before : await finish(call, reason)
    return {
      data: {
        is_finished: after.finished_at !== null,
        finished_at: new Date(after.finished_at ?? ctx.now()).toISOString(),
        end_reason: after.end_reason ?? '',
        ...(await receiptOf(ctx, ctx.db.read, after)),
      },
    }
  },

  async postFraud(call) {
    requireOwn(call.actor, { driveId: call.params.driveId })
    await append(call, 'fraud_report', '', { reason: call.body.reason })
    return { data: { recorded: true } }
  },
}

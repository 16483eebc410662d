import { codeKey } from '#contract/ops.ts'
import { findAnswer, listAnswers } from '#db/queries/answers.ts'
import { listRules } from '#db/queries/attempts.ts'
import { listActiveLanguages } from '#db/queries/content.ts'
import type { SubmissionRow } from '#db/queries/judging.ts'
import { findSubmission, listSubmissionTests } from '#db/queries/judging.ts'
import { findLateAttempt } from '#db/queries/lateWork.ts'
import { countSubmissions } from '#db/queries/log.ts'
import { submissionsLeft } from '#machines/attempt/rules.ts'
import { shuffled } from '#machines/attempt/shuffle.ts'
import { deadlineOf } from '#machines/attempt/time.ts'
import { eachOnce } from '#machines/drive/rules.ts'
import { contentRef } from '../attempts/content.ts'
import { toLanguage, toProblem, toQuestion } from '../attempts/itemViews.ts'
import { lateFactsOf } from '../attempts/notCounted.ts'
import { startAttempt } from '../attempts/start.ts'
import { toCode, toDriveView, toSavedChoice, toSubmission } from '../attempts/views.ts'
import type { CandidateActor } from '../auth/actor.ts'
import { noteOpened, openInvitation } from '../auth/invitation.ts'
import type { Context } from '../context.ts'
import { notFound } from '../kit/errors.ts'
import { driveMailContact } from '../mail/bodies/contact.ts'
import type { Handlers } from './handler.ts'

/** Ids in a path must be the token's own; anything else is simply not there. */
export function requireOwn(actor: CandidateActor, ids: { driveId?: number; candidateId?: number }): void {
  const { drive, candidate } = actor.found
  if (ids.driveId !== undefined && ids.driveId !== drive.id) throw notFound('The drive')
  if (ids.candidateId !== undefined && ids.candidateId !== candidate.id) throw notFound('The candidate')
}

const contentOf = (ctx: Context, actor: CandidateActor) =>
  ctx.content.get(ctx.db.read, contentRef(actor.found))

/** Questions leave only after a durable start; for a plain client the first of these calls is it. */
export async function begun(ctx: Context, actor: CandidateActor): Promise<CandidateActor> {
  if (actor.found.attempt.started_at !== null) return actor
  const found = await ctx.db.write((tx) => startAttempt(tx, actor.found, ctx.now()))
  return { ...actor, found }
}

export async function leftOf(ctx: Context, actor: CandidateActor, problemId: number): Promise<number> {
  const content = await contentOf(ctx, actor)
  const used = await countSubmissions(ctx.db.read, actor.found.attempt.id)
  return submissionsLeft(
    {
      problems: content.facts.problems,
      submissionsUsed: new Map(used.map((row) => [row.problem_id, row.used])),
    },
    problemId,
  )
}

export async function submissionAnswer(ctx: Context, actor: CandidateActor, row: SubmissionRow) {
  const tests = await listSubmissionTests(ctx.db.read, [row.id])
  const left = await leftOf(ctx, actor, row.problem_id)
  return toSubmission(row, left, tests, await lateFactsOf(ctx.db.read, row))
}

const secondsLeft = (until: number, now: number) => Math.max(0, Math.floor((until - now) / 1000))

export const candidateReads: Handlers<
  | 'getDrive'
  | 'getTestTimeLeft'
  | 'getDriveRules'
  | 'getLanguages'
  | 'getDriveProblems'
  | 'getDriveTimeLeft'
  | 'getDriveTemplates'
  | 'getSubmission'
  | 'getQuestions'
  | 'getQuestionSubmissions'
  | 'getCode'
> = {
  async getDrive({ ctx, params, address }) {
    const found = await openInvitation(ctx, params.token, address)
    noteOpened(ctx, found)
    const content = await ctx.content.get(ctx.db.read, contentRef(found))
    // Who has begun has its questions on the device, or asks for them.
    const sealed = found.attempt.started_at === null ? await ctx.sealed.of(content) : null
    const contact = await driveMailContact(ctx, found.drive.id, found.drive.organization_id)
    const isOver = found.attempt.finished_at !== null
    const late = isOver ? await findLateAttempt(ctx.db.read, found.attempt.id) : undefined
    return { data: toDriveView(ctx, found, content, { sealed, contact, late }) }
  },

  async getTestTimeLeft({ ctx, params, actor }) {
    requireOwn(actor, params)
    const { attempt, drive } = actor.found
    const now = ctx.now()
    const deadline =
      attempt.deadline_at ??
      deadlineOf({
        driveEndAt: drive.end_time,
        startedAt: now,
        allottedSeconds: (await ctx.content.get(ctx.db.read, contentRef(actor.found))).allottedSeconds,
        timeFactor: attempt.time_factor,
        minutesGranted: attempt.minutes_granted,
        pausedMs: attempt.paused_ms,
      })
    return {
      data: {
        time_left: secondsLeft(deadline, now),
        deadline_at: attempt.deadline_at === null ? null : new Date(deadline).toISOString(),
        server_time: new Date(now).toISOString(),
      },
    }
  },

  async getDriveRules({ ctx, params, actor }) {
    requireOwn(actor, { driveId: params.id })
    return { data: { rules: eachOnce(await listRules(ctx.db.read, params.id)) } }
  },

  async getLanguages({ ctx }) {
    const languages = await listActiveLanguages(ctx.db.read)
    return {
      data: languages.map((row) => toLanguage(row)),
    }
  },

  async getDriveProblems({ ctx, params, actor }) {
    requireOwn(actor, { driveId: params.id })
    const { found } = await begun(ctx, actor)
    const content = await contentOf(ctx, actor)
    const used = await countSubmissions(ctx.db.read, found.attempt.id)
    const usedOf = new Map(used.map((row) => [row.problem_id, row.used]))
    const problems = shuffled(content.problems, found.attempt.order_seed)
    return {
      data: problems.map((problem) =>
        toProblem(ctx, problem, problem.submission_count - (usedOf.get(problem.id) ?? 0)),
      ),
    }
  },

  async getDriveTimeLeft({ ctx, params, actor }) {
    requireOwn(actor, { driveId: params.id })
    const { drive } = actor.found
    const now = ctx.now()
    return {
      data: Math.max(0, Math.ceil((drive.start_time - now) / 1000)),
      beside: { is_live: now < drive.end_time },
    }
  },

  async getDriveTemplates({ ctx, params, query, actor }) {
    requireOwn(actor, { driveId: params.driveId })
    await begun(ctx, actor)
    const problem = (await contentOf(ctx, actor)).problems.find((p) => p.id === query.problem_id)
    if (!problem) throw notFound('The problem')
    return {
      data: { templates: problem.templates.map((t) => ({ language_id: t.language_id, code: t.code })) },
    }
  },

  async getSubmission({ ctx, params, actor }) {
    const row = await findSubmission(ctx.db.read, params.id)
    if (!row || row.attempt_id !== actor.found.attempt.id || row.kind !== 'submit')
      throw notFound('The submission')
    return { data: await submissionAnswer(ctx, actor, row) }
  },

  async getQuestions({ ctx, actor }) {
    const { found } = await begun(ctx, actor)
    const { questions } = await contentOf(ctx, actor)
    return {
      data: shuffled(questions, found.attempt.order_seed).map((question) => toQuestion(ctx, question)),
    }
  },

  async getQuestionSubmissions({ ctx, actor }) {
    const answers = await listAnswers(ctx.db.read, actor.found.attempt.id)
    return { data: { questions_submissions: answers.map(toSavedChoice).filter((row) => row !== null) } }
  },

  async getCode({ ctx, params, actor }) {
    // Before the start nobody learns what is asked, not even by trying numbers.
    if (actor.found.attempt.started_at === null) throw notFound('The problem')
    const content = await contentOf(ctx, actor)
    if (!content.facts.problems.has(params.problemId)) throw notFound('The problem')
    if (!content.facts.languages.has(params.languageId)) throw notFound('The language')
    const row = await findAnswer(
      ctx.db.read,
      actor.found.attempt.id,
      codeKey(params.problemId, params.languageId),
    )
    return { data: toCode(row, await leftOf(ctx, actor, params.problemId)) }
  },
}

import type { z } from 'zod'
import type { ownReport } from '#contract/views/candidate.ts'
import { listAnswers } from '#db/queries/answers.ts'
import { listSubmissions } from '#db/queries/judging.ts'
import { findLateAttempt } from '#db/queries/lateWork.ts'
import { ownReportState } from '#machines/attempt/ownReport.ts'
import { shuffled } from '#machines/attempt/shuffle.ts'
import { contentRef } from '../attempts/content.ts'
import { countingOf } from '../attempts/scoring.ts'
import { latePieces, releaseOf } from '../attempts/views.ts'
import type { CandidateActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { iso } from '../kit/iso.ts'
import { sha256 } from '../kit/keys.ts'
import { mcqDetail, percent, problemDetail, snapshotViews } from './report.ts'

/**
 * A candidate's own report: what they wrote and what it was worth, without keys and hidden tests.
 * @param token of the path: the caller's own, or the attempt's reference
 * @throws DomainError not_found (somebody else's), forbidden (not released, or not yet)
 */
export async function ownReportOf(
  ctx: Context,
  { found }: CandidateActor,
  token: string,
): Promise<z.input<typeof ownReport>> {
  const { attempt, drive, candidate } = found
  const own = [attempt.ref, attempt.token_hash, attempt.invitation_hash]
  if (!own.includes(token) && !own.includes(sha256(token))) throw notFound('The report')
  const state = ownReportState(releaseOf(found), ctx.now())
  if (state === 'none') throw new DomainError('forbidden', 'The organization has not released this report.')
  if (state === 'later')
    throw new DomainError('forbidden', 'Your report can be read once the drive has ended for everybody.')
  const q = ctx.db.read
  const content = await ctx.content.get(q, contentRef(found))
  const answers = new Map((await listAnswers(q, attempt.id)).map((row) => [row.key, row]))
  const submissions = await listSubmissions(q, attempt.id)
  const counting = countingOf(drive)
  const obtained = attempt.score ?? 0
  const problems = await Promise.all(
    shuffled(content.problems, attempt.order_seed).map((problem) =>
      problemDetail(ctx, problem, { submissions, answers, counting, runs: 0 }),
    ),
  )
  return {
    drive_name: drive.name,
    organization_name: found.organization_name,
    candidate: {
      first_name: attempt.first_name ?? '',
      last_name: attempt.last_name ?? '',
      email: candidate.email,
    },
    time: {
      test_started: iso(attempt.started_at),
      test_finished: iso(attempt.finished_at),
      alloted_time: Math.floor(attempt.allotted_seconds / 60),
    },
    end_reason: attempt.end_reason,
    score: {
      percentage: percent(obtained, content.totalMarks),
      obtained_score: obtained,
      total_score: content.totalMarks,
    },
    judging: submissions.filter(({ status }) => status === 'processing').length,
    waiting_pieces: 0,
    ...latePieces(await findLateAttempt(q, attempt.id)),
    problems_details: problems.map((detail) => ({
      problem_id: detail.problem_id,
      title: detail.title,
      is_attempted: detail.is_attempted,
      is_held: detail.status === 'held',
      obtained_score: detail.obtained_score,
      total_score: detail.total_score,
      passed_testcases: detail.test_case_result.filter(({ is_passed }) => is_passed).length,
      total_testcases: detail.test_case_result.length,
      submission_time: detail.submission_time,
      language: detail.language,
      answer: detail.answer,
      samples: detail.test_case_result
        .filter(({ is_sample }) => is_sample)
        .map(({ input, expected_output, actual_output, is_passed }) => ({
          input,
          expected_output,
          actual_output,
          is_passed,
        })),
    })),
    mcqs_details: shuffled(content.questions, attempt.order_seed).map((question) => {
      const detail = mcqDetail(ctx, found, question, counting, answers.get(`mcq:${question.id}`))
      return {
        question_id: detail.question_id,
        description: detail.description,
        options: detail.options.map(({ id, description }) => ({
          description,
          is_chosen: detail.selected_options.includes(id),
        })),
        is_held: detail.held_options.length > 0,
        obtained_marks: detail.obtained_marks,
        marks: detail.marks,
      }
    }),
    snapshots: (await snapshotViews(ctx, found)).map(({ created_at, status }) => ({ created_at, status })),
  }
}

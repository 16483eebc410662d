import type { z } from 'zod'
import type { codeView, driveView, savedChoiceView, submissionView } from '#contract/views/candidate.ts'
import type { AnswerRow } from '#db/queries/answers.ts'
import type { JoinedAttempt } from '#db/queries/attempts.ts'
import type { SubmissionRow } from '#db/queries/judging.ts'
import type { LatePieces } from '#db/queries/lateWork.ts'
import { ownReportState, type ReleaseFacts } from '#machines/attempt/ownReport.ts'
import { statusAt } from '#machines/attempt/time.ts'
import { shorterOf } from '#machines/drive/retention.ts'
import type { Context } from '../context.ts'
import { iso } from '../kit/iso.ts'
import type { MailContact } from '../mail/letters/contact.ts'
import type { DriveContent } from './content.ts'
import { extraSeconds } from './extraTime.ts'
import type { LateFacts } from './notCounted.ts'
import { rulesFor } from './rules.ts'

/** Rows turned into what a candidate may see; the schemas of the contract check it once more on the way out. */

/** When a test ends for its candidate: an assessment has no end of its own, so that of the link or of the test counts. */
function endOf({ attempt, drive }: JoinedAttempt): number {
  if (!drive.is_assessment) return drive.end_time
  return attempt.deadline_at ?? attempt.link_expires_at ?? drive.end_time
}

export function toDriveView(
  ctx: Context,
  found: JoinedAttempt,
  content: DriveContent,
  {
    sealed,
    contact,
    late,
  }: { sealed: { hash: string; bytes: number } | null; contact: MailContact; late: LatePieces | undefined },
): z.input<typeof driveView> {
  const { attempt, drive, candidate } = found
  const now = ctx.now()
  const extra = extraSeconds(attempt, content.allottedSeconds)
  return {
    drive: {
      id: drive.id,
      name: drive.name,
      description: drive.description,
      allow_coding: drive.allow_coding,
      allow_mcq: drive.allow_mcq,
    },
    candidate_id: candidate.id,
    drive_start_time: iso(drive.start_time),
    drive_end_time: iso(endOf(found)),
    link_expires_at:
      attempt.started_at === null && attempt.link_expires_at !== null ? iso(attempt.link_expires_at) : null,
    is_assessment: drive.is_assessment,
    is_finished: attempt.finished_at !== null,
    finished_at: attempt.finished_at === null ? null : iso(attempt.finished_at),
    end_reason: attempt.finished_at === null ? null : attempt.end_reason,
    is_live: statusAt(drive, now) !== 'completed',
    has_begun: attempt.started_at !== null,
    deadline_at: attempt.deadline_at === null || attempt.paused_at !== null ? null : iso(attempt.deadline_at),
    is_profile_complete: attempt.profile_completed_at !== null,
    email: candidate.email,
    first_name: candidate.first_name ?? '',
    last_name: candidate.last_name ?? '',
    mobile_number: candidate.mobile_number ?? '',
    organization_name: found.organization_name,
    institute_name: found.institute_name ?? '',
    support_name: contact.name,
    support_email: contact.email,
    support_phone: contact.phone,
    support_chat: ctx.config.supportChatUrl,
    rescue_key: ctx.keys.rescueKey,
    // The time for the candidate's own paper, or for the paper given to a candidate who begins now.
    allotted_seconds: content.allottedSeconds + extra,
    extra_seconds: extra,
    problem_count: content.problems.length,
    question_count: content.questions.length,
    ...rulesFor(drive, attempt.lifted_rules ?? []),
    // Pictures go with the results at the latest.
    webcam_retention_days: shorterOf(drive.webcam_retention_days, drive.results_retention_days),
    own_report: ownReportState(releaseOf(found), now),
    ...latePieces(late),
    package: sealed && { hash: sealed.hash, bytes: sealed.bytes },
    server_time: iso(now),
  }
}

/** The fields by which a candidate is told of late work; none that would say nothing. */
export const latePieces = (late: LatePieces | undefined) => ({
  ...(late && late.waiting > 0 && { waiting_pieces: late.waiting }),
  ...(late &&
    late.accepted + late.rejected > 0 && {
      decided_pieces: { accepted: late.accepted, rejected: late.rejected },
    }),
})

export const releaseOf = ({ attempt, drive }: JoinedAttempt): ReleaseFacts => ({
  isReleased: drive.release_reports,
  isAssessment: drive.is_assessment,
  driveEndAt: drive.end_time,
  deadlineAt: attempt.deadline_at,
  finishedAt: attempt.finished_at,
})

/** How the tests that were not passed ended, counted by outcome. */
export function failuresOf(
  tests: readonly { outcome: string; is_passed: boolean }[],
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome, is_passed } of tests) if (!is_passed) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/**
 * Counts until it is judged; the marks, what passed and what did not only then.
 * @param tests its results
 * @param late what its author is told besides where it came late
 */
export function toSubmission(
  row: SubmissionRow,
  left: number,
  tests: Parameters<typeof failuresOf>[0],
  late: LateFacts,
): z.input<typeof submissionView> {
  const judged = row.status === 'accepted'
  return {
    submission_id: row.id,
    problem_id: row.problem_id,
    status: judged ? 'accepted' : 'processing',
    submission_count: left,
    total_testcases: row.total_testcases,
    passed_testcases: judged ? row.passed_testcases : 0,
    judged_testcases: row.judged_testcases,
    marks: judged ? row.marks : 0,
    ...(judged && { failures: failuresOf(tests) }),
    verdict: row.verdict,
    ...late,
  }
}

/**
 * A saved value as its candidate reads it: where the newest came late, the one before that counts. When that was saved
 * stands in the log alone.
 */
function readable({ saved, saved_at, verdict, verified, verified_click }: AnswerRow) {
  // A click that nobody saved counts in its place, and is no saved value.
  if (verdict === 'late' && verified !== null && !verified_click)
    return { value: verified, saved_at: null, verdict: 'on_time' as const }
  return saved === null || saved_at === null ? null : { value: saved, saved_at: iso(saved_at), verdict }
}

export function toSavedChoice(row: AnswerRow): z.input<typeof savedChoiceView> | null {
  const read = row.key.startsWith('mcq:') ? readable(row) : null
  if (!read) return null
  const { value, ...rest } = read
  return { question_id: Number(row.key.slice(4)), selected_options: JSON.parse(value) as number[], ...rest }
}

export function toCode(row: AnswerRow | undefined, left: number): z.input<typeof codeView> {
  const read = row && readable(row)
  return {
    code: read?.value ?? null,
    submission_count_left: left,
    saved_at: read?.saved_at ?? null,
    verdict: read?.verdict ?? null,
  }
}

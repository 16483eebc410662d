import { choiceKey, codeKey } from '#contract/ops.ts'
import type { SavedAnswers } from '#contract/sync.ts'
import type { AnswerRecord, SubmissionRecord } from './db/schema.ts'

/** The server's copy of a test, as this device keeps it. */

/** The language a problem was worked on last: its draft is what is opened. */
export function newestLanguages(saved: SavedAnswers): Record<number, number> {
  const byTime = saved.drafts.toSorted((a, b) => Date.parse(a.saved_at) - Date.parse(b.saved_at))
  return Object.fromEntries(byTime.map((draft) => [draft.problem_id, draft.language_id]))
}

/** @param seq the head that holds them */
export function answersIn(attemptId: string, seq: number, saved: SavedAnswers): AnswerRecord[] {
  const choices = Object.entries(saved.choices).map(([id, choice]) => ({
    attempt_id: attemptId,
    key: choiceKey(Number(id)),
    value: choice.selected ?? choice.saved ?? [],
    saved: choice.saved,
    seq,
    ...(choice.saved_at !== null && { saved_at: Date.parse(choice.saved_at) }),
    ...(choice.is_uncounted && { is_uncounted: true as const }),
  }))
  const drafts = saved.drafts.map((draft) => ({
    attempt_id: attemptId,
    key: codeKey(draft.problem_id, draft.language_id),
    value: draft.answer,
    saved: null,
    seq,
    saved_at: Date.parse(draft.saved_at),
    ...(draft.is_uncounted && { is_uncounted: true as const }),
  }))
  return [...choices, ...drafts]
}

/** A submission whose program stands unchanged is where its draft is: nothing is newer than it. */
export const submissionsIn = (attemptId: string, seq: number, saved: SavedAnswers): SubmissionRecord[] =>
  saved.submissions.map((row) => ({
    attempt_id: attemptId,
    op_id: row.op_id,
    seq: saved.drafts.some(({ submitted_as }) => submitted_as === row.op_id) ? seq : 0,
    problem_id: row.problem_id,
    language_id: row.language_id,
    made_at: Date.parse(row.made_at),
    submission_id: row.submission_id,
    result: row.result,
  }))

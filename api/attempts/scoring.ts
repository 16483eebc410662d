import type { Queries } from '#db/connect.ts'
import { type AnswerRow, findAttemptById, listAnswers, updateAttempt } from '#db/queries/attempts.ts'
import { insertJob } from '#db/queries/jobs.ts'
import { insertSubmission, listSubmissions, type SubmissionRow } from '#db/queries/judging.ts'
import { bestMarks, isExactlyRight } from '#machines/attempt/score.ts'
import type { DriveContent } from './content.ts'

/** Which work counts: verified alone, or with claimed work. */
export type Counting = 'verified' | 'claimed'

/** The option ids that count for a question, or null where none were chosen. */
export function countedChoice(
  answer: AnswerRow | undefined,
  counting: Counting,
  selectionCounts: boolean,
): number[] | null {
  if (!answer) return null
  const saved = countedValue(answer, counting)
  // Whatever the saved choice came to: a click in time is newer than it, and is told by the time it was made at.
  const selected = selectionCounts && answer.selected_at !== null ? answer.selected : null
  const json = selected ?? saved
  return json === null ? null : (JSON.parse(json) as number[])
}

/** The option ids that were chosen last, not saved, and count for nothing. */
export function uncountedChoice(answer: AnswerRow | undefined, selectionCounts: boolean): number[] {
  if (selectionCounts || !answer?.selected || answer.selected === answer.saved) return []
  return JSON.parse(answer.selected) as number[]
}

/** The option ids of the newest saved choice where it does not count as things stand: it waits for staff, or was refused. */
export function heldChoice(answer: AnswerRow | undefined, counting: Counting): number[] {
  if (!answer || answer.saved === null || countedValue(answer, counting) === answer.saved) return []
  return JSON.parse(answer.saved) as number[]
}

/** The saved value that counts: the newest that needs no decision, or the newest claimed one. */
export function countedValue(answer: AnswerRow, counting: Counting): string | null {
  if (answer.verdict === 'on_time') return answer.saved
  if (counting === 'claimed' && answer.verdict === 'on_time_claimed') return answer.saved
  return answer.verified
}

/** What makes a drive's score: verified work, and claimed work where the drive accepts it without a look. */
export const countingOf = (drive: { late_policy: 'accept' | 'hold' | 'reject' }): Counting =>
  drive.late_policy === 'accept' ? 'claimed' : 'verified'

export const countsFor = (verdict: SubmissionRow['verdict'], counting: Counting): boolean =>
  verdict === 'on_time' || (counting === 'claimed' && verdict === 'on_time_claimed')

/**
 * At zero, and where the server ended the test, a choice not yet saved counts as saved; not where the candidate had
 * finished it in time, though the server heard of it after it had ended the test itself.
 */
export const selectionCounts = (attempt: {
  finish_kind: string | null
  sealed_at: number | null
}): boolean => (attempt.finish_kind === null ? attempt.sealed_at !== null : attempt.finish_kind === 'timeout')

interface LastDraft {
  answer: AnswerRow
  source: string
  verdict: 'on_time' | 'on_time_claimed'
  opId: string
}

/** A problem's newest draft that counts, and where a newer one waits for a decision that one too; none that is late. */
function lastDrafts(answers: readonly AnswerRow[], problemId: number): LastDraft[] {
  const drafts: LastDraft[] = []
  const rows = answers
    .filter((a) => a.key.startsWith(`code:${problemId}:`))
    .toSorted((a, b) => b.made_at - a.made_at || (b.saved_seq ?? 0) - (a.saved_seq ?? 0))
  for (const answer of rows) {
    const { saved, saved_seq, verdict } = answer
    if (verdict === 'on_time_claimed' && saved !== null && drafts.length === 0)
      drafts.push({ answer, source: saved, verdict, opId: `draft-${saved_seq}` })
    const source = countedValue(answer, 'verified')
    if (source === null) continue
    const opId = verdict === 'on_time' ? `draft-${saved_seq}` : `before-${saved_seq}`
    drafts.push({ answer, source, verdict: 'on_time', opId })
    break
  }
  return drafts.filter((d) => d.source.trim() !== '')
}

/**
 * After the end the newest draft of each problem is judged, without spending a submission, unless the same program
 * was submitted already.
 * @returns whether work was queued
 */
export async function judgeLastDrafts(
  tx: Queries,
  attemptId: number,
  content: DriveContent,
  now: number,
): Promise<boolean> {
  const answers = await listAnswers(tx, attemptId)
  const known = await listSubmissions(tx, attemptId)
  const deadline = (await findAttemptById(tx, attemptId))?.attempt.deadline_at ?? now
  let queued = false
  for (const problem of content.problems) {
    for (const draft of lastDrafts(answers, problem.id)) {
      const languageId = Number(draft.answer.key.split(':')[2])
      const isKnown = known.some(
        (s) =>
          s.problem_id === problem.id &&
          s.language_id === languageId &&
          s.source === draft.source &&
          (s.verdict === 'on_time' || s.verdict === draft.verdict),
      )
      if (isKnown) continue
      const id = await insertSubmission(tx, {
        attempt_id: attemptId,
        problem_id: problem.id,
        language_id: languageId,
        op_id: draft.opId,
        kind: 'final',
        source: draft.source,
        status: 'processing',
        verdict: draft.verdict,
        total_testcases: problem.tests.length,
        made_at: Math.min(draft.answer.made_at, deadline),
        created_at: now,
      })
      if (id === null) continue
      await insertJob(tx, {
        kind: 'judge',
        subject_id: id,
        attempt_id: attemptId,
        is_urgent: true,
        created_at: now,
      })
      queued = true
    }
  }
  return queued
}

/** Best submission a problem plus full marks for each exactly right MCQ; both countings are stored in the row. */
export async function recomputeScore(tx: Queries, attemptId: number, content: DriveContent): Promise<void> {
  const found = await findAttemptById(tx, attemptId)
  if (!found) return
  const answers = new Map((await listAnswers(tx, attemptId)).map((a) => [a.key, a]))
  const submissions = await listSubmissions(tx, attemptId)
  const withSelection = selectionCounts(found.attempt)
  const scoreFor = (counting: Counting): number => {
    const coding = content.problems.reduce(
      (sum, p) =>
        sum + bestMarks(submissions.filter((s) => s.problem_id === p.id && countsFor(s.verdict, counting))),
      0,
    )
    const mcq = content.questions.reduce((sum, question) => {
      const chosen = countedChoice(answers.get(`mcq:${question.id}`), counting, withSelection)
      const right = new Set(question.options.filter((o) => o.is_answer).map((o) => o.id))
      return sum + (chosen && isExactlyRight(chosen, right) ? question.marks : 0)
    }, 0)
    return coding + mcq
  }
  await updateAttempt(tx, attemptId, {
    score: scoreFor(countingOf(found.drive)),
    score_claimed: scoreFor('claimed'),
  })
}

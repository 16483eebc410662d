import { isAnsweredRight, questionKindOf } from '#contract/questionKinds.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, listAnswers } from '#db/queries/answers.ts'
import { findAttemptById, updateAttempt } from '#db/queries/attempts.ts'
import { listSubmissions, type SubmissionRow } from '#db/queries/judging.ts'
import { bestMarks } from '#machines/attempt/score.ts'
import { type ContentCache, contentRef, type DriveContent } from './content.ts'

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
export function uncountedChoice(
  answer: AnswerRow | undefined,
  selectionCounts: boolean,
  isSame: (one: readonly number[], other: readonly number[]) => boolean,
): number[] {
  if (selectionCounts || !answer?.selected) return []
  const selected = JSON.parse(answer.selected) as number[]
  return answer.saved !== null && isSame(selected, JSON.parse(answer.saved) as number[]) ? [] : selected
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

/** The work that makes a drive's score: verified work, and claimed work if the drive accepts it without a look. */
export const countingOf = (drive: { late_policy: 'accept' | 'hold' | 'reject' }): Counting =>
  drive.late_policy === 'accept' ? 'claimed' : 'verified'

export const countsFor = (verdict: SubmissionRow['verdict'], counting: Counting): boolean =>
  verdict === 'on_time' || (counting === 'claimed' && verdict === 'on_time_claimed')

/**
 * At zero, and where the server ended the test, a choice not yet saved counts as saved; not where the candidate had
 * finished it in time, though the server heard of it after it had ended the test itself. A finish that a device only claims
 * to have made in time changes nothing of what is verified: it is heard of when the time is over, by the server's clock or
 * its seal, whichever of them it meets.
 */
export function selectionCounts(
  attempt: { finish_kind: string | null; finish_verdict: string | null; sealed_at: number | null },
  counting: Counting,
): boolean {
  const { finish_kind, finish_verdict, sealed_at } = attempt
  if (counting === 'verified' && finish_verdict === 'on_time_claimed') return true
  return finish_kind === null ? sealed_at !== null : finish_kind === 'timeout'
}

/** The score of an ended test by what counts now. */
export async function countAnew(
  ctx: { content: ContentCache },
  tx: Queries,
  attemptId: number,
): Promise<void> {
  const found = await findAttemptById(tx, attemptId)
  if (found) await recomputeScore(tx, attemptId, await ctx.content.get(tx, contentRef(found)))
}

/** A submission's results before it is judged. */
export const unjudged = { judged_testcases: 0, passed_testcases: 0, marks: 0, judged_at: null }

/** Best submission a problem plus full marks for each exactly right MCQ; both countings are stored in the row. */
export async function recomputeScore(tx: Queries, attemptId: number, content: DriveContent): Promise<void> {
  const found = await findAttemptById(tx, attemptId)
  if (!found) return
  const answers = new Map((await listAnswers(tx, attemptId)).map((a) => [a.key, a]))
  const submissions = await listSubmissions(tx, attemptId)
  const scoreFor = (counting: Counting): number => {
    const withSelection = selectionCounts(found.attempt, counting)
    const coding = content.problems.reduce(
      (sum, p) =>
        sum + bestMarks(submissions.filter((s) => s.problem_id === p.id && countsFor(s.verdict, counting))),
      0,
    )
    const mcq = content.questions.reduce((sum, question) => {
      const chosen = countedChoice(answers.get(`mcq:${question.id}`), counting, withSelection)
      const isRight = chosen && isAnsweredRight[questionKindOf(question)](chosen, question.options)
      return sum + (isRight ? question.marks : 0)
    }, 0)
    return coding + mcq
  }
  await updateAttempt(tx, attemptId, {
    score: scoreFor(countingOf(found.drive)),
    score_claimed: scoreFor('claimed'),
  })
}

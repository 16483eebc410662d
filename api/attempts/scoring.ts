import { isAnsweredRight, questionKindOf } from '#contract/questionKinds.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, listAnswers } from '#db/queries/answers.ts'
import { findAttemptById, updateAttempt } from '#db/queries/attempts.ts'
import { insertJob, requeueJob } from '#db/queries/jobs.ts'
import {
  deleteSubmissionTests,
  insertSubmission,
  listSubmissions,
  type SubmissionRow,
  updateSubmission,
} from '#db/queries/judging.ts'
import { isAccepted } from '#db/queries/lateWork.ts'
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

/** The score of an ended test by what counts now. */
export async function countAnew(
  ctx: { content: ContentCache },
  tx: Queries,
  attemptId: number,
): Promise<void> {
  const found = await findAttemptById(tx, attemptId)
  if (found) await recomputeScore(tx, attemptId, await ctx.content.get(tx, contentRef(found)))
}

interface LastDraft {
  answer: AnswerRow
  source: string
  verdict: 'on_time' | 'on_time_claimed'
  opId: string
}

/** By its place in the log. What was adopted has one in a lost lease's own chain alone: another may have the same. */
const draftName = ({ saved_from, saved_seq }: AnswerRow): string =>
  saved_from === null ? `draft-${saved_seq}` : `adopted-${saved_from}`

/** A problem's newest draft that counts, and where a newer one waits for a decision that one too; none that is late. */
function lastDrafts(answers: readonly AnswerRow[], problemId: number): LastDraft[] {
  const drafts: LastDraft[] = []
  const rows = answers
    .filter((a) => a.key.startsWith(`code:${problemId}:`))
    .toSorted((a, b) => b.made_at - a.made_at || (b.saved_seq ?? 0) - (a.saved_seq ?? 0))
  for (const answer of rows) {
    const { saved, saved_seq, verdict } = answer
    if (verdict === 'on_time_claimed' && saved !== null && drafts.length === 0)
      drafts.push({ answer, source: saved, verdict, opId: draftName(answer) })
    const source = countedValue(answer, 'verified')
    if (source === null) continue
    const opId = verdict === 'on_time' ? draftName(answer) : `before-${saved_seq}`
    drafts.push({ answer, source, verdict: 'on_time', opId })
    break
  }
  return drafts.filter((d) => d.source.trim() !== '')
}

/**
 * After the end the newest draft of each problem is judged, without spending a submission, unless the same program
 * was submitted already.
 */
export async function judgeLastDrafts(
  tx: Queries,
  attemptId: number,
  content: DriveContent,
  now: number,
): Promise<void> {
  const answers = await listAnswers(tx, attemptId)
  const known = await listSubmissions(tx, attemptId)
  const deadline = (await findAttemptById(tx, attemptId))?.attempt.deadline_at ?? now
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
      // What staff accepts takes nothing away: it is judged beside the draft before it.
      const replaceable = (await isAccepted(tx, attemptId, draft.answer))
        ? known.filter(({ op_id }) => op_id === draft.opId)
        : known
      await judgeFinal(tx, replaceable, {
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
    }
  }
}

/**
 * Has a last draft judged. A newer one of the same problem and standing takes the place of the one before, or whoever sends
 * one after the other would have the best of them counted, and the judge to themselves: only the first goes before others.
 */
async function judgeFinal(
  tx: Queries,
  known: readonly SubmissionRow[],
  row: Parameters<typeof insertSubmission>[1],
): Promise<void> {
  const { problem_id, verdict, attempt_id, created_at } = row
  const finals = known.filter(({ kind }) => kind === 'final')
  const before =
    finals.find(({ op_id }) => op_id === row.op_id) ??
    finals.find((s) => s.problem_id === problem_id && s.verdict === verdict)
  if (before) {
    await deleteSubmissionTests(tx, before.id)
    await updateSubmission(tx, before.id, { ...row, ...unjudged })
    if (await requeueJob(tx, 'judge', before.id, created_at)) return
  }
  const id = before?.id ?? (await insertSubmission(tx, row))
  if (id === null) return
  await insertJob(tx, { kind: 'judge', subject_id: id, attempt_id, is_urgent: !before, created_at })
}

/** What a submission holds of a judging, before one. */
export const unjudged = { judged_testcases: 0, passed_testcases: 0, marks: 0, judged_at: null }

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

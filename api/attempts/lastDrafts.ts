import type { Op } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { type AnswerRow, listAnswers } from '#db/queries/answers.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { insertJob, requeueJob } from '#db/queries/jobs.ts'
import {
  deleteSubmissionTests,
  insertSubmission,
  listSubmissions,
  type SubmissionRow,
  updateSubmission,
} from '#db/queries/judging.ts'
import { type AcceptedPiece, listAccepted } from '#db/queries/lateWork.ts'
import type { DriveContent } from './content.ts'
import { workOf } from './mergeQuarantinedOp.ts'
import { unjudged } from './scoring.ts'

/** What was written and not submitted is judged at the end as well: of each problem the newest draft that counts. */

interface LastDraft {
  key: string
  source: string
  verdict: 'on_time' | 'on_time_claimed'
  opId: string
  made_at: number
  /** Staff accepted it: it is judged beside the others, and takes the place of none. */
  isAdded: boolean
}

/** By its place in the log. What was adopted has one in a lost lease's own chain alone: another may have the same. */
const draftName = ({ saved_from, saved_seq }: AnswerRow): string =>
  saved_from === null ? `draft-${saved_seq}` : `adopted-${saved_from}`

/** What an answer of code holds that may count, each with when it was made. */
function draftsIn(answer: AnswerRow, accepted: ReadonlySet<string>): LastDraft[] {
  const { key, saved, saved_seq, verdict, made_at, verified, verified_at } = answer
  const opId = draftName(answer)
  const isAdded = accepted.has(opId)
  return [
    ...(saved !== null && verdict !== 'late'
      ? [{ key, source: saved, verdict, opId, made_at, isAdded: isAdded && verdict === 'on_time' }]
      : []),
    ...(verified === null
      ? []
      : [
          {
            key,
            source: verified,
            verdict: 'on_time' as const,
            opId: `before-${saved_seq}`,
            made_at: verified_at ?? made_at,
            isAdded: false,
          },
        ]),
  ]
}

/**
 * A problem's newest draft that counts, by when it was made itself; where a newer one waits for a decision that one too, and
 * all that staff accepted. None that is late.
 */
function lastDrafts(
  answers: readonly AnswerRow[],
  accepted: ReadonlySet<string>,
  problemId: number,
): LastDraft[] {
  const drafts = answers
    .filter((a) => a.key.startsWith(`code:${problemId}:`))
    .toSorted((a, b) => (b.saved_seq ?? 0) - (a.saved_seq ?? 0))
    .flatMap((answer) => draftsIn(answer, accepted))
    .toSorted((a, b) => b.made_at - a.made_at)
  const added = drafts.filter(({ isAdded }) => isAdded)
  const own = drafts.filter(({ isAdded }) => !isAdded)
  // What is claimed comes behind all that was received in time.
  const newest = (['on_time_claimed', 'on_time'] as const).flatMap(
    (verdict) => own.find((draft) => draft.verdict === verdict) ?? [],
  )
  return [...newest, ...added].filter((draft) => draft.source.trim() !== '')
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
  const accepted = await listAccepted(tx, attemptId)
  const names = new Set(
    accepted.flatMap(({ op_id, seq }) => [`adopted-${op_id}`, ...(seq === null ? [] : [`draft-${seq}`])]),
  )
  const deadline = (await findAttemptById(tx, attemptId))?.attempt.deadline_at ?? now
  for (const problem of content.problems) {
    const drafts = [...lastDrafts(answers, names, problem.id), ...acceptedAside(accepted, problem.id)]
    for (const draft of drafts) {
      const languageId = Number(draft.key.split(':')[2])
      const isKnown = known.some(
        (s) =>
          s.problem_id === problem.id &&
          s.language_id === languageId &&
          s.source === draft.source &&
          (s.verdict === 'on_time' || s.verdict === draft.verdict),
      )
      if (isKnown) continue
      const replaceable = known.filter(
        ({ op_id }) => op_id === draft.opId || !(draft.isAdded || names.has(op_id)),
      )
      const row = {
        attempt_id: attemptId,
        problem_id: problem.id,
        language_id: languageId,
        op_id: draft.opId,
        kind: 'final' as const,
        source: draft.source,
        status: 'processing' as const,
        verdict: draft.verdict,
        total_testcases: problem.tests.length,
        made_at: Math.min(draft.made_at, deadline),
        created_at: now,
      }
      const id = await judgeFinal(tx, replaceable, row)
      if (id !== null) known.push({ ...row, ...unjudged, id })
    }
  }
}

/** Drafts of a lost device that staff accepted, whatever was written over them since. */
const acceptedAside = (accepted: readonly AcceptedPiece[], problemId: number): LastDraft[] =>
  accepted.flatMap(({ op_id, key, aside }) => {
    if (aside === null || !key.startsWith(`code:${problemId}:`)) return []
    const op = JSON.parse(aside) as Op
    const said = workOf(op)
    if (said?.type !== 'draft' || said.body.answer.trim() === '') return []
    return [
      {
        key,
        source: said.body.answer,
        verdict: 'on_time' as const,
        opId: `adopted-${op_id}`,
        made_at: op.est_server_ms,
        isAdded: true,
      },
    ]
  })

/**
 * Has a last draft judged. A newer one of the same problem and standing takes the place of the one before, or whoever sends
 * one after the other would have the best of them counted, and the judge to themselves: only the first goes before others.
 */
async function judgeFinal(
  tx: Queries,
  known: readonly SubmissionRow[],
  row: Parameters<typeof insertSubmission>[1],
): Promise<number | null> {
  const { problem_id, verdict, attempt_id, created_at } = row
  const finals = known.filter(({ kind }) => kind === 'final')
  const before =
    finals.find(({ op_id }) => op_id === row.op_id) ??
    finals.find((s) => s.problem_id === problem_id && s.verdict === verdict)
  if (before) {
    await deleteSubmissionTests(tx, before.id)
    await updateSubmission(tx, before.id, { ...row, ...unjudged })
    if (await requeueJob(tx, 'judge', before.id, created_at)) return null
  }
  const id = before?.id ?? (await insertSubmission(tx, row))
  if (id === null) return null
  await insertJob(tx, { kind: 'judge', subject_id: id, attempt_id, is_urgent: !before, created_at })
  return before ? null : id
}

import type { Op } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { listAnswers } from '#db/queries/answers.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { insertJob, requeueJob } from '#db/queries/jobs.ts'
import {
  deleteSubmissionTests,
  insertSubmission,
  listSubmissions,
  type SubmissionRow,
  updateSubmission,
} from '#db/queries/judging.ts'
import { listPrograms, type ProgramRow } from '#db/queries/programs.ts'
import type { DriveContent } from './content.ts'
import { valueIn, workOf } from './mergeQuarantinedOp.ts'
import { unjudged } from './scoring.ts'
import { storedText } from './storedBody.ts'

/**
 * A program that was written and not submitted is judged at the end as well: for each problem, the newest draft that
 * counts. It is read from the log, whatever has become the answer of its key since.
 */

interface LastDraft {
  key: string
  source: string
  verdict: 'on_time' | 'on_time_claimed'
  opId: string
  made_at: number
  /** Staff accepted it: it is judged beside the others, and takes the place of none. */
  isAdded: boolean
}

/**
 * The name tells a draft's place in the log. An adopted draft is named by its op instead, because it has a place in a
 * lost lease's own chain alone, and another may have the same.
 */
const draftName = ({ seq, op_id }: ProgramRow): string => (seq === null ? `adopted-${op_id}` : `draft-${seq}`)

function draftOf(row: ProgramRow): LastDraft | undefined {
  const { key, seq, type, made_at, verdict, decision } = row
  const isAdded = decision === 'accepted'
  const body =
    seq === null
      ? (JSON.parse(String(row.body)) as Op).body
      : storedText(row.body as Buffer, row.body_deflated === 1)
  const said = workOf({ type, key, body })
  if (!said) return undefined
  return {
    key,
    source: valueIn(said.body),
    verdict: verdict === 'on_time_claimed' && !isAdded ? verdict : 'on_time',
    opId: draftName(row),
    made_at,
    isAdded,
  }
}

const newestOf = (rows: readonly ProgramRow[]): ProgramRow | undefined =>
  rows.toSorted((a, b) => b.made_at - a.made_at || (b.seq ?? 0) - (a.seq ?? 0))[0]

/**
 * The programs of a problem that are judged: the newest in time by when it was made itself; the newest claimed one, if
 * its device wrote nothing in time behind it and staff has not refused it; and all that staff accepted. A submission
 * that counts by itself is a newest program like any other.
 */
function lastDrafts(programs: readonly ProgramRow[]): LastDraft[] {
  const undecided = programs.filter(({ decision }) => decision !== 'accepted')
  const inTime = undecided.filter(({ verdict }) => verdict === 'on_time')
  const claimed = undecided.filter(
    ({ key, seq, verdict, decision }) =>
      verdict === 'on_time_claimed' &&
      decision === null &&
      !inTime.some((other) => other.key === key && (other.seq ?? 0) > (seq ?? 0)),
  )
  const accepted = programs.filter(
    ({ type, decision, is_refused }) => decision === 'accepted' && (type !== 'submit' || is_refused === 1),
  )
  return [newestOf(claimed), newestOf(inTime), ...accepted]
    .flatMap((row) => (row ? (draftOf(row) ?? []) : []))
    .filter(({ source }) => source.trim() !== '')
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
  const keys = (await listAnswers(tx, attemptId)).flatMap(({ key }) => (key.startsWith('code:') ? [key] : []))
  const programs = await listPrograms(tx, attemptId, keys)
  const known = await listSubmissions(tx, attemptId)
  const names = new Set(programs.filter(({ decision }) => decision === 'accepted').map(draftName))
  const deadline = (await findAttemptById(tx, attemptId))?.attempt.deadline_at ?? now
  for (const problem of content.problems) {
    const drafts = lastDrafts(programs.filter(({ key }) => key.startsWith(`code:${problem.id}:`)))
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

import type { Op } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { listAnswers } from '#db/queries/answers.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { deleteJob, insertJob, requeueJob } from '#db/queries/jobs.ts'
import {
  deleteSubmission,
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
 * The programs of a problem that are judged: all that staff accepted; the newest in time by when it was made itself; and
 * the newest that is claimed, if its device wrote nothing in time behind it. A refused one is none. A submission
 * that counts by itself is a newest program as any other.
 */
function lastDrafts(programs: readonly ProgramRow[]): LastDraft[] {
  const undecided = programs.filter(({ decision }) => decision === null)
  const inTime = undecided.filter(({ verdict }) => verdict === 'on_time')
  const claimed = undecided.filter(
    ({ key, seq, verdict }) =>
      verdict === 'on_time_claimed' &&
      !inTime.some((other) => other.key === key && (other.seq ?? 0) > (seq ?? 0)),
  )
  const accepted = programs.filter(
    ({ type, decision, is_refused }) => decision === 'accepted' && (type !== 'submit' || is_refused === 1),
  )
  return [...accepted, newestOf(inTime), newestOf(claimed)]
    .flatMap((row) => (row ? (draftOf(row) ?? []) : []))
    .filter(({ source }) => source.trim() !== '')
}

/**
 * After the end the newest draft of each problem is judged, without spending a submission, unless the same program
 * counts already. A program that was judged at an earlier end, or before a decision, and is no last draft any more makes way:
 * the log has it.
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
  const deadline = (await findAttemptById(tx, attemptId))?.attempt.deadline_at ?? now
  for (const problem of content.problems) {
    const drafts = lastDrafts(programs.filter(({ key }) => key.startsWith(`code:${problem.id}:`)))
    const own = known.filter(({ problem_id }) => problem_id === problem.id)
    const standing = new Set(drafts.flatMap((draft) => own.find((row) => standsFor(row, draft))?.id ?? []))
    const free = own.filter(({ id, kind }) => kind === 'final' && !standing.has(id))
    const made: LastDraft[] = []
    for (const draft of drafts) {
      if ([...own, ...made.map(asRow)].some((row) => standsFor(row, draft))) continue
      made.push(draft)
      const before =
        free.find(({ op_id }) => op_id === draft.opId) ??
        free.find(({ verdict }) => !draft.isAdded && verdict === draft.verdict)
      if (before) free.splice(free.indexOf(before), 1)
      await judgeFinal(tx, before, {
        attempt_id: attemptId,
        problem_id: problem.id,
        language_id: languageOf(draft),
        op_id: draft.opId,
        kind: 'final',
        source: draft.source,
        status: 'processing',
        verdict: draft.verdict,
        total_testcases: problem.tests.length,
        made_at: Math.min(draft.made_at, deadline),
        created_at: now,
      })
    }
    for (const { id } of free) {
      await deleteJob(tx, 'judge', id)
      await deleteSubmission(tx, id)
    }
  }
}

const languageOf = ({ key }: LastDraft): number => Number(key.split(':')[2])

const asRow = (draft: LastDraft) => ({ ...draft, language_id: languageOf(draft) })

/** Whether a program that is judged is that of a draft, and counts no less. */
const standsFor = (
  row: Pick<SubmissionRow, 'language_id' | 'source' | 'verdict'>,
  draft: LastDraft,
): boolean =>
  row.language_id === languageOf(draft) &&
  row.source === draft.source &&
  (row.verdict === 'on_time' || row.verdict === draft.verdict)

/**
 * Has a last draft judged. A newer one of the same problem and standing takes the place of the one before, or whoever sends
 * one after the other would have the best of them counted, and the judge to themselves: only the first goes before others.
 * @param before the one whose place it takes
 */
async function judgeFinal(
  tx: Queries,
  before: SubmissionRow | undefined,
  row: Parameters<typeof insertSubmission>[1],
): Promise<void> {
  const { attempt_id, created_at } = row
  if (before) {
    await deleteSubmissionTests(tx, before.id)
    await updateSubmission(tx, before.id, { ...row, ...unjudged })
    if (await requeueJob(tx, 'judge', before.id, created_at)) return
  }
  const id = before?.id ?? (await insertSubmission(tx, row))
  if (id === null) return
  await insertJob(tx, { kind: 'judge', subject_id: id, attempt_id, is_urgent: !before, created_at })
}

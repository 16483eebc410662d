import type { z } from 'zod'
import type { rejudgeView } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import * as rows from '#db/queries/rejudges.ts'
import { bestMarks } from '#machines/attempt/score.ts'
import { type Counting, countsFor } from '../../attempts/scoring.ts'
import { notFound } from '../../kit/errors.ts'
import { iso } from '../../kit/iso.ts'
import { auditName } from '../audit.ts'

/** A rejudging as staff sees it in a list. */
export type RejudgeViewIn = z.input<typeof rejudgeView>

type Found = Pick<
  NonNullable<Awaited<ReturnType<typeof rows.findRejudge>>>,
  'rejudge' | 'title' | 'decidedBy'
>

export async function toView(q: Queries, { rejudge, title, decidedBy }: Found): Promise<RejudgeViewIn> {
  const { total, judged } = await rows.countRejudged(q, rejudge.id)
  return {
    id: rejudge.id,
    drive_id: rejudge.drive_id,
    problem_id: rejudge.problem_id,
    problem_title: title,
    version: rejudge.version,
    status: rejudge.status,
    judged,
    total,
    // Counts down while it is applied: what is left is known at the end.
    left_out: rejudge.status === 'applying' ? 0 : rejudge.left_out,
    skipped: await skippedOf(q, rejudge),
    others: rejudge.others,
    created_at: iso(rejudge.created_at),
    decided_at: rejudge.decided_at === null ? null : iso(rejudge.decided_at),
    decided_by: decidedBy && auditName(decidedBy),
  }
}

async function skippedOf(q: Queries, rejudge: rows.StoredRejudge): Promise<RejudgeViewIn['skipped']> {
  const { id: rejudgeId, drive_id: driveId, problem_id: problemId, version, status } = rejudge
  if (status === 'applying' || status === 'discarded') return []
  return rows.listSkipped(q, {
    rejudgeId,
    driveId,
    problemId,
    version,
    isApplied: status === 'applied',
    until: rejudge.decided_at ?? Number.MAX_SAFE_INTEGER,
  })
}

/** @throws DomainError not_found where it is not the organization's */
export async function requireRejudge(q: Queries, id: number, organizationId: number) {
  const found = await rows.findRejudge(q, id, organizationId)
  if (!found) throw notFound('The rejudging')
  return found
}

/** The submissions of each attempt together, in the order of the attempts. */
export function byAttempt(judged: readonly rows.RejudgedRow[]): rows.RejudgedRow[][] {
  const lists = new Map<number, rows.RejudgedRow[]>()
  for (const row of judged) {
    const list = lists.get(row.attempt.id)
    if (list) list.push(row)
    else lists.set(row.attempt.id, [row])
  }
  return [...lists.values()]
}

/** Marks for the problem: of an attempt the best submission that counts. */
export const best = (
  submissions: readonly rows.RejudgedRow[],
  counting: Counting,
  marksOf: (row: rows.RejudgedRow) => number,
): number =>
  bestMarks(
    submissions.filter(({ verdict }) => countsFor(verdict, counting)).map((row) => ({ marks: marksOf(row) })),
  )

export const newMarks = ({ result }: rows.RejudgedRow): number => result.marks ?? 0
export const marksBefore = ({ result }: rows.RejudgedRow): number => result.marks_before
export const marksNow = ({ marks }: rows.RejudgedRow): number => marks

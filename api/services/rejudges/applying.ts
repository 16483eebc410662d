import { isDeepStrictEqual } from 'node:util'
import type { Queries } from '#db/connect.ts'
import { findAttemptById, setPaper } from '#db/queries/attempts.ts'
import { dropRejudgeJobs } from '#db/queries/jobs.ts'
import { findSubmission, replaceTests } from '#db/queries/judging.ts'
import { findPaper, findProblemVersion } from '#db/queries/papers.ts'
import * as rows from '#db/queries/rejudges.ts'
import { readContent } from '../../attempts/content.ts'
import { itemsOfPaper, makePaper } from '../../attempts/paper.ts'
import { countingOf, recomputeScore } from '../../attempts/scoring.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import type { TestRow } from '../../execution/judge.ts'
import { DomainError } from '../../kit/errors.ts'
import { formatErrorLine } from '../../kit/formatError.ts'
import { audit } from '../audit.ts'
import { best, byAttempt, marksNow, newMarks, type RejudgeViewIn, requireRejudge, toView } from './view.ts'

/**
 * The decision about a problem judged anew. It is taken once, in one conditional write. To apply takes many transactions:
 * from the first to the last the rejudging is 'applying', which can only be carried on, never taken back. Each attempt is
 * looked at in the transaction that changes it: one that runs again, or has a submission that was not judged anew, stays
 * as it is, on its own paper with its own verdicts. While it is applied left_out counts down from all that have begun.
 */

/** So many attempts in one transaction: saves of running tests come in between. */
const CHUNK = 20

/** Those that this process carries out right now, by database. */
const underWay = new WeakMap<Context['db'], Set<number>>()
const underWayOf = (ctx: Context): Set<number> => {
  const known = underWay.get(ctx.db) ?? new Set()
  underWay.set(ctx.db, known)
  return known
}

/**
 * Makes the new marks count: of each attempt the verdicts, the paper and the score, together. A change that was broken
 * off is carried on.
 * @throws DomainError not_found; conflict: still being judged, or decided already
 */
export async function applyRejudge(ctx: Context, actor: StaffActor, id: number): Promise<RejudgeViewIn> {
  const mine = underWayOf(ctx)
  let isTaken = false
  try {
    const rejudge = await ctx.db.write(async (tx) => {
      const { rejudge } = await requireRejudge(tx, id, actor.organizationId)
      const decision = { status: 'applying', decided_at: ctx.now(), decided_by: actor.userId } as const
      const left_out = await rows.countBegun(tx, rejudge.drive_id)
      const isDecided = await rows.moveRejudge(tx, id, ['ready'], { ...decision, left_out, others: 0 })
      if (!isDecided && (rejudge.status !== 'applying' || mine.has(id))) throw refusalOf(rejudge.status)
      mine.add(id)
      isTaken = true
      return isDecided ? { ...rejudge, ...decision } : rejudge
    })
    await applyAll(ctx, rejudge, actor.organizationId)
  } finally {
    if (isTaken) mine.delete(id)
  }
  return toView(ctx.db.read, await requireRejudge(ctx.db.read, id, actor.organizationId))
}

/** Carries on what was decided and broken off, at the start and from time to time. */
export async function carryOnApplying(ctx: Context): Promise<void> {
  const mine = underWayOf(ctx)
  for (const { rejudge, organization_id } of await rows.listApplying(ctx.db.read)) {
    if (mine.has(rejudge.id)) continue
    mine.add(rejudge.id)
    try {
      await applyAll(ctx, rejudge, organization_id)
    } catch (error) {
      ctx.log.error(
        { rejudge: rejudge.id, error: formatErrorLine(error) },
        'applying new marks was interrupted',
      )
    } finally {
      mine.delete(rejudge.id)
    }
  }
}

async function applyAll(ctx: Context, rejudge: rows.StoredRejudge, organizationId: number): Promise<void> {
  const { id, drive_id, problem_id, version } = rejudge
  const judged = new Map(
    byAttempt(await rows.listRejudged(ctx.db.read, id)).map((list) => [list[0]?.attempt.id, list]),
  )
  const attempts = (await rows.listAppliable(ctx.db.read, ofRejudge(rejudge))).map((attemptId) => ({
    id: attemptId,
    submissions: judged.get(attemptId) ?? [],
  }))
  for (let from = 0; from < attempts.length; from += CHUNK)
    await ctx.db.write(async (tx) => {
      const changes: Changed[] = []
      for (const attempt of attempts.slice(from, from + CHUNK)) {
        const changed = await applyTo(ctx, tx, rejudge, attempt)
        if (changed) changes.push(changed)
      }
      if (changes.length > 0) await auditMarks(tx, { rejudge, organizationId }, changes, ctx.now())
    })
  await ctx.db.write(async (tx) => {
    if (!(await rows.moveRejudge(tx, id, ['applying'], { status: 'applied' }))) return
    await audit(
      tx,
      { userId: rejudge.decided_by ?? rejudge.user_id, organizationId },
      {
        action: 'drive.rejudge_applied',
        subject: `drive ${drive_id}`,
        after: { problem: problem_id, version, judged: await rows.dropUnapplied(tx, id) },
      },
      ctx.now(),
    )
  })
}

const ofRejudge = ({ id, drive_id, problem_id, version }: rows.StoredRejudge) => ({
  rejudgeId: id,
  driveId: drive_id,
  problemId: problem_id,
  version,
})

async function versionOf(tx: Queries, { problem_id, version }: rows.StoredRejudge) {
  const problem = await findProblemVersion(tx, problem_id, version)
  if (!problem) throw new Error(`Problem ${problem_id}@${version} is not kept`)
  return problem
}

interface Counted {
  /** For the problem. */
  marks: number
  /** The score of the whole test, and what can be had in it. */
  score: number | null
  total: number
}

interface Changed {
  ref: string
  before: Counted
  after: Counted
}

/** Who had which marks, score and total, and has now: an entry of a transaction, so that none grows without a bound. */
const auditMarks = (
  tx: Queries,
  { rejudge, organizationId }: { rejudge: rows.StoredRejudge; organizationId: number },
  changes: readonly Changed[],
  now: number,
) =>
  audit(
    tx,
    { userId: rejudge.decided_by ?? rejudge.user_id, organizationId },
    {
      action: 'drive.rejudge_marks',
      subject: `drive ${rejudge.drive_id}`,
      before: Object.fromEntries(changes.map(({ ref, before }) => [ref, before])),
      after: {
        problem: rejudge.problem_id,
        version: rejudge.version,
        ...Object.fromEntries(changes.map(({ ref, after }) => [ref, after])),
      },
    },
    now,
  )

/** @returns what it changed for the candidate, if anything */
async function applyTo(
  ctx: Context,
  tx: Queries,
  rejudge: rows.StoredRejudge,
  attempt: { id: number; submissions: readonly rows.RejudgedRow[] },
): Promise<Changed | null> {
  const now = ctx.now()
  if (!(await rows.isAppliable(tx, ofRejudge(rejudge), attempt.id))) return null
  const found = await findAttemptById(tx, attempt.id)
  const paper = await findPaper(tx, found?.attempt.paper_id ?? 0)
  if (!found || !paper) return null
  const items = await itemsOfPaper(tx, paper)
  const newest = await versionOf(tx, rejudge)
  // A candidate who began after a later change is not taken back behind it.
  if (items.problems.some((asked) => asked.id === newest.id && asked.version > newest.version)) return null
  // A last draft that a newer one took the place of since: these results are another program's.
  for (const { result } of attempt.submissions) {
    const now = await findSubmission(tx, result.submission_id)
    if (now?.status === 'processing' || (now?.judged_at ?? 0) > rejudge.created_at) return null
  }
  const { score: scoreBefore, ref } = found.attempt
  for (const { result, marks } of attempt.submissions) {
    await rows.markApplied(tx, result.id, {
      marks_before: marks,
      score_before: scoreBefore,
      total_before: paper.total_marks,
      applied_at: now,
    })
    // Staff may have taken it back meanwhile: no verdict stands for what is held.
    if ((await findSubmission(tx, result.submission_id))?.status !== 'accepted') continue
    await replaceTests(tx, result.submission_id, (result.tests ?? []) as TestRow[], now)
  }
  const problems = items.problems.map((problem) => (problem.id === newest.id ? newest : problem))
  const made = await makePaper(
    tx,
    // No drive's newest paper: whoever begins is asked what the drive asks.
    { driveId: rejudge.drive_id, contentVersion: 0 },
    { problems, questions: items.questions },
    now,
  )
  await setPaper(tx, attempt.id, made.id)
  await rows.takeFromLeftOut(tx, rejudge.id)
  await recomputeScore(
    tx,
    attempt.id,
    await readContent(tx, { drive_id: rejudge.drive_id, paper_id: made.id }),
  )
  const score = (await findAttemptById(tx, attempt.id))?.attempt.score ?? null
  const results = attempt.submissions.map(({ result }) => result.id)
  const [totalBefore, total] = [paper.total_marks, made.total_marks]
  if (results.length > 0) await rows.keepScoreAfter(tx, results, { score_after: score, total_after: total })
  else if (totalBefore !== total) await rows.addToOthers(tx, rejudge.id)
  const counting = countingOf(found.drive)
  const marksBy = (marksOf: (row: rows.RejudgedRow) => number) => best(attempt.submissions, counting, marksOf)
  const before = { marks: marksBy(marksNow), score: scoreBefore, total: totalBefore }
  const after = { marks: marksBy(newMarks), score, total }
  return isDeepStrictEqual(before, after) ? null : { ref, before, after }
}

/**
 * Discards the new marks.
 * @throws DomainError not_found; conflict: decided already
 */
export const discardRejudge = (ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> =>
  ctx.db.write(async (tx) => {
    const { rejudge } = await requireRejudge(tx, id, actor.organizationId)
    const now = ctx.now()
    const decision = { status: 'discarded', decided_at: now, decided_by: actor.userId } as const
    if (!(await rows.moveRejudge(tx, id, ['running', 'ready'], decision))) throw refusalOf(rejudge.status)
    await dropRejudgeJobs(tx, id)
    await audit(
      tx,
      actor,
      {
        action: 'drive.rejudge_discarded',
        subject: `drive ${rejudge.drive_id}`,
        before: { problem: rejudge.problem_id, version: rejudge.version },
      },
      now,
    )
    return { id }
  })

const refusalOf = (status: rows.StoredRejudge['status']): DomainError =>
  new DomainError(
    'conflict',
    status === 'running'
      ? 'This is still being judged. Wait until all submissions are.'
      : status === 'applying'
        ? 'This is being applied.'
        : `This was already ${status}.`,
  )

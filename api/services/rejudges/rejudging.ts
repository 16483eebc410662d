import type { z } from 'zod'
import type { rejudgeRow } from '#contract/views/bank.ts'
import { findBankProblem } from '#db/queries/content.ts'
import { listProblemParts } from '#db/queries/driveParts.ts'
import { findAnyDrive } from '#db/queries/drives.ts'
import { keepVersion } from '#db/queries/papers.ts'
import * as rows from '#db/queries/rejudges.ts'
import { type Counting, countingOf } from '../../attempts/scoring.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { requireDrive } from '../drives.ts'
import { refuseWhileErased } from '../retention/setting.ts'
import { keepAllTotals } from './totals.ts'
import {
  best,
  byAttempt,
  marksBefore,
  marksNow,
  newMarks,
  type RejudgeViewIn,
  requireRejudge,
  toView,
} from './view.ts'

/**
 * A problem that was wrong, judged anew in a drive: what was submitted is judged by the problem's newest version, staff
 * sees the marks before and after, and only then do they count. Attempts that still run keep the version they began with,
 * and so do those with a submission that is still being judged: both can be judged anew later.
 */

type RowView = z.input<typeof rejudgeRow>

/** @throws DomainError not_found */
export async function rejudgesOf(ctx: Context, actor: StaffActor, driveId: number): Promise<RejudgeViewIn[]> {
  await requireDrive(ctx, actor, driveId)
  const found = await rows.listRejudges(ctx.db.read, driveId)
  return Promise.all(found.map((one) => toView(ctx.db.read, one)))
}

/**
 * Queues what was submitted for a problem.
 * @throws DomainError not_found: the drive, or a problem it does not ask; conflict: one is under way, nothing is to be judged, or the
 * results are being erased
 */
export async function startRejudge(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  problemId: number,
): Promise<RejudgeViewIn> {
  await requireDrive(ctx, actor, driveId)
  const view = await ctx.db.write(async (tx) => {
    const drive = await findAnyDrive(tx, driveId)
    if (!drive) throw notFound('The drive')
    refuseWhileErased(drive)
    const asked = await listProblemParts(tx, driveId)
    const problem = asked.some((row) => row.problem_id === problemId)
      ? await findBankProblem(tx, problemId)
      : undefined
    if (!problem) throw notFound('The problem')
    const open = (await rows.listRejudges(tx, driveId)).find(
      ({ rejudge }) =>
        rejudge.problem_id === problemId && ['running', 'ready', 'applying'].includes(rejudge.status),
    )
    if (open)
      throw new DomainError(
        'conflict',
        'A rejudge of this problem is in progress. Apply or discard it first.',
      )
    const now = ctx.now()
    const { version } = problem
    await keepVersion(tx, {
      kind: 'problem',
      item_id: problemId,
      version,
      content: problem,
      created_at: now,
    })
    const rejudgeId = await rows.insertRejudge(tx, {
      drive_id: driveId,
      problem_id: problemId,
      version,
      status: 'running',
      user_id: actor.userId,
      created_at: now,
    })
    const { queued, leftOut } = await rows.queueRejudge(tx, { rejudgeId, driveId, problemId, version, now })
    if (queued === 0)
      throw new DomainError(
        'conflict',
        'There is nothing to rejudge: every ended test was already judged by this version, or is still being judged.',
      )
    const others = await keepAllTotals(tx, { rejudgeId, driveId, problemId, version }, problem)
    await rows.updateRejudge(tx, rejudgeId, { left_out: leftOut, others })
    await audit(
      tx,
      actor,
      {
        action: 'drive.rejudge',
        subject: `drive ${driveId}`,
        after: { problem: problemId, version, submissions: queued },
      },
      now,
    )
    return toView(tx, await requireRejudge(tx, rejudgeId, actor.organizationId))
  })
  return view
}

/**
 * The marks before and after. While nothing is decided they stand beside what counts now; afterwards beside what counted
 * when it was decided, which is kept.
 * @throws DomainError not_found
 */
export async function rejudgeOf(
  ctx: Context,
  actor: StaffActor,
  id: number,
): Promise<{ rejudge: RejudgeViewIn; rows: RowView[] }> {
  const q = ctx.db.read
  const found = await requireRejudge(q, id, actor.organizationId)
  const { rejudge, drive } = found
  const list = byAttempt(await rows.listRejudged(q, id))
  return {
    rejudge: await toView(q, found),
    rows: list.map((submissions) => rowOf(submissions, rejudge, countingOf(drive))),
  }
}

function rowOf(submissions: rows.RejudgedRow[], rejudge: rows.StoredRejudge, counting: Counting): RowView {
  const [first] = submissions
  if (!first) throw new Error(`An attempt without submissions in the rejudging ${rejudge.id}`)
  const { attempt, candidate, result, total } = first
  const isApplied = result.applied_at !== null
  const isKept = isApplied || rejudge.status === 'discarded'
  const before = best(submissions, counting, isKept ? marksBefore : marksNow)
  const isJudged = submissions.every((row) => row.result.marks !== null)
  const after = isJudged ? best(submissions, counting, newMarks) : null
  const scoreBefore = isKept ? result.score_before : attempt.score
  const totalBefore = isKept ? result.total_before : total
  return {
    token: attempt.ref,
    first_name: candidate.first_name,
    last_name: candidate.last_name,
    email: candidate.email,
    before,
    after,
    score_before: scoreBefore,
    score_after: isApplied
      ? result.score_after
      : after === null || scoreBefore === null
        ? scoreBefore
        : scoreBefore - before + after,
    total_before: totalBefore,
    total_after: isApplied ? result.total_after : totalAfter(totalBefore, result),
  }
}

/** The total then differs from the total now by what the problem became worth. */
const totalAfter = (now: number | null, kept: rows.RejudgedRow['result']): number | null =>
  now === null || kept.total_before === null || kept.total_after === null
    ? now
    : now - kept.total_before + kept.total_after

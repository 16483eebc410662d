import type { z } from 'zod'
import type { rejudgeRow, rejudgeView } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { findBankProblem } from '#db/queries/content.ts'
import { listProblemParts } from '#db/queries/driveParts.ts'
import { findPaper, findProblemVersion, keepVersion, setPaper } from '#db/queries/papers.ts'
import * as rows from '#db/queries/rejudges.ts'
import { bestMarks } from '#machines/attempt/score.ts'
import { readContent } from '../attempts/content.ts'
import { itemsOfPaper, makePaper } from '../attempts/paper.ts'
import { type Counting, countingOf, countsFor, recomputeScore } from '../attempts/scoring.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { notFound, Refusal } from '../errors.ts'
import type { TestRow } from '../execution/judge.ts'
import { audit } from './audit.ts'
import { requireDrive } from './drives.ts'

/**
 * A problem that was wrong, judged anew in a drive: what was submitted is judged by the problem's newest version, staff
 * sees the marks before and after, and only then do they count. Attempts that still run keep the version they began with.
 */

type View = z.input<typeof rejudgeView>
type RowView = z.input<typeof rejudgeRow>

const iso = (ms: number): string => new Date(ms).toISOString()

async function toView(q: Queries, rejudge: rows.RejudgeRow, title: string): Promise<View> {
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
    left_out: rejudge.left_out,
    created_at: iso(rejudge.created_at),
    decided_at: rejudge.decided_at === null ? null : iso(rejudge.decided_at),
  }
}

async function requireRejudge(q: Queries, id: number, organizationId: number) {
  const found = await rows.findRejudge(q, id, organizationId)
  if (!found) throw notFound('The rejudging')
  return found
}

/** @throws Refusal not_found */
export async function rejudgesOf(ctx: Context, actor: StaffActor, driveId: number): Promise<View[]> {
  await requireDrive(ctx, actor, driveId)
  const found = await rows.listRejudges(ctx.db.read, driveId)
  return Promise.all(found.map(({ rejudge, title }) => toView(ctx.db.read, rejudge, title)))
}

/**
 * Queues what was submitted for a problem.
 * @throws Refusal not_found: the drive, or a problem it does not ask; conflict: one is under way, or nothing is to be judged
 */
export async function startRejudge(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  problemId: number,
): Promise<View> {
  await requireDrive(ctx, actor, driveId)
  const view = await ctx.db.write(async (tx) => {
    const asked = await listProblemParts(tx, driveId)
    const problem = asked.some((row) => row.problem_id === problemId)
      ? await findBankProblem(tx, problemId)
      : undefined
    if (!problem) throw notFound('The problem')
    const open = (await rows.listRejudges(tx, driveId)).find(
      ({ rejudge }) =>
        rejudge.problem_id === problemId && (rejudge.status === 'running' || rejudge.status === 'ready'),
    )
    if (open)
      throw new Refusal('conflict', 'This problem is being judged anew already. Apply or discard that first.')
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
      throw new Refusal(
        'conflict',
        'Nothing is to be judged anew: no ended test has a submission that was judged by another version.',
      )
    await rows.updateRejudge(tx, rejudgeId, { left_out: leftOut })
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
    const { rejudge, title } = await requireRejudge(tx, rejudgeId, actor.organizationId)
    return toView(tx, rejudge, title)
  })
  ctx.wakeJudge()
  return view
}

/** Marks for the problem: of an attempt the best submission that counts. */
const best = (submissions: readonly rows.RejudgedRow[], counting: Counting, after: boolean): number =>
  bestMarks(
    submissions
      .filter(({ verdict }) => countsFor(verdict, counting))
      .map(({ result, marks }) => ({ marks: after ? (result.marks ?? 0) : marks })),
  )

function byAttempt(judged: readonly rows.RejudgedRow[]): rows.RejudgedRow[][] {
  const lists = new Map<number, rows.RejudgedRow[]>()
  for (const row of judged) {
    const list = lists.get(row.attempt.id)
    if (list) list.push(row)
    else lists.set(row.attempt.id, [row])
  }
  return [...lists.values()]
}

/** @throws Refusal not_found */
export async function rejudgeOf(
  ctx: Context,
  actor: StaffActor,
  id: number,
): Promise<{ rejudge: View; rows: RowView[] }> {
  const q = ctx.db.read
  const { rejudge, title, drive } = await requireRejudge(q, id, actor.organizationId)
  const counting = countingOf(drive)
  const isApplied = rejudge.status === 'applied'
  const found = byAttempt(await rows.listRejudged(q, id)).flatMap((submissions): RowView[] => {
    const [first] = submissions
    if (!first) return []
    const { attempt, candidate } = first
    const before = best(submissions, counting, false)
    const isJudged = submissions.every(({ result }) => result.marks !== null)
    const after = isJudged ? best(submissions, counting, true) : null
    return [
      {
        token: attempt.ref,
        first_name: candidate.first_name,
        last_name: candidate.last_name,
        email: candidate.email,
        before,
        after,
        score_before: attempt.score,
        score_after:
          after === null || attempt.score === null || isApplied
            ? attempt.score
            : attempt.score - before + after,
      },
    ]
  })
  return { rejudge: await toView(q, rejudge, title), rows: found }
}

/** So many attempts in one transaction: saves of running tests come in between. */
const CHUNK = 20

/**
 * Makes the new marks count: of each attempt the verdicts, the paper and the score, together. Where it is broken off it
 * can be applied again.
 * @throws Refusal not_found; conflict: still being judged, or decided already
 */
export async function applyRejudge(ctx: Context, actor: StaffActor, id: number): Promise<View> {
  const { rejudge } = await requireRejudge(ctx.db.read, id, actor.organizationId)
  refuseUnless(rejudge.status, 'ready')
  const of = {
    rejudgeId: id,
    driveId: rejudge.drive_id,
    problemId: rejudge.problem_id,
    version: rejudge.version,
  }
  const judged = byAttempt(await rows.listRejudged(ctx.db.read, id))
  const bare = await rows.listUnsubmitted(ctx.db.read, of)
  const attempts = [
    ...judged.map((submissions) => ({ id: submissions[0]?.attempt.id ?? 0, submissions })),
    ...bare.map((attempt) => ({ id: attempt.id, submissions: [] })),
  ]
  for (let from = 0; from < attempts.length; from += CHUNK)
    await ctx.db.write(async (tx) => {
      for (const attempt of attempts.slice(from, from + CHUNK)) await applyTo(ctx, tx, rejudge, attempt)
    })
  return ctx.db.write(async (tx) => {
    const now = ctx.now()
    await rows.updateRejudge(tx, id, { status: 'applied', decided_at: now })
    await audit(
      tx,
      actor,
      {
        action: 'drive.rejudge_applied',
        subject: `drive ${rejudge.drive_id}`,
        after: { problem: rejudge.problem_id, version: rejudge.version, attempts: attempts.length },
      },
      now,
    )
    const found = await requireRejudge(tx, id, actor.organizationId)
    return toView(tx, found.rejudge, found.title)
  })
}

async function versionOf(tx: Queries, { problem_id, version }: rows.RejudgeRow) {
  const problem = await findProblemVersion(tx, problem_id, version)
  if (!problem) throw new Error(`Problem ${problem_id}@${version} is not kept`)
  return problem
}

async function applyTo(
  ctx: Context,
  tx: Queries,
  rejudge: rows.RejudgeRow,
  attempt: { id: number; submissions: readonly rows.RejudgedRow[] },
): Promise<void> {
  const now = ctx.now()
  const paper = await findPaper(tx, (await findAttemptById(tx, attempt.id))?.attempt.paper_id ?? 0)
  if (!paper) return
  for (const { result } of attempt.submissions)
    await rows.replaceTests(tx, result.submission_id, (result.tests ?? []) as TestRow[], now)
  const items = await itemsOfPaper(tx, paper)
  const newest = await versionOf(tx, rejudge)
  const problems = items.problems.map((problem) => (problem.id === newest.id ? newest : problem))
  const made = await makePaper(
    tx,
    // No drive's newest paper: whoever begins is asked what the drive asks.
    { driveId: rejudge.drive_id, contentVersion: 0 },
    { problems, questions: items.questions },
    now,
  )
  await setPaper(tx, attempt.id, made.id)
  await recomputeScore(
    tx,
    attempt.id,
    await readContent(tx, { drive_id: rejudge.drive_id, paper_id: made.id }),
  )
}

/**
 * Discards the new marks.
 * @throws Refusal not_found; conflict: decided already
 */
export const discardRejudge = (ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> =>
  ctx.db.write(async (tx) => {
    const { rejudge } = await requireRejudge(tx, id, actor.organizationId)
    refuseUnless(rejudge.status, 'running', 'ready')
    const now = ctx.now()
    await rows.dropRejudgeJobs(tx, id)
    await rows.updateRejudge(tx, id, { status: 'discarded', decided_at: now })
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

function refuseUnless(status: rows.RejudgeRow['status'], ...wanted: rows.RejudgeRow['status'][]): void {
  if (wanted.includes(status)) return
  throw new Refusal(
    'conflict',
    status === 'running'
      ? 'This is still being judged. Wait until all submissions are.'
      : `This was ${status} already.`,
  )
}

import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedId } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { candidateOf } from './candidateOf.ts'
import { deleteUnappliedJobs, insertRejudgeJobs } from './jobs.ts'

/** Problems of a drive judged anew, and what each submission came to. */

export type StoredRejudge = typeof s.rejudges.$inferSelect

export const insertRejudge = async ({ orm }: Queries, row: typeof s.rejudges.$inferInsert) =>
  insertedId(await orm.insert(s.rejudges).values(row).returning({ id: s.rejudges.id }))

/** Papers that name this version of the problem. Numbers are bound as fractions. */
const NAMES_IT = `instr(',' || replace(p.items, ';', ',') || ',', ',p' || CAST(@problemId AS INTEGER) || '@' || CAST(@version AS INTEGER) || ',') > 0`

/** Attempts that have ended, whose paper names another version of the problem. */
const DUE = `a.drive_id = @driveId AND a.finished_at IS NOT NULL AND a.paper_id IS NOT NULL AND NOT ${NAMES_IT}`

/** A late submission is not judged before staff accepts it, and then by the version that the attempt has by then. */
const IS_HELD = "status = 'held'"

/**
 * Those due attempts whose submissions for the problem all have a verdict. An attempt goes onto the new version whole
 * or not at all: one that waits for a verdict by the old one is left for another time.
 */
const JUDGED = `${DUE} AND NOT EXISTS (SELECT 1 FROM submissions w
    WHERE w.attempt_id = a.id AND w.problem_id = @problemId AND w.status = 'processing')`

/** Those due attempts whose submissions for the problem, if any, all have a verdict by the new version. */
const JUDGED_ANEW = `${DUE} AND NOT EXISTS (SELECT 1 FROM submissions w
    WHERE w.attempt_id = a.id AND w.problem_id = @problemId AND NOT w.${IS_HELD} AND NOT EXISTS (SELECT 1 FROM rejudge_results r
      WHERE r.rejudge_id = @rejudgeId AND r.submission_id = w.id AND r.marks IS NOT NULL))`

interface Of {
  rejudgeId: number
  driveId: number
  problemId: number
  version: number
}

/**
 * Puts every submission that is to be judged anew into the queue.
 * @returns how many, and how many begun attempts are left as they are
 */
export async function queueRejudge(
  q: Queries,
  of: Of & { now: number },
): Promise<{ queued: number; leftOut: number }> {
  const { now, ...ids } = of
  const queued = await q.raw.run(
    `INSERT INTO rejudge_results (rejudge_id, submission_id, marks_before, score_before)
     SELECT @rejudgeId, s.id, s.marks, a.score FROM submissions s JOIN attempts a ON a.id = s.attempt_id JOIN papers p ON p.id = a.paper_id
     WHERE s.problem_id = @problemId AND NOT s.${IS_HELD} AND ${JUDGED} ORDER BY s.id`,
    ids,
  )
  await insertRejudgeJobs(q, of.rejudgeId, now)
  const row = await q.raw.get<{ n: number }>(
    `SELECT count(*) AS n FROM attempts a LEFT JOIN papers p ON p.id = a.paper_id
     WHERE a.drive_id = @driveId AND a.started_at IS NOT NULL AND NOT (${JUDGED})`,
    { driveId: of.driveId, problemId: of.problemId, version: of.version },
  )
  return { queued, leftOut: row?.n ?? 0 }
}

/** The papers that may go onto the new version: what is asked, for how many marks, of how many without a submission. */
export const listDuePapers = (q: Queries, of: Of) =>
  q.raw.all<{ id: number; items: string; total_marks: number; without: number }>(
    `SELECT p.id, p.items, p.total_marks, sum(NOT EXISTS (SELECT 1 FROM submissions w
       WHERE w.attempt_id = a.id AND w.problem_id = @problemId AND NOT w.${IS_HELD})) AS without
     FROM attempts a JOIN papers p ON p.id = a.paper_id WHERE ${JUDGED} GROUP BY p.id`,
    { driveId: of.driveId, problemId: of.problemId, version: of.version },
  )

/** The marks that can be had on a paper before and after, at the results of all who have it. */
export const keepTotals = (
  q: Queries,
  of: { rejudgeId: number; paperId: number; before: number; after: number },
) =>
  q.raw.run(
    `UPDATE rejudge_results SET total_before = @before, total_after = @after WHERE rejudge_id = @rejudgeId
     AND submission_id IN (SELECT s.id FROM submissions s JOIN attempts a ON a.id = s.attempt_id WHERE a.paper_id = @paperId)`,
    of,
  )

export const updateRejudge = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.rejudges.$inferInsert>,
) => orm.update(s.rejudges).set(change).where(eq(s.rejudges.id, id))

/**
 * Goes from one state into the next, where it is in the first.
 * @returns whether it was
 */
export const moveRejudge = async (
  { orm }: Queries,
  id: number,
  from: readonly StoredRejudge['status'][],
  change: Partial<typeof s.rejudges.$inferInsert>,
): Promise<boolean> =>
  (
    await orm
      .update(s.rejudges)
      .set(change)
      .where(and(eq(s.rejudges.id, id), inArray(s.rejudges.status, [...from])))
      .returning({ id: s.rejudges.id })
  ).length > 0

/** Those that were decided on and are not carried out to the end. */
export const listApplying = ({ orm }: Queries) =>
  orm
    .select({ rejudge: s.rejudges, organization_id: s.drives.organization_id })
    .from(s.rejudges)
    .innerJoin(s.drives, eq(s.drives.id, s.rejudges.drive_id))
    .where(eq(s.rejudges.status, 'applying'))
    .orderBy(asc(s.rejudges.id))

/** With the name of its problem, of the organization alone. */
export const findRejudge = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ rejudge: s.rejudges, title: s.problems.title, drive: s.drives, decidedBy: s.users })
      .from(s.rejudges)
      .innerJoin(s.drives, eq(s.drives.id, s.rejudges.drive_id))
      .innerJoin(s.problems, eq(s.problems.id, s.rejudges.problem_id))
      .leftJoin(s.users, eq(s.users.id, s.rejudges.decided_by))
      .where(and(eq(s.rejudges.id, id), eq(s.drives.organization_id, organizationId)))
      .limit(1)
  )[0]

export const listRejudges = ({ orm }: Queries, driveId: number) =>
  orm
    .select({ rejudge: s.rejudges, title: s.problems.title, decidedBy: s.users })
    .from(s.rejudges)
    .innerJoin(s.problems, eq(s.problems.id, s.rejudges.problem_id))
    .leftJoin(s.users, eq(s.users.id, s.rejudges.decided_by))
    .where(eq(s.rejudges.drive_id, driveId))
    .orderBy(desc(s.rejudges.id))

/** How many submissions it has, and how many of them are judged. */
export const countRejudged = async (q: Queries, rejudgeId: number) =>
  (await q.raw.get<{ total: number; judged: number }>(
    'SELECT count(*) AS total, count(marks) AS judged FROM rejudge_results WHERE rejudge_id = ?',
    rejudgeId,
  )) ?? { total: 0, judged: 0 }

export const findRejudgeResult = async ({ orm }: Queries, id: number) =>
  (
    await orm
      .select({ rejudge: s.rejudges, result: s.rejudgeResults })
      .from(s.rejudgeResults)
      .innerJoin(s.rejudges, eq(s.rejudges.id, s.rejudgeResults.rejudge_id))
      .where(eq(s.rejudgeResults.id, id))
      .limit(1)
  )[0]

export const keepRejudged = (
  { orm }: Queries,
  id: number,
  done: { tests: unknown[]; marks: number; judged_at: number },
) => orm.update(s.rejudgeResults).set(done).where(eq(s.rejudgeResults.id, id))

/** Keeps the tests judged so far. */
export const keepRejudgedTests = ({ orm }: Queries, id: number, tests: unknown[]) =>
  orm.update(s.rejudgeResults).set({ tests }).where(eq(s.rejudgeResults.id, id))

/** Once every submission is judged it can be decided on: this one, or any whose last one is gone. */
export const endIfJudged = (q: Queries, rejudgeId: number | null) =>
  q.raw.run(
    `UPDATE rejudges SET status = 'ready' WHERE status = 'running' AND (@id IS NULL OR id = @id)
     AND NOT EXISTS (SELECT 1 FROM rejudge_results r WHERE r.rejudge_id = rejudges.id AND r.marks IS NULL)`,
    { id: rejudgeId },
  )

/** Every submission with its marks before and after, the attempt's in a row. */
export const listRejudged = ({ orm }: Queries, rejudgeId: number) =>
  orm
    .select({
      result: s.rejudgeResults,
      marks: s.submissions.marks,
      verdict: s.submissions.verdict,
      attempt: {
        id: s.attempts.id,
        ref: s.attempts.ref,
        score: s.attempts.score,
        paper_id: s.attempts.paper_id,
      },
      total: s.papers.total_marks,
      candidate: candidateOf,
    })
    .from(s.rejudgeResults)
    .innerJoin(s.submissions, eq(s.submissions.id, s.rejudgeResults.submission_id))
    .innerJoin(s.attempts, eq(s.attempts.id, s.submissions.attempt_id))
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .leftJoin(s.papers, eq(s.papers.id, s.attempts.paper_id))
    .where(eq(s.rejudgeResults.rejudge_id, rejudgeId))
    .orderBy(asc(s.attempts.id), asc(s.rejudgeResults.id))
export type RejudgedRow = Awaited<ReturnType<typeof listRejudged>>[number]

/** Attempts that can go onto the new version now: with their new verdicts, or with their paper alone. */
export const listAppliable = async (q: Queries, of: Of): Promise<number[]> =>
  (
    await q.raw.all<{ id: number }>(
      `SELECT a.id FROM attempts a JOIN papers p ON p.id = a.paper_id WHERE ${JUDGED_ANEW} ORDER BY a.id`,
      of,
    )
  ).map(({ id }) => id)

/** Whether one still can: since it was listed it may have been reopened, or its device may have sent more. */
export const isAppliable = async (q: Queries, of: Of, attemptId: number): Promise<boolean> =>
  (await q.raw.get(
    `SELECT 1 FROM attempts a JOIN papers p ON p.id = a.paper_id WHERE a.id = @attemptId AND ${JUDGED_ANEW}`,
    { ...of, attemptId },
  )) !== undefined

/** How many attempts of a drive have begun. */
export const countBegun = async (q: Queries, driveId: number) =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM attempts WHERE drive_id = ? AND started_at IS NOT NULL',
      driveId,
    )
  )?.n ?? 0

/** More names than these nobody reads in a sentence. */
const MAX_SKIPPED = 20

/**
 * Begun attempts that stay on their version as things stand, the first of them, each with why. Once it is applied those
 * that are on this version are none of them any more, and nobody is told once a later one was applied.
 * @param until who began later was not there to be left out
 */
export const listSkipped = (q: Queries, of: Of & { isApplied: boolean; until: number }) =>
  q.raw.all<{
    token: string
    first_name: string | null
    last_name: string | null
    email: string
    why: 'judged' | 'running' | 'judging' | 'changed'
  }>(
    `SELECT * FROM (SELECT a.id, a.ref AS token, coalesce(a.first_name, c.first_name) AS first_name,
       coalesce(a.last_name, c.last_name) AS last_name, c.email, CASE
         WHEN ${NAMES_IT} THEN 'judged'
         WHEN a.finished_at IS NULL THEN 'running'
         WHEN EXISTS (SELECT 1 FROM submissions w
           WHERE w.attempt_id = a.id AND w.problem_id = @problemId AND w.status = 'processing') THEN 'judging'
         WHEN @isApplied OR EXISTS (SELECT 1 FROM submissions w
           WHERE w.attempt_id = a.id AND w.problem_id = @problemId AND NOT w.${IS_HELD} AND NOT EXISTS (
             SELECT 1 FROM rejudge_results r WHERE r.rejudge_id = @rejudgeId AND r.submission_id = w.id)) THEN 'changed'
       END AS why
       FROM attempts a JOIN candidates c ON c.id = a.candidate_id LEFT JOIN papers p ON p.id = a.paper_id
       WHERE a.drive_id = @driveId AND a.started_at <= @until AND NOT (@isApplied AND EXISTS (
         SELECT 1 FROM rejudges l WHERE l.drive_id = @driveId AND l.problem_id = @problemId AND l.id > @rejudgeId
           AND l.status IN ('applying', 'applied'))))
     WHERE why IS NOT NULL AND NOT (@isApplied AND why = 'judged') ORDER BY id LIMIT ${MAX_SKIPPED}`,
    { ...of, isApplied: Number(of.isApplied) },
  )

/** One attempt fewer is left as it was. */
export const takeFromLeftOut = (q: Queries, rejudgeId: number) =>
  q.raw.run('UPDATE rejudges SET left_out = max(0, left_out - 1) WHERE id = ?', rejudgeId)

/** One attempt more without a submission has another total. */
export const addToOthers = (q: Queries, rejudgeId: number) =>
  q.raw.run('UPDATE rejudges SET others = others + 1 WHERE id = ?', rejudgeId)

/**
 * Forgets what was judged of attempts that are left as they were, with its jobs.
 * @returns how many attempts have their new marks
 */
export async function dropUnapplied(q: Queries, rejudgeId: number): Promise<number> {
  const unapplied = 'rejudge_id = ? AND applied_at IS NULL'
  await deleteUnappliedJobs(q, rejudgeId)
  await q.raw.run(`DELETE FROM rejudge_results WHERE ${unapplied}`, rejudgeId)
  const row = await q.raw.get<{ n: number }>(
    `SELECT count(DISTINCT s.attempt_id) AS n FROM rejudge_results r JOIN submissions s ON s.id = r.submission_id
     WHERE r.rejudge_id = ?`,
    rejudgeId,
  )
  return row?.n ?? 0
}

/** Its new marks count from now on: what counted until then is kept beside them. */
export const markApplied = (
  { orm }: Queries,
  resultId: number,
  counted: { marks_before: number; score_before: number | null; total_before: number; applied_at: number },
) => orm.update(s.rejudgeResults).set(counted).where(eq(s.rejudgeResults.id, resultId))

/** An attempt's score and total since the new marks count. */
export const keepScoreAfter = (
  { orm }: Queries,
  resultIds: readonly number[],
  counts: { score_after: number | null; total_after: number },
) =>
  orm
    .update(s.rejudgeResults)
    .set(counts)
    .where(inArray(s.rejudgeResults.id, [...resultIds]))

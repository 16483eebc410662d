import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

export type SubmissionRow = typeof s.submissions.$inferSelect

/** Inserts unless the op already has its submission; answers the row's id, or null where it stood already. */
export async function insertSubmission({ orm }: Queries, row: typeof s.submissions.$inferInsert) {
  const [created] = await orm
    .insert(s.submissions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: s.submissions.id })
  return created?.id ?? null
}

export const listSubmissions = ({ orm }: Queries, attemptId: number) =>
  orm
    .select()
    .from(s.submissions)
    .where(eq(s.submissions.attempt_id, attemptId))
    .orderBy(asc(s.submissions.id))

export const findSubmission = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.submissions).where(eq(s.submissions.id, id)).limit(1))[0]

export const findSubmissionByOp = async ({ orm }: Queries, attemptId: number, opId: string) =>
  (
    await orm
      .select()
      .from(s.submissions)
      .where(
        and(
          eq(s.submissions.attempt_id, attemptId),
          eq(s.submissions.op_id, opId),
          eq(s.submissions.kind, 'submit'),
        ),
      )
      .limit(1)
  )[0]

export const updateSubmission = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.submissions.$inferInsert>,
) => orm.update(s.submissions).set(change).where(eq(s.submissions.id, id))

export const insertSubmissionTest = ({ orm }: Queries, row: typeof s.submissionTests.$inferInsert) =>
  orm.insert(s.submissionTests).values(row).onConflictDoNothing()

export const listSubmissionTests = ({ orm }: Queries, submissionIds: number[]) =>
  submissionIds.length === 0
    ? Promise.resolve([])
    : orm.select().from(s.submissionTests).where(inArray(s.submissionTests.submission_id, submissionIds))

export const insertExecution = ({ orm }: Queries, row: typeof s.executions.$inferInsert) =>
  orm.insert(s.executions).values(row).returning({ id: s.executions.id })

export const findExecution = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.executions).where(eq(s.executions.id, id)).limit(1))[0]

export const findExecutionByToken = async ({ orm }: Queries, token: string) =>
  (await orm.select().from(s.executions).where(eq(s.executions.token, token)).limit(1))[0]

export const updateExecution = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.executions.$inferInsert>,
) => orm.update(s.executions).set(change).where(eq(s.executions.id, id))

export const countRunsSince = async (q: Queries, attemptId: number, since: number) =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM executions WHERE attempt_id = ? AND created_at > ?',
      attemptId,
      since,
    )
  )?.n ?? 0

export const countUserRunsSince = async (q: Queries, userId: number, since: number) =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM executions WHERE user_id = ? AND created_at > ?',
      userId,
      since,
    )
  )?.n ?? 0

export const countRunsByProblem = async (q: Queries, attemptId: number) =>
  q.raw.all<{ problem_id: number | null; n: number }>(
    'SELECT problem_id, count(*) AS n FROM executions WHERE attempt_id = ? GROUP BY problem_id',
    attemptId,
  )

export const insertJob = ({ orm }: Queries, row: typeof s.jobs.$inferInsert) =>
  orm.insert(s.jobs).values(row).onConflictDoNothing()

export const countWaitingJobs = async (q: Queries) =>
  (await q.raw.get<{ n: number }>("SELECT count(*) AS n FROM jobs WHERE status <> 'done'"))?.n ?? 0

/** Jobs that wait ahead of one: its place in the queue, from 1. */
export const findJobPlace = async (q: Queries, kind: 'judge' | 'run', subjectId: number) =>
  (
    await q.raw.get<{ place: number }>(
      `SELECT (SELECT count(*) FROM jobs b WHERE b.status = 'queued' AND b.id <= a.id) AS place
       FROM jobs a WHERE a.kind = ? AND a.subject_id = ? AND a.status = 'queued'`,
      kind,
      subjectId,
    )
  )?.place ?? null

export interface JobRow {
  id: number
  kind: 'judge' | 'run'
  subject_id: number
  attempt_id: number | null
  tries: number
}

/**
 * The job to do next: finishes first, then whose attempt had the fewest jobs in the last ten minutes, then Submit before Run (unless `kind` asks for one), then age. An attempt has one
 * job at a time, and a job taken stays taken until its lease ends.
 */
export async function takeJob(
  q: Queries,
  options: { now: number; leaseMs: number; kind: 'judge' | 'run' | null; judgedPerMinute: number },
): Promise<JobRow | undefined> {
  const { now } = options
  const row = await q.raw.get<JobRow>(
    `SELECT j.id, j.kind, j.subject_id, j.attempt_id, j.tries FROM jobs j
     WHERE ((j.status = 'queued' AND j.not_before <= @now) OR (j.status = 'leased' AND j.leased_until < @now))
       AND (@kind IS NULL OR j.kind = @kind)
       AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.attempt_id = j.attempt_id AND r.status = 'leased' AND r.leased_until >= @now AND r.id <> j.id)
       AND (j.kind = 'run' OR j.is_urgent = 1 OR (SELECT count(*) FROM jobs d WHERE d.attempt_id = j.attempt_id AND d.kind = 'judge' AND d.done_at > @now - 60000) < @judgedPerMinute)
     ORDER BY j.is_urgent DESC,
       (SELECT count(*) FROM jobs r WHERE r.attempt_id = j.attempt_id AND r.created_at > @now - 600000),
       CASE j.kind WHEN 'judge' THEN 0 ELSE 1 END, j.id LIMIT 1`,
    { now, kind: options.kind, judgedPerMinute: options.judgedPerMinute },
  )
  if (!row) return undefined
  await q.raw.run(
    "UPDATE jobs SET status = 'leased', leased_until = ?, tries = tries + 1 WHERE id = ?",
    now + options.leaseMs,
    row.id,
  )
  return { ...row, tries: row.tries + 1 }
}

export const renewJob = ({ orm }: Queries, id: number, leasedUntil: number) =>
  orm.update(s.jobs).set({ leased_until: leasedUntil }).where(eq(s.jobs.id, id))

export const finishJob = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.jobs).set({ status: 'done', done_at: at, leased_until: null }).where(eq(s.jobs.id, id))

export const retryJob = ({ orm }: Queries, id: number, notBefore: number, fault: string) =>
  orm
    .update(s.jobs)
    .set({ status: 'queued', not_before: notBefore, leased_until: null, last_fault: fault })
    .where(eq(s.jobs.id, id))

/** At the start of the server nothing is running: what was leased waits again. */
export const releaseJobs = (q: Queries) =>
  q.raw.run("UPDATE jobs SET status = 'queued', leased_until = NULL WHERE status = 'leased'")

export const findLanguage = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.languages).where(eq(s.languages.id, id)).limit(1))[0]

export const findProblemOwner = async (q: Queries, problemId: number, organizationId: number) =>
  q.raw.get<{ id: number }>(
    'SELECT id FROM problems WHERE id = ? AND organization_id = ?',
    problemId,
    organizationId,
  )

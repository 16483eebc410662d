import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

export type SubmissionRow = typeof s.submissions.$inferSelect
export type ExecutionRow = typeof s.executions.$inferSelect

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

/** Removes the results of a submission's tests. */
export const deleteSubmissionTests = ({ orm }: Queries, submissionId: number) =>
  orm.delete(s.submissionTests).where(eq(s.submissionTests.submission_id, submissionId))

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

/** Whether it was not done yet and is begun now. */
export const beginExecution = async ({ orm }: Queries, id: number): Promise<boolean> =>
  (
    await orm
      .update(s.executions)
      .set({ status: 'running' })
      .where(and(eq(s.executions.id, id), ne(s.executions.status, 'done')))
      .returning({ id: s.executions.id })
  ).length > 0

/** Whether it was not done yet and is done by this. */
export const endExecution = async (
  { orm }: Queries,
  id: number,
  end: { result: unknown; done_at: number },
): Promise<boolean> =>
  (
    await orm
      .update(s.executions)
      .set({ ...end, status: 'done' })
      .where(and(eq(s.executions.id, id), ne(s.executions.status, 'done')))
      .returning({ id: s.executions.id })
  ).length > 0

/** How many there were, and when the first of them began. */
export interface RunsSince {
  count: number
  first_at: number | null
}

const runsSince = async (q: Queries, owner: string, id: number, since: number): Promise<RunsSince> =>
  (await q.raw.get<RunsSince>(
    `SELECT count(*) AS count, min(created_at) AS first_at FROM executions WHERE ${owner} AND created_at > ?`,
    id,
    since,
  )) ?? { count: 0, first_at: null }

/** The candidate's own Runs: those of staff in the attempt's report are none of them. */
export const candidateRunsSince = (q: Queries, attemptId: number, since: number) =>
  runsSince(q, 'attempt_id = ? AND user_id IS NULL', attemptId, since)

export const userRunsSince = (q: Queries, userId: number, since: number) =>
  runsSince(q, 'user_id = ?', userId, since)

export const countRunsByProblem = async (q: Queries, attemptId: number) =>
  q.raw.all<{ problem_id: number | null; n: number }>(
    'SELECT problem_id, count(*) AS n FROM executions WHERE attempt_id = ? AND user_id IS NULL GROUP BY problem_id',
    attemptId,
  )

export const findProblemOwner = async (q: Queries, problemId: number, organizationId: number) =>
  q.raw.get<{ id: number }>(
    'SELECT id FROM problems WHERE id = ? AND organization_id = ?',
    problemId,
    organizationId,
  )

export const setTestMarks = (
  { orm }: Queries,
  of: { submission_id: number; test_case_id: number },
  marks: number,
) =>
  orm
    .update(s.submissionTests)
    .set({ marks })
    .where(
      and(
        eq(s.submissionTests.submission_id, of.submission_id),
        eq(s.submissionTests.test_case_id, of.test_case_id),
      ),
    )

/** The new results of a submission take the place of the old ones. */
export async function replaceTests(
  { orm }: Queries,
  submissionId: number,
  tests: readonly Omit<typeof s.submissionTests.$inferInsert, 'submission_id'>[],
  judgedAt: number,
): Promise<void> {
  await orm.delete(s.submissionTests).where(eq(s.submissionTests.submission_id, submissionId))
  if (tests.length > 0)
    await orm
      .insert(s.submissionTests)
      .values(tests.map((test) => ({ submission_id: submissionId, ...test })))
  await orm
    .update(s.submissions)
    .set({
      total_testcases: tests.length,
      judged_testcases: tests.length,
      passed_testcases: tests.filter((test) => test.is_passed).length,
      marks: tests.reduce((sum, test) => sum + test.marks, 0),
      judged_at: judgedAt,
    })
    .where(eq(s.submissions.id, submissionId))
}

/** Its tests go first: the seal finds whose they are by the submission. Its job is the caller's. */
export async function deleteSubmission(q: Queries, id: number): Promise<void> {
  await deleteSubmissionTests(q, id)
  await q.orm.delete(s.submissions).where(eq(s.submissions.id, id))
}

/** Sets how a submission of the log counts, and the judging of the draft that an op was. */
export const setSubmissionVerdict = (
  q: Queries,
  attemptId: number,
  op: { op_id: string; seq: number },
  verdict: SubmissionRow['verdict'],
) =>
  q.raw.run(
    `UPDATE submissions SET verdict = ? WHERE attempt_id = ?
     AND ((kind = 'submit' AND op_id = ?) OR (kind = 'final' AND op_id = 'draft-' || CAST(? AS INTEGER)))`,
    verdict,
    attemptId,
    op.op_id,
    op.seq,
  )

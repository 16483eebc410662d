import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedRow, insertInParts, risingIds } from '../inserted.ts'
import * as s from '../schema/index.ts'

/** One problem of the bank with its parts; what was deleted is not found. */

export type ProblemRow = typeof s.problems.$inferSelect
export type TestCaseRow = typeof s.testCases.$inferSelect

const standing = (organizationId: number): SQL | undefined =>
  and(eq(s.problems.organization_id, organizationId), isNull(s.problems.deleted_at))

/** A problem of the organization, with its difficulty. */
export const findStandingProblem = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ problem: s.problems, difficulty: s.difficulties.name })
      .from(s.problems)
      .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
      .where(and(eq(s.problems.id, id), standing(organizationId)))
      .limit(1)
  )[0]

export const updateProblem = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.problems.$inferInsert>,
) => orm.update(s.problems).set(change).where(eq(s.problems.id, id))

/** The content that a candidate sees or is judged by is another one from now on. */
export const raiseProblemVersion = ({ orm }: Queries, id: number, now: number) =>
  orm
    .update(s.problems)
    .set({ version: sql`${s.problems.version} + 1`, updated_at: now })
    .where(eq(s.problems.id, id))

export const raiseProblemVersions = (q: Queries, ids: readonly number[], now: number) =>
  q.raw.run(
    'UPDATE problems SET version = version + 1, updated_at = @now WHERE id IN (SELECT value FROM json_each(@ids))',
    { now, ids: JSON.stringify(ids) },
  )

export async function replaceProblemTags({ orm }: Queries, problem_id: number, tagIds: readonly number[]) {
  await orm.delete(s.problemTags).where(eq(s.problemTags.problem_id, problem_id))
  if (tagIds.length > 0)
    await orm.insert(s.problemTags).values([...new Set(tagIds)].map((tag_id) => ({ problem_id, tag_id })))
}

/** Active tests in their order. */
export const listActiveTests = ({ orm }: Queries, problemId: number) =>
  orm
    .select()
    .from(s.testCases)
    .where(and(eq(s.testCases.problem_id, problemId), eq(s.testCases.is_active, true)))
    .orderBy(asc(s.testCases.position), asc(s.testCases.id))

/** A test of a problem that stands, with what its problem is. */
export const findTestCase = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ test: s.testCases })
      .from(s.testCases)
      .innerJoin(s.problems, eq(s.problems.id, s.testCases.problem_id))
      .where(and(eq(s.testCases.id, id), standing(organizationId)))
      .limit(1)
  )[0]?.test

/** Some tests of one problem, the deactivated ones as well. */
export const listTestsById = ({ orm }: Queries, problemId: number, ids: readonly number[]) =>
  orm
    .select()
    .from(s.testCases)
    .where(and(eq(s.testCases.problem_id, problemId), inArray(s.testCases.id, [...ids])))

/** The place of the next test: behind all that were ever there. */
export const nextTestPosition = async ({ orm }: Queries, problemId: number): Promise<number> => {
  const [row] = await orm
    .select({ last: sql<number | null>`max(${s.testCases.position})` })
    .from(s.testCases)
    .where(eq(s.testCases.problem_id, problemId))
  return (row?.last ?? -1) + 1
}

export const insertTestCase = async ({ orm }: Queries, row: typeof s.testCases.$inferInsert) =>
  insertedRow(await orm.insert(s.testCases).values(row).returning())

export const updateTestCase = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.testCases.$inferInsert>,
) => orm.update(s.testCases).set(change).where(eq(s.testCases.id, id))

/** Drives and assessments that stand and ask a problem, oldest first. */
export const listAskedIn = ({ orm }: Queries, problemId: number) =>
  orm
    .select({
      id: s.drives.id,
      name: s.drives.name,
      is_assessment: s.drives.is_assessment,
      institute_id: s.drives.institute_id,
    })
    .from(s.drivesProblems)
    .innerJoin(s.drives, eq(s.drives.id, s.drivesProblems.drive_id))
    .where(and(eq(s.drivesProblems.problem_id, problemId), isNull(s.drives.deleted_at)))
    .orderBy(asc(s.drives.id))

export const insertProblems = async ({ orm }: Queries, rows: (typeof s.problems.$inferInsert)[]) =>
  risingIds(await orm.insert(s.problems).values(rows).returning({ id: s.problems.id }))

export const insertProblemTags = ({ orm }: Queries, rows: (typeof s.problemTags.$inferInsert)[]) =>
  insertInParts(s.problemTags, rows, (part) => orm.insert(s.problemTags).values(part).onConflictDoNothing())

export const insertTestCases = ({ orm }: Queries, rows: (typeof s.testCases.$inferInsert)[]) =>
  insertInParts(s.testCases, rows, (part) => orm.insert(s.testCases).values(part))

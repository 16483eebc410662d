import { and, asc, type Column, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { beginningOf } from './beginning.ts'
import { insertRules } from './rules.ts'

/** The parts of a drive, as its wizard shows and changes them. */

const marksOfProblem = sql<number>`(SELECT coalesce(sum(t.marks), 0) FROM test_cases t WHERE t.problem_id = ${s.problems.id} AND t.is_active = 1)`

const isSet = (column: Column) => sql<boolean>`${column} IS NOT NULL`.mapWith(Boolean)

export const listProblemParts = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      id: s.drivesProblems.id,
      problem_id: s.problems.id,
      title: s.problems.title,
      description: beginningOf(s.problems.description),
      difficulty: s.difficulties.name,
      time_in_minutes: s.problems.time_in_minutes,
      marks: marksOfProblem,
      is_deleted: isSet(s.problems.deleted_at),
    })
    .from(s.drivesProblems)
    .innerJoin(s.problems, eq(s.problems.id, s.drivesProblems.problem_id))
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.problems.difficulty_id))
    .where(eq(s.drivesProblems.drive_id, driveId))
    .orderBy(asc(s.drivesProblems.position), asc(s.drivesProblems.id))

export const listQuestionParts = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      id: s.drivesQuestions.id,
      question_id: s.questions.id,
      description: s.questions.description,
      difficulty: s.difficulties.name,
      time_in_seconds: s.questions.time_in_seconds,
      marks: s.questions.marks,
      ...s.kindColumns,
      is_deleted: isSet(s.questions.deleted_at),
    })
    .from(s.drivesQuestions)
    .innerJoin(s.questions, eq(s.questions.id, s.drivesQuestions.question_id))
    .innerJoin(s.difficulties, eq(s.difficulties.id, s.questions.difficulty_id))
    .where(eq(s.drivesQuestions.drive_id, driveId))
    .orderBy(asc(s.drivesQuestions.position), asc(s.drivesQuestions.id))

/** The contacts as people, deactivated ones included. */
export const listContactParts = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      id: s.drivesContacts.id,
      user_id: s.users.id,
      first_name: s.users.first_name,
      last_name: s.users.last_name,
      email: s.users.email,
      mobile_number: s.users.mobile_number,
      is_active: s.users.is_active,
    })
    .from(s.drivesContacts)
    .innerJoin(s.users, eq(s.users.id, s.drivesContacts.user_id))
    .where(eq(s.drivesContacts.drive_id, driveId))
    .orderBy(asc(s.drivesContacts.id))

type Picked = 'problems' | 'questions'

/** The place of the next picked item: behind those that stand there. */
async function nextPosition({ orm }: Queries, driveId: number, of: Picked): Promise<number> {
  const table = of === 'problems' ? s.drivesProblems : s.drivesQuestions
  const [row] = await orm
    .select({ next: sql<number>`coalesce(max(${table.position}) + 1, 0)` })
    .from(table)
    .where(eq(table.drive_id, driveId))
  return row?.next ?? 0
}

/** A statement holds some ten thousand values: what is drawn from a large bank is written in parts. */
const ROWS_AT_ONCE = 1_000

/** Puts items behind those of the drive; one that stands there already stays where it is. */
export async function addItems(
  q: Queries,
  driveId: number,
  of: Picked,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const from = await nextPosition(q, driveId, of)
  const rows = ids.map((id, i) => ({ id, drive_id: driveId, position: from + i }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    if (of === 'problems')
      await q.orm
        .insert(s.drivesProblems)
        .values(some.map(({ id: problem_id, ...row }) => ({ ...row, problem_id })))
        .onConflictDoNothing()
    else
      await q.orm
        .insert(s.drivesQuestions)
        .values(some.map(({ id: question_id, ...row }) => ({ ...row, question_id })))
        .onConflictDoNothing()
  }
}

export async function removeItems({ orm }: Queries, driveId: number, of: Picked, ids: readonly number[]) {
  if (ids.length === 0) return
  const [table, column] =
    of === 'problems'
      ? ([s.drivesProblems, s.drivesProblems.problem_id] as const)
      : ([s.drivesQuestions, s.drivesQuestions.question_id] as const)
  await orm.delete(table).where(and(eq(table.drive_id, driveId), inArray(column, [...ids])))
}

export async function addContacts({ orm }: Queries, driveId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return
  await orm
    .insert(s.drivesContacts)
    .values(userIds.map((user_id) => ({ drive_id: driveId, user_id })))
    .onConflictDoNothing()
}

export async function removeContacts({ orm }: Queries, driveId: number, userIds: readonly number[]) {
  if (userIds.length === 0) return
  await orm
    .delete(s.drivesContacts)
    .where(and(eq(s.drivesContacts.drive_id, driveId), inArray(s.drivesContacts.user_id, [...userIds])))
}

/** The organization's own items among these ids: those that stand in the bank, or those that were taken out of it. */
const ownOf = (
  table: typeof s.problems | typeof s.questions,
  organizationId: number,
  ids: readonly number[],
  which: typeof isNull,
) => and(eq(table.organization_id, organizationId), which(table.deleted_at), inArray(table.id, [...ids]))

/** Which of these problems are the organization's and not deleted. */
export const listOwnProblems = async ({ orm }: Queries, organizationId: number, ids: readonly number[]) =>
  idSet(
    await orm
      .select({ id: s.problems.id })
      .from(s.problems)
      .where(ownOf(s.problems, organizationId, ids, isNull)),
  )

/** Which of these questions are the organization's and not deleted. */
export const listOwnQuestions = async ({ orm }: Queries, organizationId: number, ids: readonly number[]) =>
  idSet(
    await orm
      .select({ id: s.questions.id })
      .from(s.questions)
      .where(ownOf(s.questions, organizationId, ids, isNull)),
  )

/** The names of those among these items that were the organization's and are deleted. */
export async function listDeletedNames(
  { orm }: Queries,
  organizationId: number,
  ids: { problems: readonly number[]; questions: readonly number[] },
): Promise<string[]> {
  const problems = await orm
    .select({ name: s.problems.title })
    .from(s.problems)
    .where(ownOf(s.problems, organizationId, ids.problems, isNotNull))
  const questions = await orm
    .select({ name: s.questions.description })
    .from(s.questions)
    .where(ownOf(s.questions, organizationId, ids.questions, isNotNull))
  return [...problems, ...questions].map((row) => row.name)
}

/** Which of these people are active users of the organization. */
export const listActiveUserIds = async ({ orm }: Queries, organizationId: number, ids: readonly number[]) =>
  idSet(
    await orm
      .select({ id: s.users.id })
      .from(s.users)
      .where(
        and(
          eq(s.users.organization_id, organizationId),
          eq(s.users.is_active, true),
          // Who was invited and has not accepted cannot answer for anything yet.
          eq(s.users.invitation_accepted, true),
          inArray(s.users.id, [...ids]),
        ),
      ),
  )

const idSet = (rows: { id: number }[]): ReadonlySet<number> => new Set(rows.map((row) => row.id))

export const insertDriveContents = async (
  q: Queries,
  driveId: number,
  contents: {
    problemIds: number[]
    questionIds: number[]
    contactIds: number[]
    rules: string[]
    organizationId: number
  },
) => {
  const { orm } = q
  const { problemIds, questionIds, contactIds, rules, organizationId } = contents
  if (problemIds.length > 0)
    await orm
      .insert(s.drivesProblems)
      .values(problemIds.map((problem_id, position) => ({ drive_id: driveId, problem_id, position })))
  if (questionIds.length > 0)
    await orm
      .insert(s.drivesQuestions)
      .values(questionIds.map((question_id, position) => ({ drive_id: driveId, question_id, position })))
  if (contactIds.length > 0)
    await orm.insert(s.drivesContacts).values(contactIds.map((user_id) => ({ drive_id: driveId, user_id })))
  await insertRules(
    q,
    rules.map((description, position) => ({
      organization_id: organizationId,
      drive_id: driveId,
      position,
      description,
    })),
  )
}

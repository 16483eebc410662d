import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertInParts, risingIds } from '../inserted.ts'
import * as s from '../schema/index.ts'

/** One question of the bank with its parts; what was deleted is not found. */

export type QuestionRow = typeof s.questions.$inferSelect
export type OptionRow = typeof s.options.$inferSelect

const standing = (organizationId: number): SQL | undefined =>
  and(eq(s.questions.organization_id, organizationId), isNull(s.questions.deleted_at))

export const findBankQuestion = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ question: s.questions, difficulty: s.difficulties.name })
      .from(s.questions)
      .innerJoin(s.difficulties, eq(s.difficulties.id, s.questions.difficulty_id))
      .where(and(eq(s.questions.id, id), standing(organizationId)))
      .limit(1)
  )[0]

/** All options there ever were, in their order; those taken away have `deleted_at`. */
export const listOptions = ({ orm }: Queries, questionId: number): Promise<OptionRow[]> =>
  orm
    .select()
    .from(s.options)
    .where(eq(s.options.question_id, questionId))
    .orderBy(asc(s.options.position), asc(s.options.id))

/** Drives and assessments that ask it and stand, oldest first. */
export const listQuestionAskedIn = ({ orm }: Queries, questionId: number) =>
  orm
    .select({
      id: s.drives.id,
      name: s.drives.name,
      is_assessment: s.drives.is_assessment,
      institute_id: s.drives.institute_id,
    })
    .from(s.drivesQuestions)
    .innerJoin(s.drives, eq(s.drives.id, s.drivesQuestions.drive_id))
    .where(and(eq(s.drivesQuestions.question_id, questionId), isNull(s.drives.deleted_at)))
    .orderBy(asc(s.drives.id))

export const updateQuestion = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.questions.$inferInsert>,
) => orm.update(s.questions).set(change).where(eq(s.questions.id, id))

/** It is another one from now on. */
export const raiseQuestionVersion = ({ orm }: Queries, id: number, now: number) =>
  orm
    .update(s.questions)
    .set({ version: sql`${s.questions.version} + 1`, updated_at: now })
    .where(eq(s.questions.id, id))

export async function replaceQuestionTags({ orm }: Queries, question_id: number, tagIds: readonly number[]) {
  await orm.delete(s.questionTags).where(eq(s.questionTags.question_id, question_id))
  if (tagIds.length > 0)
    await orm.insert(s.questionTags).values([...new Set(tagIds)].map((tag_id) => ({ question_id, tag_id })))
}

export const updateOption = ({ orm }: Queries, id: number, change: Partial<typeof s.options.$inferInsert>) =>
  orm.update(s.options).set(change).where(eq(s.options.id, id))

export const insertQuestions = async ({ orm }: Queries, rows: (typeof s.questions.$inferInsert)[]) =>
  risingIds(await orm.insert(s.questions).values(rows).returning({ id: s.questions.id }))

export const insertQuestionTags = ({ orm }: Queries, rows: (typeof s.questionTags.$inferInsert)[]) =>
  insertInParts(s.questionTags, rows, (part) => orm.insert(s.questionTags).values(part).onConflictDoNothing())

export const insertOptions = ({ orm }: Queries, rows: (typeof s.options.$inferInsert)[]) =>
  insertInParts(s.options, rows, (part) => orm.insert(s.options).values(part))

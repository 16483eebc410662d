import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Inserts of what staff author. Each answers the new row's id. */

const idOf = (rows: { id: number }[]): number => {
  const [row] = rows
  if (!row) throw new Error('An insert answered no row')
  return row.id
}

export const insertOrganization = async ({ orm }: Queries, row: typeof s.organizations.$inferInsert) =>
  idOf(await orm.insert(s.organizations).values(row).returning({ id: s.organizations.id }))

export const insertUser = async ({ orm }: Queries, row: typeof s.users.$inferInsert) =>
  idOf(await orm.insert(s.users).values(row).returning({ id: s.users.id }))

export const insertInstitute = async ({ orm }: Queries, row: typeof s.institutes.$inferInsert) =>
  idOf(await orm.insert(s.institutes).values(row).returning({ id: s.institutes.id }))

export const countUsers = async (q: Queries) =>
  (await q.raw.get<{ n: number }>('SELECT count(*) AS n FROM users'))?.n ?? 0

export const insertLanguage = ({ orm }: Queries, row: typeof s.languages.$inferInsert) =>
  orm
    .insert(s.languages)
    .values(row)
    .onConflictDoUpdate({
      target: s.languages.code_id,
      set: { name: row.name, is_active: row.is_active ?? true },
    })

export const listLanguages = ({ orm }: Queries) => orm.select().from(s.languages)

/** Difficulties and tags are made on their first use: insert or ignore, then read. */
export async function ensureDifficulty({ orm }: Queries, organizationId: number, name: string) {
  await orm.insert(s.difficulties).values({ organization_id: organizationId, name }).onConflictDoNothing()
  const where = and(eq(s.difficulties.organization_id, organizationId), eq(s.difficulties.name, name))
  return idOf(await orm.select({ id: s.difficulties.id }).from(s.difficulties).where(where))
}

export async function ensureTag({ orm }: Queries, organizationId: number, name: string) {
  await orm.insert(s.tags).values({ organization_id: organizationId, name }).onConflictDoNothing()
  const where = and(eq(s.tags.organization_id, organizationId), eq(s.tags.name, name))
  return idOf(await orm.select({ id: s.tags.id }).from(s.tags).where(where))
}

export const insertProblem = async ({ orm }: Queries, row: typeof s.problems.$inferInsert) =>
  idOf(await orm.insert(s.problems).values(row).returning({ id: s.problems.id }))

export const insertProblemTag = ({ orm }: Queries, problemId: number, tagId: number) =>
  orm.insert(s.problemTags).values({ problem_id: problemId, tag_id: tagId }).onConflictDoNothing()

export const insertTestCases = ({ orm }: Queries, rows: (typeof s.testCases.$inferInsert)[]) =>
  orm.insert(s.testCases).values(rows)

export const insertTemplate = ({ orm }: Queries, row: typeof s.templates.$inferInsert) =>
  orm.insert(s.templates).values(row)

export const insertQuestion = async ({ orm }: Queries, row: typeof s.questions.$inferInsert) =>
  idOf(await orm.insert(s.questions).values(row).returning({ id: s.questions.id }))

export const insertQuestionTag = ({ orm }: Queries, questionId: number, tagId: number) =>
  orm.insert(s.questionTags).values({ question_id: questionId, tag_id: tagId }).onConflictDoNothing()

export const insertOptions = ({ orm }: Queries, rows: (typeof s.options.$inferInsert)[]) =>
  orm.insert(s.options).values(rows)

export const insertDrive = async ({ orm }: Queries, row: typeof s.drives.$inferInsert) =>
  idOf(await orm.insert(s.drives).values(row).returning({ id: s.drives.id }))

export const insertDriveContents = async (
  { orm }: Queries,
  driveId: number,
  contents: {
    problemIds: number[]
    questionIds: number[]
    contactIds: number[]
    rules: string[]
    organizationId: number
  },
) => {
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
  if (rules.length > 0)
    await orm.insert(s.rules).values(
      rules.map((description, position) => ({
        organization_id: organizationId,
        drive_id: driveId,
        position,
        description,
      })),
    )
}

/** Seconds allotted and marks of a drive's contents, of the sections it shows. */
export async function sumContents(q: Queries, driveId: number) {
  const row = await q.raw.get<{ seconds: number; marks: number }>(
    `SELECT
      d.allow_coding * (SELECT coalesce(sum(p.time_in_minutes * 60), 0) FROM drives_problems dp JOIN problems p ON p.id = dp.problem_id WHERE dp.drive_id = d.id)
      + d.allow_mcq * (SELECT coalesce(sum(x.time_in_seconds), 0) FROM drives_questions dq JOIN questions x ON x.id = dq.question_id WHERE dq.drive_id = d.id) AS seconds,
      d.allow_coding * (SELECT coalesce(sum(t.marks), 0) FROM drives_problems dp JOIN test_cases t ON t.problem_id = dp.problem_id AND t.is_active = 1 WHERE dp.drive_id = d.id)
      + d.allow_mcq * (SELECT coalesce(sum(x.marks), 0) FROM drives_questions dq JOIN questions x ON x.id = dq.question_id WHERE dq.drive_id = d.id) AS marks
     FROM drives d WHERE d.id = @driveId`,
    { driveId },
  )
  return { allotted_seconds: row?.seconds ?? 0, total_marks: row?.marks ?? 0 }
}

export const updateDrive = ({ orm }: Queries, id: number, change: Partial<typeof s.drives.$inferInsert>) =>
  orm.update(s.drives).set(change).where(eq(s.drives.id, id))

/** The candidate of an address within an organization, made on its first invitation. */
export async function ensureCandidate({ orm }: Queries, row: typeof s.candidates.$inferInsert) {
  await orm.insert(s.candidates).values(row).onConflictDoNothing()
  const where = and(
    eq(s.candidates.organization_id, row.organization_id),
    eq(s.candidates.email_key, row.email_key),
  )
  return idOf(await orm.select({ id: s.candidates.id }).from(s.candidates).where(where))
}

/** The invitation of a candidate to a drive; null where one stood already. */
export async function insertAttempt({ orm }: Queries, row: typeof s.attempts.$inferInsert) {
  const [created] = await orm
    .insert(s.attempts)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: s.attempts.id })
  if (!created) return null
  await orm
    .update(s.drives)
    .set({ invitation_sent: sql`${s.drives.invitation_sent} + 1` })
    .where(eq(s.drives.id, row.drive_id))
  return created.id
}

export const listInvitations = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      ref: s.attempts.ref,
      generation: s.attempts.generation,
      email: s.candidates.email,
      started_at: s.attempts.started_at,
      profile_completed_at: s.attempts.profile_completed_at,
    })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .where(eq(s.attempts.drive_id, driveId))
    .orderBy(s.attempts.id)

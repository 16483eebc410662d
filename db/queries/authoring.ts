import { and, desc, eq, getTableColumns, inArray, sql, type Table } from 'drizzle-orm'
import { foldedName } from '#contract/names.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { nameKey, searchKey } from '../searchKey.ts'

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

/**
 * Ids of difficulties and tags by name, each made on its first use. One that stands is used again however its case is
 * written.
 * @returns look-ups that throw for a name that was not asked for
 */
export async function ensureNames(
  { orm }: Queries,
  organization_id: number,
  of: { difficulties: readonly string[]; tags: readonly string[] },
) {
  const ensure = async (table: typeof s.difficulties | typeof s.tags, given: readonly string[]) => {
    const read = async () =>
      new Map(
        (
          await orm
            .select({ id: table.id, name: table.name })
            .from(table)
            .where(eq(table.organization_id, organization_id))
            .orderBy(desc(table.id))
        ).map((row) => [foldedName(row.name), row.id]),
      )
    if (given.length === 0) return new Map<string, number>()
    const stands = await read()
    const fresh = new Map(given.map((name) => [foldedName(name), name.normalize('NFC')]))
    for (const key of stands.keys()) fresh.delete(key)
    if (fresh.size === 0) return stands
    await orm.insert(table).values([...fresh.values()].map((name) => ({ organization_id, name })))
    return read()
  }
  const difficulties = await ensure(s.difficulties, of.difficulties)
  const tags = await ensure(s.tags, of.tags)
  const read = (ids: Map<string, number>) => (name: string) => {
    const id = ids.get(foldedName(name))
    if (id === undefined) throw new Error(`No id for ${name}`)
    return id
  }
  return { difficulty: read(difficulties), tag: read(tags) }
}

/** SQLite takes 32,766 values in one statement. */
const MOST_VALUES = 32_000

/** Rows in parts that one statement can insert; none for no row. */
function partsOf<T>(table: Table, rows: readonly T[]): T[][] {
  const most = Math.floor(MOST_VALUES / Object.keys(getTableColumns(table)).length)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, i) => rows.slice(i * most, (i + 1) * most))
}

/** Rows of one insert get rising ids in their order; answers may come in another. */
const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b)

export const insertProblems = async ({ orm }: Queries, rows: (typeof s.problems.$inferInsert)[]) =>
  idsOf(await orm.insert(s.problems).values(rows).returning({ id: s.problems.id }))

export const insertQuestions = async ({ orm }: Queries, rows: (typeof s.questions.$inferInsert)[]) =>
  idsOf(await orm.insert(s.questions).values(rows).returning({ id: s.questions.id }))

export const insertProblemTags = async ({ orm }: Queries, rows: (typeof s.problemTags.$inferInsert)[]) => {
  for (const part of partsOf(s.problemTags, rows))
    await orm.insert(s.problemTags).values(part).onConflictDoNothing()
}

export const insertQuestionTags = async ({ orm }: Queries, rows: (typeof s.questionTags.$inferInsert)[]) => {
  for (const part of partsOf(s.questionTags, rows))
    await orm.insert(s.questionTags).values(part).onConflictDoNothing()
}

export const insertTestCases = async ({ orm }: Queries, rows: (typeof s.testCases.$inferInsert)[]) => {
  for (const part of partsOf(s.testCases, rows)) await orm.insert(s.testCases).values(part)
}

export const insertTemplates = async ({ orm }: Queries, rows: (typeof s.templates.$inferInsert)[]) => {
  for (const part of partsOf(s.templates, rows)) await orm.insert(s.templates).values(part)
}

export const insertOptions = async ({ orm }: Queries, rows: (typeof s.options.$inferInsert)[]) => {
  for (const part of partsOf(s.options, rows)) await orm.insert(s.options).values(part)
}

export const insertDrive = async ({ orm }: Queries, row: Omit<typeof s.drives.$inferInsert, 'search_key'>) =>
  idOf(
    await orm
      .insert(s.drives)
      .values({ ...row, search_key: nameKey(row.name) })
      .returning({ id: s.drives.id }),
  )

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

const SECONDS = `
  d.allow_coding * (SELECT coalesce(sum(p.time_in_minutes * 60), 0) FROM drives_problems dp JOIN problems p ON p.id = dp.problem_id WHERE dp.drive_id = d.id)
  + d.allow_mcq * (SELECT coalesce(sum(x.time_in_seconds), 0) FROM drives_questions dq JOIN questions x ON x.id = dq.question_id WHERE dq.drive_id = d.id)`
const MARKS = `
  d.allow_coding * (SELECT coalesce(sum(t.marks), 0) FROM drives_problems dp JOIN test_cases t ON t.problem_id = dp.problem_id AND t.is_active = 1 WHERE dp.drive_id = d.id)
  + d.allow_mcq * (SELECT coalesce(sum(x.marks), 0) FROM drives_questions dq JOIN questions x ON x.id = dq.question_id WHERE dq.drive_id = d.id)`

/** Seconds allotted and marks of a drive's contents, of the sections it shows. */
export async function sumContents(q: Queries, driveId: number) {
  const row = await q.raw.get<{ seconds: number; marks: number }>(
    `SELECT ${SECONDS} AS seconds, ${MARKS} AS marks FROM drives d WHERE d.id = @driveId`,
    { driveId },
  )
  return { allotted_seconds: row?.seconds ?? 0, total_marks: row?.marks ?? 0 }
}

/**
 * After items of the bank changed: every drive and assessment that asks one of them has other contents, so that whoever
 * begins from now on gets a new paper. The drive's own time and marks follow while nobody has begun it and it is not over;
 * after that they stay as they were told, and each attempt goes by its paper.
 */
export async function touchDrivesOf(
  q: Queries,
  kind: 'problem' | 'question',
  itemIds: readonly number[],
  now: number,
): Promise<void> {
  if (itemIds.length === 0) return
  const asking = `d.id IN (SELECT drive_id FROM drives_${kind}s WHERE ${kind}_id IN (SELECT value FROM json_each(@ids)))`
  const ids = JSON.stringify(itemIds)
  await q.raw.run(`UPDATE drives AS d SET content_version = content_version + 1 WHERE ${asking}`, { ids })
  await q.raw.run(
    `UPDATE drives AS d SET allotted_seconds = ${SECONDS}, total_marks = ${MARKS}
     WHERE ${asking} AND d.appeared = 0 AND d.end_time > @now`,
    { ids, now },
  )
}

export const updateDrive = (
  { orm }: Queries,
  id: number,
  change: Partial<Omit<typeof s.drives.$inferInsert, 'search_key'>>,
) =>
  orm
    .update(s.drives)
    .set({ ...change, ...(change.name !== undefined && { search_key: nameKey(change.name) }) })
    .where(eq(s.drives.id, id))

/**
 * The candidates of addresses within an organization, made on their first invitation, by the address's key: their ids,
 * and what they are found by, since some have a name already.
 */
export async function ensureCandidates(
  { orm }: Queries,
  rows: readonly (typeof s.candidates.$inferInsert)[],
): Promise<ReadonlyMap<string, { id: number; search_key: string }>> {
  const [first] = rows
  if (!first) return new Map()
  await orm
    .insert(s.candidates)
    .values([...rows])
    .onConflictDoNothing()
  const found = await orm
    .select({
      id: s.candidates.id,
      key: s.candidates.email_key,
      email: s.candidates.email,
      first_name: s.candidates.first_name,
      last_name: s.candidates.last_name,
    })
    .from(s.candidates)
    .where(
      and(
        eq(s.candidates.organization_id, first.organization_id),
        inArray(
          s.candidates.email_key,
          rows.map((row) => row.email_key),
        ),
      ),
    )
  return new Map(found.map(({ id, key, ...who }) => [key, { id, search_key: searchKey(who) }]))
}

/** Invitations of candidates to one drive: those that did not stand already. */
export async function insertAttempts(
  { orm }: Queries,
  driveId: number,
  rows: readonly (typeof s.attempts.$inferInsert)[],
): Promise<{ id: number; ref: string }[]> {
  if (rows.length === 0) return []
  const created = await orm
    .insert(s.attempts)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: s.attempts.id, ref: s.attempts.ref })
  if (created.length > 0)
    await orm
      .update(s.drives)
      .set({ invitation_sent: sql`${s.drives.invitation_sent} + ${created.length}` })
      .where(eq(s.drives.id, driveId))
  return created
}

export const listInvitations = ({ orm }: Queries, driveId: number) =>
  orm
    .select({
      ref: s.attempts.ref,
      generation: s.attempts.generation,
      email: s.candidates.email,
      started_at: s.attempts.started_at,
      profile_completed_at: s.attempts.profile_completed_at,
      revoked_at: s.attempts.revoked_at,
    })
    .from(s.attempts)
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .where(eq(s.attempts.drive_id, driveId))
    .orderBy(s.attempts.id)

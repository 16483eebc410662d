import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** The languages that programs are written in. */

export const insertLanguage = ({ orm }: Queries, row: typeof s.languages.$inferInsert) =>
  orm
    .insert(s.languages)
    .values(row)
    .onConflictDoUpdate({
      target: s.languages.code_id,
      set: { name: row.name, is_active: row.is_active ?? true, tier: row.tier ?? null },
    })

export const listLanguages = ({ orm }: Queries) => orm.select().from(s.languages)

export type DriveEngines = NonNullable<typeof s.drives.$inferSelect.engines>

/** The engines that a drive keeps, by language; null before its first test began. */
export const findEngines = async ({ orm }: Queries, driveId: number): Promise<DriveEngines | null> =>
  (await orm.select({ engines: s.drives.engines }).from(s.drives).where(eq(s.drives.id, driveId)).limit(1))[0]
    ?.engines ?? null

/** How many of these problems are the organization's, also of those that were taken out of its bank. */
export const countOwnProblems = async (
  { raw }: Queries,
  organizationId: number,
  problemIds: readonly number[],
): Promise<number> => {
  const row = await raw.get<{ count: number }>(
    'SELECT count(*) AS count FROM problems WHERE organization_id = @organizationId AND id IN (SELECT value FROM json_each(@ids))',
    { organizationId, ids: JSON.stringify(problemIds) },
  )
  return row?.count ?? 0
}

export interface UnrunRow {
  problem_id: number
  title: string
  code_id: string
  name: string
}

/** Problems of an organization that have code or limits in a language which nothing here runs, by language. */
export const listUnrunLanguages = ({ raw }: Queries, organizationId: number, problemIds: readonly number[]) =>
  raw.all<UnrunRow>(
    `SELECT p.id AS problem_id, p.title, l.code_id, l.name
      FROM problems p
      JOIN languages l ON l.is_active = 0 AND (
        l.id = p.reference_language_id
        OR EXISTS (SELECT 1 FROM templates t WHERE t.problem_id = p.id AND t.language_id = l.id)
        OR EXISTS (SELECT 1 FROM json_each(p.limits) one WHERE one.key = l.code_id))
      WHERE p.organization_id = @organizationId AND p.deleted_at IS NULL
        AND p.id IN (SELECT value FROM json_each(@ids))
      ORDER BY l.name, p.id`,
    { organizationId, ids: JSON.stringify(problemIds) },
  )

/** Problems of an organization that a program judges. */
export const listJudgePrograms = ({ orm }: Queries, organizationId: number, problemIds: readonly number[]) =>
  orm
    .select({ problem_id: s.problems.id, title: s.problems.title, judging: s.problems.judging })
    .from(s.problems)
    .where(
      and(
        eq(s.problems.organization_id, organizationId),
        eq(s.problems.checker, 'program'),
        isNull(s.problems.deleted_at),
        inArray(s.problems.id, [...problemIds]),
      ),
    )
    .orderBy(s.problems.id)

/** At a start nobody has told yet which engine runs what: the settings may be others than before. */
export const forgetTiers = ({ orm }: Queries) => orm.update(s.languages).set({ tier: null })

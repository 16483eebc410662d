import { and, asc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedId, insertInParts } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { raiseProblemVersions } from './problems.ts'

/** Starter code: of a problem, or without one the organization's default. */

const columns = {
  id: s.templates.id,
  code: s.templates.code,
  language: s.languages.name,
  language_id: s.templates.language_id,
  is_default: s.templates.is_default,
  problem_id: s.templates.problem_id,
}

const of = (problemId: number | null): SQL =>
  problemId === null ? isNull(s.templates.problem_id) : eq(s.templates.problem_id, problemId)

/** The templates of one problem, or with null the organization's defaults. */
export const listTemplates = ({ orm }: Queries, organizationId: number, problemId: number | null) =>
  orm
    .select(columns)
    .from(s.templates)
    .innerJoin(s.languages, eq(s.languages.id, s.templates.language_id))
    .where(and(eq(s.templates.organization_id, organizationId), of(problemId)))
    .orderBy(asc(s.templates.language_id))

export const findTemplate = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select(columns)
      .from(s.templates)
      .innerJoin(s.languages, eq(s.languages.id, s.templates.language_id))
      .where(and(eq(s.templates.id, id), eq(s.templates.organization_id, organizationId)))
      .limit(1)
  )[0]

/** Whether the language has another template beside `except`. */
export const hasTemplateIn = async (
  { orm }: Queries,
  place: { organizationId: number; problemId: number | null; languageId: number; except: number | null },
): Promise<boolean> => {
  const [row] = await orm
    .select({ id: s.templates.id })
    .from(s.templates)
    .where(
      and(
        eq(s.templates.organization_id, place.organizationId),
        of(place.problemId),
        eq(s.templates.language_id, place.languageId),
        place.except === null ? undefined : ne(s.templates.id, place.except),
      ),
    )
    .limit(1)
  return row !== undefined
}

export const insertTemplate = async ({ orm }: Queries, row: typeof s.templates.$inferInsert) =>
  insertedId(await orm.insert(s.templates).values(row).returning({ id: s.templates.id }))

export const updateTemplate = (
  { orm }: Queries,
  id: number,
  change: Partial<typeof s.templates.$inferInsert>,
) => orm.update(s.templates).set(change).where(eq(s.templates.id, id))

export const removeTemplate = ({ orm }: Queries, id: number) =>
  orm.delete(s.templates).where(eq(s.templates.id, id))

/**
 * After a default changed: every problem without a template of its own in one of the languages begins with other code.
 * @returns the problems whose version was raised
 */
export async function raiseVersionsByDefault(
  q: Queries,
  organizationId: number,
  languageIds: readonly number[],
  now: number,
): Promise<number[]> {
  const rows = await q.raw.all<{ id: number }>(
    `SELECT p.id FROM problems p WHERE p.organization_id = @organizationId AND EXISTS
       (SELECT 1 FROM json_each(@languages) l WHERE NOT EXISTS
         (SELECT 1 FROM templates t WHERE t.problem_id = p.id AND t.language_id = l.value))`,
    { organizationId, languages: JSON.stringify(languageIds) },
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await raiseProblemVersions(q, ids, now)
  return ids
}

/** Defaults of the organizations of some problems, as rows of templates. */
export const listDefaultsOf = ({ orm }: Queries, organizationIds: readonly number[]) =>
  orm
    .select()
    .from(s.templates)
    .where(
      and(
        isNull(s.templates.problem_id),
        inArray(s.templates.organization_id, [...new Set(organizationIds)]),
      ),
    )

export const insertTemplates = ({ orm }: Queries, rows: (typeof s.templates.$inferInsert)[]) =>
  insertInParts(s.templates, rows, (part) => orm.insert(s.templates).values(part))

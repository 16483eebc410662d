import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { foldedName } from '#contract/names.ts'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { searchText } from '../searchKey.ts'
import { inOrderOf } from './attemptLists.ts'
import { likePattern } from './like.ts'

/** Assessments: drives without an end, drawn from the bank. */

/** Spelled with its table: a column of the one table that is asked loses it, and would be the inner table's. */
const counted = (table: 'drives_problems' | 'drives_questions'): SQL<number> =>
  sql<number>`(SELECT count(*) FROM ${sql.identifier(table)} x WHERE x.drive_id = "drives"."id")`

const columns = {
  drive: s.drives,
  problem_count: counted('drives_problems'),
  mcq_count: counted('drives_questions'),
}

/** One page of an organization's assessments, newest first, and how many there are. */
export async function listAssessments(
  { orm }: Queries,
  of: { organizationId: number; search: string; offset: number; limit: number },
) {
  const where = and(
    eq(s.drives.organization_id, of.organizationId),
    // Spelled as the index of assessments spells it, or it is not used.
    sql`${s.drives.deleted_at} IS NULL AND ${s.drives.is_assessment} = 1`,
    of.search
      ? sql`${s.drives.search_key} LIKE ${likePattern(searchText(of.search))} ESCAPE '\\'`
      : undefined,
  )
  // The page is found over the index alone; its rows are read afterwards.
  const page = await orm
    .select({ id: s.drives.id })
    .from(s.drives)
    .where(where)
    .orderBy(desc(s.drives.id))
    .limit(of.limit)
    .offset(of.offset)
  const ids = page.map((row) => row.id)
  const rows = await orm.select(columns).from(s.drives).where(inArray(s.drives.id, ids))
  const [total] = await orm.select({ n: sql<number>`count(*)` }).from(s.drives).where(where)
  return { rows: inOrderOf(ids, rows, (row) => row.drive.id), total: total?.n ?? 0 }
}
export type AssessmentRow = Awaited<ReturnType<typeof listAssessments>>['rows'][number]

/** One of an organization's assessments, by its number or by its uuid. */
export const findAssessment = async ({ orm }: Queries, ref: number | string, organizationId: number) =>
  (
    await orm
      .select(columns)
      .from(s.drives)
      .where(
        and(
          typeof ref === 'number' ? eq(s.drives.id, ref) : eq(s.drives.uuid, ref),
          eq(s.drives.organization_id, organizationId),
          eq(s.drives.is_assessment, true),
          isNull(s.drives.deleted_at),
        ),
      )
      .limit(1)
  )[0]

/** Items of the bank that can be drawn: those with any of the tags, or all where none are given. */
export const listDrawable = (
  { raw }: Queries,
  kind: 'problem' | 'question',
  of: { organizationId: number; tags: readonly string[] },
) =>
  raw.all<{ id: number; difficulty: string }>(
    `SELECT i.id, d.name AS difficulty FROM ${kind}s i JOIN difficulties d ON d.id = i.difficulty_id
     WHERE i.organization_id = @organizationId AND i.deleted_at IS NULL ${
       of.tags.length > 0
         ? `AND EXISTS (SELECT 1 FROM ${kind}_tags l JOIN tags t ON t.id = l.tag_id
              WHERE l.${kind}_id = i.id AND folded(t.name) IN (SELECT value FROM json_each(@tags)))`
         : ''
     }
     ORDER BY i.id`,
    {
      organizationId: of.organizationId,
      ...(of.tags.length > 0 && { tags: JSON.stringify(of.tags.map(foldedName)) }),
    },
  )

/** Takes all items of one kind out of an assessment, before it is drawn anew. */
export const clearDrawn = ({ raw }: Queries, driveId: number, kind: 'problem' | 'question') =>
  raw.run(`DELETE FROM drives_${kind}s WHERE drive_id = ?`, driveId)

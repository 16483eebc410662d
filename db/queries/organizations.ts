import { asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { contains } from './like.ts'

const shownName = sql<string>`coalesce(${s.organizations.show_name}, ${s.organizations.name})`

/**
 * Of the drives or of the assessments of one organization, from their stored counters. The table is named in words: the
 * builder leaves it out of a column, which would then be the drive's own.
 */
const sumOf = (what: 'drives' | 'candidates' | 'attended', isAssessment: boolean) => {
  const value = { drives: '1', candidates: 'd.invitation_sent', attended: 'd.appeared' }[what]
  return sql<number>`(SELECT coalesce(sum(${sql.raw(value)}), 0) FROM drives d
    WHERE d.organization_id = organizations.id AND d.deleted_at IS NULL AND d.is_assessment = ${isAssessment ? 1 : 0})`
}

const columns = {
  id: s.organizations.id,
  name: s.organizations.name,
  show_name: s.organizations.show_name,
  description: s.organizations.description,
  credits: s.organizations.credits,
  drives: sumOf('drives', false),
  drive_candidates: sumOf('candidates', false),
  drive_attended: sumOf('attended', false),
  assessments: sumOf('drives', true),
  assessment_candidates: sumOf('candidates', true),
  assessment_attended: sumOf('attended', true),
}

/** One page of all organizations with their counts, by the name people see, and how many there are. */
export async function listOrganizations(
  { orm }: Queries,
  of: { search: string; offset: number; limit: number },
) {
  const pattern = contains(of.search)
  const where = of.search
    ? sql`(${s.organizations.name} LIKE ${pattern} ESCAPE '\\' OR ${s.organizations.show_name} LIKE ${pattern} ESCAPE '\\')`
    : undefined
  const rows = await orm
    .select(columns)
    .from(s.organizations)
    .where(where)
    .orderBy(sql`lower(${shownName})`, asc(s.organizations.id))
    .limit(of.limit)
    .offset(of.offset)
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.organizations).where(where)
  return { rows, total: counted?.n ?? 0 }
}
export type OrganizationCounts = Awaited<ReturnType<typeof listOrganizations>>['rows'][number]

/** Changes an organization's row and counts its version up. */
export const updateOrganization = (
  { orm }: Queries,
  id: number,
  change: Partial<Omit<typeof s.organizations.$inferInsert, 'id' | 'version'>>,
) =>
  orm
    .update(s.organizations)
    .set({ ...change, version: sql`${s.organizations.version} + 1` })
    .where(eq(s.organizations.id, id))

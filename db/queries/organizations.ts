import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedId } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { containsText } from './like.ts'

const shownName = sql<string>`coalesce(${s.organizations.show_name}, ${s.organizations.name})`

const columns = {
  id: s.organizations.id,
  name: s.organizations.name,
  show_name: s.organizations.show_name,
  description: s.organizations.description,
  credits: s.organizations.credits,
}

/** One page of all organizations with their counts, by the name people see, and how many there are. */
export async function listOrganizations(
  { orm }: Queries,
  of: { search: string; offset: number; limit: number },
) {
  const where = containsText(of.search, s.organizations.name, s.organizations.show_name)
  const page = await orm
    .select(columns)
    .from(s.organizations)
    .where(where)
    .orderBy(sql`folded(${shownName})`, asc(s.organizations.id))
    .limit(of.limit)
    .offset(of.offset)
  const counts = await countDrives(orm, page)
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.organizations).where(where)
  return { rows: page.map((row) => ({ ...row, ...counts(row.id) })), total: counted?.n ?? 0 }
}

/** What the drives and the assessments of organizations come to, from their stored counters, in one pass. */
async function countDrives(orm: Queries['orm'], of: readonly { id: number }[]) {
  const sums = await orm
    .select({
      id: s.drives.organization_id,
      is_assessment: s.drives.is_assessment,
      drives: sql<number>`count(*)`,
      candidates: sql<number>`sum(${s.drives.invitation_sent})`,
      attended: sql<number>`sum(${s.drives.appeared})`,
    })
    .from(s.drives)
    .where(
      and(
        inArray(
          s.drives.organization_id,
          of.map(({ id }) => id),
        ),
        isNull(s.drives.deleted_at),
      ),
    )
    .groupBy(s.drives.organization_id, s.drives.is_assessment)
  return (id: number) => {
    const drives = sums.find((row) => row.id === id && !row.is_assessment)
    const assessments = sums.find((row) => row.id === id && row.is_assessment)
    return {
      drives: drives?.drives ?? 0,
      drive_candidates: drives?.candidates ?? 0,
      drive_attended: drives?.attended ?? 0,
      assessments: assessments?.drives ?? 0,
      assessment_candidates: assessments?.candidates ?? 0,
      assessment_attended: assessments?.attended ?? 0,
    }
  }
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

export const insertOrganization = async ({ orm }: Queries, row: typeof s.organizations.$inferInsert) =>
  insertedId(await orm.insert(s.organizations).values(row).returning({ id: s.organizations.id }))

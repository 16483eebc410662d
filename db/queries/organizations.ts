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

/** The sums of organizations' drives and assessments, from their stored counters, in one pass. */
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

/** Sets aside so many of the organization's credits; null where it has fewer. */
export async function holdCredits(
  q: Queries,
  of: { organizationId: number; credits: number; now: number },
): Promise<number | null> {
  if (!(await takeCredits(q, of.organizationId, of.credits))) return null
  const row = await q.raw.get<{ id: number }>(
    'INSERT INTO credit_holds (organization_id, credits, created_at) VALUES (@organizationId, @credits, @now) RETURNING id',
    of,
  )
  return row?.id ?? null
}

/** Spends so many of those set aside. */
export const spendHeld = (q: Queries, hold: number, credits: number) =>
  q.raw.run('UPDATE credit_holds SET credits = credits - ? WHERE id = ?', credits, hold)

/** Gives back what is left of one hold; without one, of all: whoever held them is gone. */
export async function endHolds(q: Queries, hold: number | null): Promise<void> {
  const which = hold === null ? '' : ' WHERE id = @hold'
  await q.raw.run(
    `UPDATE organizations SET credits = credits + (SELECT coalesce(sum(h.credits), 0) FROM credit_holds h
       WHERE h.organization_id = organizations.id${hold === null ? '' : ' AND h.id = @hold'})
     WHERE id IN (SELECT organization_id FROM credit_holds${which})`,
    hold === null ? {} : { hold },
  )
  await q.raw.run(`DELETE FROM credit_holds${which}`, hold === null ? {} : { hold })
}

/**
 * Takes credits where there are as many.
 * @returns whether there were
 */
const takeCredits = async (q: Queries, organizationId: number, n: number): Promise<boolean> =>
  (await q.raw.run(
    'UPDATE organizations SET credits = credits - ? WHERE id = ? AND credits >= ?',
    n,
    organizationId,
    n,
  )) > 0

import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Hash of the newest entry; the next one is bound to it. null: there is none yet. */
export const findLastAuditHash = async ({ orm }: Queries): Promise<string | null> =>
  (await orm.select({ hash: s.auditLog.hash }).from(s.auditLog).orderBy(desc(s.auditLog.id)).limit(1))[0]
    ?.hash ?? null

export const insertAuditEntry = ({ orm }: Queries, row: typeof s.auditLog.$inferInsert) =>
  orm.insert(s.auditLog).values(row)

/** An entry with who did it, where that was a user. */
const withUser = {
  entry: s.auditLog,
  first_name: s.users.first_name,
  last_name: s.users.last_name,
  email: s.users.email,
}

const organization = sql<string | null>`coalesce(${s.organizations.show_name}, ${s.organizations.name})`

/**
 * An action carried out in several transactions has an entry of each, with the batch in common: spelled as its index
 * spells it.
 */
const BATCH = "CASE WHEN json_valid(after) THEN after ->> '$.batch' END"
/** Named, because the planner would read the whole log for them. */
const PARTS = `FROM audit_log INDEXED BY audit_log_batch WHERE ${BATCH} IS NOT NULL`
/** All parts but the newest of each action, which stands for the others. */
const OLDER_PARTS = `SELECT id ${PARTS} EXCEPT SELECT max(id) ${PARTS} GROUP BY ${BATCH}`

/**
 * Newest first; what was carried out in several parts is one, at the place of its newest.
 * @param organizationId null: of all organizations
 */
export async function listAuditEntries(
  { orm, raw }: Queries,
  of: { organizationId: number | null; offset: number; limit: number },
) {
  const where = of.organizationId === null ? undefined : eq(s.auditLog.organization_id, of.organizationId)
  // Entries on the pages before are skipped in the index; only those of the page meet their users.
  const page = orm
    .select({ id: s.auditLog.id })
    .from(s.auditLog)
    .where(and(where, sql`${s.auditLog.id} NOT IN (${sql.raw(OLDER_PARTS)})`))
    .orderBy(desc(s.auditLog.id))
    .limit(of.limit)
    .offset(of.offset)
  const rows = await orm
    .select({ ...withUser, organization })
    .from(s.auditLog)
    .leftJoin(s.users, eq(s.users.id, s.auditLog.user_id))
    .leftJoin(s.organizations, eq(s.organizations.id, s.auditLog.organization_id))
    .where(inArray(s.auditLog.id, page))
    .orderBy(desc(s.auditLog.id))
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.auditLog).where(where)
  const older = await raw.get<{ n: number }>(
    `SELECT count(*) - count(DISTINCT ${BATCH}) AS n ${PARTS} AND (@organizationId IS NULL OR organization_id = @organizationId)`,
    { organizationId: of.organizationId },
  )
  return { rows, total: (counted?.n ?? 0) - (older?.n ?? 0) }
}

/** All parts of these batches, oldest first. */
export const listAuditParts = ({ orm }: Queries, batches: readonly string[]) =>
  batches.length === 0
    ? Promise.resolve([])
    : orm
        .select()
        .from(s.auditLog)
        .where(
          sql`${sql.raw(`${BATCH} IS NOT NULL AND ${BATCH}`)} IN (SELECT value FROM json_each(${JSON.stringify(batches)}))`,
        )
        .orderBy(asc(s.auditLog.id))

/** The newest of these things that were done to one thing. */
export const findNewestAuditOf = async (
  { orm }: Queries,
  of: { organizationId: number; subject: string; actions: readonly string[] },
) =>
  (
    await orm
      .select(withUser)
      .from(s.auditLog)
      .leftJoin(s.users, eq(s.users.id, s.auditLog.user_id))
      .where(
        and(
          eq(s.auditLog.organization_id, of.organizationId),
          eq(s.auditLog.subject, of.subject),
          inArray(s.auditLog.action, [...of.actions]),
        ),
      )
      .orderBy(desc(s.auditLog.id))
      .limit(1)
  )[0]

/** The entries about one thing, oldest first. */
export const listAuditOf = ({ orm }: Queries, organizationId: number, subject: string) =>
  orm
    .select(withUser)
    .from(s.auditLog)
    .leftJoin(s.users, eq(s.users.id, s.auditLog.user_id))
    .where(and(eq(s.auditLog.organization_id, organizationId), eq(s.auditLog.subject, subject)))
    .orderBy(asc(s.auditLog.id))

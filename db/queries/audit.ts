import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
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

export type StrikableEntry = typeof s.auditLog.$inferSelect

/** The entries that tell of a test: those about it, and marks judged anew, which stand in an entry of its drive. */
export const listAuditAbout = (
  { orm }: Queries,
  { ref, driveId }: { ref: string; driveId: number },
): Promise<StrikableEntry[]> =>
  orm
    .select()
    .from(s.auditLog)
    .where(
      and(
        eq(s.auditLog.organization_id, sql`(SELECT organization_id FROM drives WHERE id = ${driveId})`),
        or(
          eq(s.auditLog.subject, `attempt ${ref}`),
          and(
            eq(s.auditLog.subject, `drive ${driveId}`),
            eq(s.auditLog.action, 'drive.rejudge_marks'),
            sql`instr(coalesce(before, '') || coalesce(after, ''), ${JSON.stringify(ref)})`,
          ),
        ),
      ),
    )
    .orderBy(asc(s.auditLog.id))

/** Entries that tell of tests which are not there, with the references of those; whatever they stood in was struck by none. */
export async function listOrphanedAudit(
  { orm, raw }: Queries,
  after: number,
  limit: number,
): Promise<{ entry: StrikableEntry; refs: string[] }[]> {
  const found = await raw.all<{ id: number; refs: string }>(
    `SELECT l.id, json_group_array(l.ref) AS refs FROM (
       SELECT id, substr(subject, 9) AS ref FROM audit_log WHERE id > @after AND subject LIKE 'attempt %'
       UNION
       SELECT l.id, e.key FROM audit_log l, json_each(l.before) e
       WHERE l.id > @after AND l.action = 'drive.rejudge_marks' AND json_valid(l.before)
     ) l WHERE NOT EXISTS (SELECT 1 FROM attempts a WHERE a.ref = l.ref) GROUP BY l.id ORDER BY l.id LIMIT @limit`,
    { after, limit },
  )
  const refsOf = new Map(found.map(({ id, refs }) => [id, JSON.parse(refs) as string[]]))
  const entries = await orm
    .select()
    .from(s.auditLog)
    .where(inArray(s.auditLog.id, [...refsOf.keys()]))
    .orderBy(asc(s.auditLog.id))
  return entries.map((entry) => ({ entry, refs: refsOf.get(entry.id) ?? [] }))
}

/** Leaves the hash as it was written: the entries behind it are bound to that. */
export const strikeAuditEntry = (
  { orm }: Queries,
  { id, subject, before, after }: Pick<StrikableEntry, 'id' | 'subject' | 'before' | 'after'>,
) => orm.update(s.auditLog).set({ subject, before, after }).where(eq(s.auditLog.id, id))

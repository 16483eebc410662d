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

/** @param organizationId null: of all organizations */
export async function listAuditEntries(
  { orm }: Queries,
  of: { organizationId: number | null; offset: number; limit: number },
) {
  const where = of.organizationId === null ? undefined : eq(s.auditLog.organization_id, of.organizationId)
  // Entries on the pages before are skipped in the index; only those of the page meet their users.
  const page = orm
    .select({ id: s.auditLog.id })
    .from(s.auditLog)
    .where(where)
    .orderBy(desc(s.auditLog.id))
    .limit(of.limit)
    .offset(of.offset)
  const rows = await orm
    .select(withUser)
    .from(s.auditLog)
    .leftJoin(s.users, eq(s.users.id, s.auditLog.user_id))
    .where(inArray(s.auditLog.id, page))
    .orderBy(desc(s.auditLog.id))
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.auditLog).where(where)
  return { rows, total: counted?.n ?? 0 }
}

/** Every entry in its order, for checking the chain. */
export const listAuditChain = ({ orm }: Queries) => orm.select().from(s.auditLog).orderBy(s.auditLog.id)

/** What was done to one thing, oldest first. */
export const listAuditOf = ({ orm }: Queries, organizationId: number, subject: string) =>
  orm
    .select(withUser)
    .from(s.auditLog)
    .leftJoin(s.users, eq(s.users.id, s.auditLog.user_id))
    .where(and(eq(s.auditLog.organization_id, organizationId), eq(s.auditLog.subject, subject)))
    .orderBy(asc(s.auditLog.id))

/** Names of drives, assessments and attempts that entries are about, by subject: 'drive 12', 'attempt k3f…'. */
export async function listSubjectNames(
  q: Queries,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const named = await q.raw.all<{ subject: string; name: string }>(
    `SELECT 'drive ' || id AS subject, name FROM drives WHERE 'drive ' || id IN (SELECT value FROM json_each(@subjects))
       AND id IN (SELECT CAST(substr(value, 7) AS INTEGER) FROM json_each(@subjects) WHERE value LIKE 'drive %')
     UNION ALL
     SELECT 'assessment ' || id, name FROM drives
     WHERE id IN (SELECT CAST(substr(value, 12) AS INTEGER) FROM json_each(@subjects) WHERE value LIKE 'assessment %')
     UNION ALL
     SELECT 'attempt ' || a.ref, trim(coalesce(a.first_name, c.first_name, '') || ' ' || coalesce(a.last_name, c.last_name, '')) || ' <' || c.email || '>, ' || d.name
     FROM attempts a JOIN candidates c ON c.id = a.candidate_id JOIN drives d ON d.id = a.drive_id
     WHERE a.ref IN (SELECT substr(value, 9) FROM json_each(@subjects) WHERE value LIKE 'attempt %')
     UNION ALL
     SELECT 'user ' || id, trim(first_name || ' ' || last_name) || ' <' || email || '>' FROM users
     WHERE id IN (SELECT CAST(substr(value, 6) AS INTEGER) FROM json_each(@subjects) WHERE value LIKE 'user %')
     UNION ALL
     SELECT 'organization ' || id, coalesce(show_name, name) FROM organizations
     WHERE id IN (SELECT CAST(substr(value, 14) AS INTEGER) FROM json_each(@subjects) WHERE value LIKE 'organization %')`,
    { subjects: JSON.stringify(subjects) },
  )
  return new Map(named.map(({ subject, name }) => [subject, name.trim()]))
}

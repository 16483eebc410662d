import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedId } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { isAmong } from './among.ts'

/** Changes a user's row and counts its version up. */
export const updateUser = (
  { orm }: Queries,
  id: number,
  change: Partial<Omit<typeof s.users.$inferInsert, 'id' | 'version'>>,
) =>
  orm
    .update(s.users)
    .set({ ...change, version: sql`${s.users.version} + 1` })
    .where(eq(s.users.id, id))

/** The users of an organization: active ones, the newest or last activated first, then those switched off, the last first. */
export const listUsers = ({ orm }: Queries, organizationId: number) =>
  orm
    .select()
    .from(s.users)
    .where(eq(s.users.organization_id, organizationId))
    .orderBy(
      desc(s.users.is_active),
      sql`CASE WHEN ${s.users.is_active} THEN coalesce(${s.users.activated_at}, ${s.users.created_at})
        ELSE coalesce(${s.users.deactivated_at}, 0) END DESC`,
      desc(s.users.id),
    )

/** The reference of the newest link each of these invited people was sent, by user. */
export async function listInvitationRefs(
  { orm }: Queries,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await orm
    .select({ user_id: s.accountTokens.user_id, ref: s.accountTokens.ref })
    .from(s.accountTokens)
    .where(and(eq(s.accountTokens.kind, 'invite'), isAmong(s.accountTokens.user_id, userIds)))
    .orderBy(asc(s.accountTokens.id))
  return new Map(
    rows.flatMap(({ user_id, ref }) => (user_id === null || ref === null ? [] : [[user_id, ref] as const])),
  )
}

/** The active users of an organization who accepted their invitation, by name. */
export const listActiveUsers = ({ orm }: Queries, organizationId: number) =>
  orm
    .select()
    .from(s.users)
    .where(
      and(
        eq(s.users.organization_id, organizationId),
        eq(s.users.is_active, true),
        eq(s.users.invitation_accepted, true),
      ),
    )
    .orderBy(asc(s.users.first_name), asc(s.users.last_name), asc(s.users.id))

/** The super admins who can sign in, by id. */
export const listSuperAdmins = ({ orm }: Queries) =>
  orm
    .select({ id: s.users.id, email: s.users.email })
    .from(s.users)
    .where(
      and(eq(s.users.role, 'SuperAdmin'), eq(s.users.is_active, true), eq(s.users.invitation_accepted, true)),
    )
    .orderBy(asc(s.users.id))

/** Whose Param key has this hash, with what it may do; whatever its state, the caller judges. */
export const findUserByParamKey = async ({ orm }: Queries, hash: string) =>
  (
    await orm
      .select({ user: s.users, isAllowed: s.organizations.is_param_ai_allowed })
      .from(s.users)
      .innerJoin(s.organizations, eq(s.organizations.id, s.users.organization_id))
      .where(eq(s.users.param_key_hash, hash))
      .limit(1)
  )[0]

/** Notes the use of a key; nothing a version counts. */
export const setParamKeyUsed = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.users).set({ param_key_used_at: at }).where(eq(s.users.id, id))

/** The first admin of an organization: its owner on the super admin's screens. */
export const findOwner = async ({ orm }: Queries, organizationId: number) =>
  (
    await orm
      .select()
      .from(s.users)
      .where(and(eq(s.users.organization_id, organizationId), eq(s.users.role, 'Admin')))
      .orderBy(asc(s.users.id))
      .limit(1)
  )[0]

export const insertUser = async ({ orm }: Queries, row: typeof s.users.$inferInsert) =>
  insertedId(await orm.insert(s.users).values(row).returning({ id: s.users.id }))

/** Super admins who can sign in. */
export const countSuperAdmins = async (q: Queries) =>
  (
    await q.raw.get<{ n: number }>(
      "SELECT count(*) AS n FROM users WHERE role = 'SuperAdmin' AND is_active = 1 AND invitation_accepted = 1",
    )
  )?.n ?? 0

export const countUsers = async (q: Queries) =>
  (await q.raw.get<{ n: number }>('SELECT count(*) AS n FROM users'))?.n ?? 0

export const setFirstLogin = ({ orm }: Queries, userId: number, at: number) =>
  orm.update(s.users).set({ first_login_at: at }).where(eq(s.users.id, userId))

/** @param emailKey the address in the form accounts are found by */
export const setPassword = (q: Queries, emailKey: string, hash: string, now: number) =>
  q.raw.run('UPDATE users SET password_hash = ?, updated_at = ? WHERE email_key = ?', hash, now, emailKey)

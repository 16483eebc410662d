import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

export const findUserByEmail = async ({ orm }: Queries, emailKey: string) =>
  (await orm.select().from(s.users).where(eq(s.users.email_key, emailKey)).limit(1))[0]
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

export const findOrganization = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.organizations).where(eq(s.organizations.id, id)).limit(1))[0]

export const insertSession = ({ orm }: Queries, row: typeof s.sessions.$inferInsert) =>
  orm.insert(s.sessions).values(row)

/** The session of a token with its user, whatever its state: the caller judges. */
const sessionWhere = async ({ orm }: Queries, condition: SQL) =>
  (
    await orm
      .select({ session: s.sessions, user: s.users })
      .from(s.sessions)
      .innerJoin(s.users, eq(s.users.id, s.sessions.user_id))
      .where(condition)
      .limit(1)
  )[0]

export type SessionRow = typeof s.sessions.$inferSelect
export const findSession = (queries: Queries, tokenHash: string) =>
  sessionWhere(queries, eq(s.sessions.token_hash, tokenHash))
export const findSessionById = (queries: Queries, id: number) => sessionWhere(queries, eq(s.sessions.id, id))

/** Whether a session of the user is still there. */
export const hasSession = async ({ orm }: Queries, id: number, userId: number): Promise<boolean> =>
  (
    await orm
      .select({ id: s.sessions.id })
      .from(s.sessions)
      .where(and(eq(s.sessions.id, id), eq(s.sessions.user_id, userId)))
      .limit(1)
  ).length > 0

export const touchSession = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.sessions).set({ seen_at: at }).where(eq(s.sessions.id, id))

export const deleteSession = ({ orm }: Queries, id: number) =>
  orm.delete(s.sessions).where(eq(s.sessions.id, id))

/** @param except a session that stays */
export const deleteSessionsOf = (q: Queries, userId: number, except = 0) =>
  q.raw.run('DELETE FROM sessions WHERE user_id = ? AND id <> ?', userId, except)

export const deleteExpiredSessions = ({ orm }: Queries, now: number) =>
  orm.delete(s.sessions).where(sql`${s.sessions.expires_at} < ${now}`)

/** A one-time link that still holds: not used, not over. */
export const findAccountToken = async ({ orm }: Queries, tokenHash: string, now: number) =>
  (
    await orm
      .select()
      .from(s.accountTokens)
      .where(
        and(
          eq(s.accountTokens.token_hash, tokenHash),
          isNull(s.accountTokens.used_at),
          gt(s.accountTokens.expires_at, now),
        ),
      )
      .limit(1)
  )[0]

export const insertAccountToken = ({ orm }: Queries, row: typeof s.accountTokens.$inferInsert) =>
  orm.insert(s.accountTokens).values(row)

export const spendAccountToken = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.accountTokens).set({ used_at: at }).where(eq(s.accountTokens.id, id))

/** By what its token is derived from; whatever its state, the caller judges. */
export const findAccountTokenByRef = async ({ orm }: Queries, ref: string) =>
  (await orm.select().from(s.accountTokens).where(eq(s.accountTokens.ref, ref)).limit(1))[0]
export type AccountTokenRow = NonNullable<Awaited<ReturnType<typeof findAccountTokenByRef>>>

/** Ends the links of a kind that one address, or one user, still has; null: those without an address. */
export const voidAccountTokens = (
  { orm }: Queries,
  of: { kind: AccountTokenRow['kind'] } & ({ email: string | null } | { userId: number }),
  at: number,
) => {
  const whose =
    'userId' in of
      ? eq(s.accountTokens.user_id, of.userId)
      : of.email === null
        ? isNull(s.accountTokens.email)
        : eq(s.accountTokens.email, of.email)
  return orm
    .update(s.accountTokens)
    .set({ used_at: at })
    .where(and(eq(s.accountTokens.kind, of.kind), whose, isNull(s.accountTokens.used_at)))
}

/** Links that were over before `before`. */
export const deleteOldAccountTokens = ({ orm }: Queries, before: number) =>
  orm.delete(s.accountTokens).where(lt(s.accountTokens.expires_at, before))

export const findUser = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.users).where(eq(s.users.id, id)).limit(1))[0]

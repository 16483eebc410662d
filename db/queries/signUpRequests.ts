import { desc, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/**
 * Notes who asked for a sign-up link, an address once: asking again moves it to the top.
 * @param row.link_ref of the link that answers it; when not given the one that was sent before stays
 */
export const putSignUpRequest = ({ orm }: Queries, row: typeof s.signUpRequests.$inferInsert) =>
  orm
    .insert(s.signUpRequests)
    .values(row)
    .onConflictDoUpdate({
      target: s.signUpRequests.email,
      set: {
        is_param_ai_allowed: row.is_param_ai_allowed ?? false,
        created_at: row.created_at,
        ...(row.link_ref != null && { link_ref: row.link_ref }),
      },
    })

/** One page of those whose address has no account, newest first, with how many there are. */
export async function listSignUpRequests({ orm }: Queries, of: { offset: number; limit: number }) {
  const where = notExists(
    orm.select({ one: sql`1` }).from(s.users).where(eq(s.users.email_key, s.signUpRequests.email)),
  )
  const rows = await orm
    .select()
    .from(s.signUpRequests)
    .where(where)
    .orderBy(desc(s.signUpRequests.created_at), desc(s.signUpRequests.id))
    .limit(of.limit)
    .offset(of.offset)
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.signUpRequests).where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const findSignUpRequest = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.signUpRequests).where(eq(s.signUpRequests.id, id)).limit(1))[0]

export const deleteOldSignUpRequests = ({ orm }: Queries, before: number) =>
  orm.delete(s.signUpRequests).where(lt(s.signUpRequests.created_at, before))

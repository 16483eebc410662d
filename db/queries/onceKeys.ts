import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** The request that a user made under a key. */
export const findOnceKey = async ({ orm }: Queries, userId: number, keyHash: string) =>
  (
    await orm
      .select()
      .from(s.onceKeys)
      .where(and(eq(s.onceKeys.user_id, userId), eq(s.onceKeys.key_hash, keyHash)))
      .limit(1)
  )[0]

export const insertOnceKey = ({ orm }: Queries, row: typeof s.onceKeys.$inferInsert) =>
  orm.insert(s.onceKeys).values(row)

/** Keeps what a request was told, where it changed something. */
export const setOutcome = (
  { orm }: Queries,
  { user_id, key_hash, claim }: Pick<typeof s.onceKeys.$inferSelect, 'user_id' | 'key_hash' | 'claim'>,
  outcome: unknown,
) =>
  orm
    .update(s.onceKeys)
    .set({ outcome })
    .where(
      and(eq(s.onceKeys.user_id, user_id), eq(s.onceKeys.key_hash, key_hash), eq(s.onceKeys.claim, claim)),
    )

/** Nothing that an organization's staff was told stays; that it was asked for does. */
export const forgetOutcomes = ({ orm }: Queries, organizationId: number) =>
  orm
    .update(s.onceKeys)
    .set({ outcome: null })
    .where(
      inArray(
        s.onceKeys.user_id,
        orm.select({ id: s.users.id }).from(s.users).where(eq(s.users.organization_id, organizationId)),
      ),
    )

export const deleteOnceKeysBefore = ({ orm }: Queries, at: number) =>
  orm.delete(s.onceKeys).where(lt(s.onceKeys.created_at, at))

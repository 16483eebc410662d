import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

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

/** The active users of an organization, by name. */
export const listActiveUsers = ({ orm }: Queries, organizationId: number) =>
  orm
    .select()
    .from(s.users)
    .where(and(eq(s.users.organization_id, organizationId), eq(s.users.is_active, true)))
    .orderBy(asc(s.users.first_name), asc(s.users.last_name), asc(s.users.id))

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

import { asc, eq, inArray } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** A thing that lies outside of the database and is to go with its rows. */
export type Removal = typeof s.removals.$inferSelect

/** Notes what is to be removed, in the transaction that deletes its rows. */
export async function noteRemovals(
  { orm }: Queries,
  removals: readonly (typeof s.removals.$inferInsert)[],
): Promise<number[]> {
  if (removals.length === 0) return []
  const rows = await orm
    .insert(s.removals)
    .values([...removals])
    .returning({ id: s.removals.id })
  return rows.map(({ id }) => id)
}

/** @param ids those alone; without it all that are noted */
export const listRemovals = ({ orm }: Queries, ids?: readonly number[]): Promise<Removal[]> =>
  orm
    .select()
    .from(s.removals)
    .where(ids && inArray(s.removals.id, [...ids]))
    .orderBy(asc(s.removals.id))

export const strikeRemoval = ({ orm }: Queries, id: number) =>
  orm.delete(s.removals).where(eq(s.removals.id, id))

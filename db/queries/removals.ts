import { asc } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { isAmong } from './among.ts'

/** A thing that lies outside of the database and is to go with its rows. */
export type Removal = typeof s.removals.$inferSelect
export type NewRemoval = typeof s.removals.$inferInsert

/** Notes what is to be removed, in the transaction that deletes its rows. */
export async function noteRemovals({ orm }: Queries, removals: readonly NewRemoval[]): Promise<number[]> {
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
    .where(ids && isAmong(s.removals.id, ids))
    .orderBy(asc(s.removals.id))

export const strikeRemovals = ({ orm }: Queries, ids: readonly number[]) =>
  orm.delete(s.removals).where(isAmong(s.removals.id, ids))

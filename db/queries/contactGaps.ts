import { asc, eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Stretches in which a device was not heard. */

export const insertContactGap = (q: Queries, attemptId: number, from: number, to: number) =>
  q.raw.run('INSERT INTO contact_gaps (attempt_id, from_at, to_at) VALUES (?,?,?)', attemptId, from, to)

export const listContactGaps = ({ orm }: Queries, attemptId: number) =>
  orm
    .select()
    .from(s.contactGaps)
    .where(eq(s.contactGaps.attempt_id, attemptId))
    .orderBy(asc(s.contactGaps.from_at))

/**
 * The device was heard at that time after all: a gap over it begins there.
 * @param leastMs a shorter one is none
 */
export async function cutContactGap(
  q: Queries,
  attemptId: number,
  at: number,
  leastMs: number,
): Promise<void> {
  const over = 'attempt_id = ? AND from_at < ? AND to_at > ?'
  await q.raw.run(`DELETE FROM contact_gaps WHERE ${over} AND to_at <= ?`, attemptId, at, at, at + leastMs)
  await q.raw.run(`UPDATE contact_gaps SET from_at = ? WHERE ${over}`, at, attemptId, at, at)
}

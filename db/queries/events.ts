import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'

/** Events are rows, so a stream can resume where it broke. The streams look after the commit. */
export async function insertEvent(
  { orm, after }: Queries,
  to: { attempt_id: number } | { user_id: number },
  data: unknown,
  at: number,
): Promise<void> {
  await orm.insert(s.events).values({ attempt_id: null, user_id: null, ...to, data, created_at: at })
  after(to)
}

/** An event may carry all that a program wrote: a page of them is held in memory at once. */
export const EVENTS_A_PAGE = 50

/** Events behind an id, oldest first, a page of them. */
export const listEventsAfter = async (
  { orm }: Queries,
  to: { attempt_id?: number; user_id?: number },
  after: number,
) => {
  const whose =
    to.attempt_id !== undefined
      ? eq(s.events.attempt_id, to.attempt_id)
      : eq(s.events.user_id, to.user_id ?? 0)
  return orm
    .select({ id: s.events.id, data: s.events.data })
    .from(s.events)
    .where(and(whose, gt(s.events.id, after)))
    .orderBy(asc(s.events.id))
    .limit(EVENTS_A_PAGE)
}

export const findNewestEventId = async ({ orm }: Queries) =>
  (await orm.select({ id: sql<number | null>`max(${s.events.id})` }).from(s.events))[0]?.id ?? 0

/** Nobody resumes a stream that old. */
export const deleteEventsBefore = (q: Queries, before: number) =>
  q.raw.run('DELETE FROM events WHERE created_at < ?', before)

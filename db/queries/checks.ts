import { eq } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import { insertedRow } from '../inserted.ts'
import * as s from '../schema/index.ts'
import { deleteCheckJobsBefore } from './jobs.ts'

/** Programs of staff against tests that need not be saved. */

export const insertCheck = async ({ orm }: Queries, row: typeof s.checks.$inferInsert) =>
  insertedRow(await orm.insert(s.checks).values(row).returning())

export const findCheck = async ({ orm }: Queries, id: number) =>
  (await orm.select().from(s.checks).where(eq(s.checks.id, id)).limit(1))[0]

export const updateCheck = ({ orm }: Queries, id: number, change: Partial<typeof s.checks.$inferInsert>) =>
  orm.update(s.checks).set(change).where(eq(s.checks.id, id))

export const countChecksSince = async (q: Queries, userId: number, since: number) =>
  (
    await q.raw.get<{ n: number }>(
      'SELECT count(*) AS n FROM checks WHERE user_id = ? AND created_at > ?',
      userId,
      since,
    )
  )?.n ?? 0

/** With their jobs, which are about nothing else. */
export async function deleteChecksBefore(q: Queries, before: number): Promise<void> {
  await deleteCheckJobsBefore(q, before)
  await q.raw.run('DELETE FROM checks WHERE created_at < ?', before)
}

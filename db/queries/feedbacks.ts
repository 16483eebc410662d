import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { candidateOf } from './candidateOf.ts'

/** The feedback of candidates after their tests. */

/** Spelled as the index of the list spells it, or it is not used. */
const ofOrganization = (organizationId: number) =>
  and(eq(s.feedbacks.organization_id, organizationId), sql`${s.feedbacks.deleted_at} IS NULL`)

/** One page, newest first, and how many there are. */
export async function listFeedbacks(
  { orm }: Queries,
  of: { organizationId: number; offset: number; limit: number },
) {
  const where = ofOrganization(of.organizationId)
  // The page is found over the index alone; its rows are read afterwards.
  const page = orm
    .select({ id: s.feedbacks.id })
    .from(s.feedbacks)
    .where(where)
    .orderBy(desc(s.feedbacks.id))
    .limit(of.limit)
    .offset(of.offset)
  const rows = await orm
    .select({
      id: s.feedbacks.id,
      rating: s.feedbacks.rating,
      answer: s.feedbacks.answer,
      drive_name: s.drives.name,
      candidate: candidateOf,
    })
    .from(s.feedbacks)
    .innerJoin(s.attempts, eq(s.attempts.id, s.feedbacks.attempt_id))
    .innerJoin(s.drives, eq(s.drives.id, s.attempts.drive_id))
    .innerJoin(s.candidates, eq(s.candidates.id, s.attempts.candidate_id))
    .where(inArray(s.feedbacks.id, page))
    .orderBy(desc(s.feedbacks.id))
  const [counted] = await orm.select({ n: sql<number>`count(*)` }).from(s.feedbacks).where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const findFeedback = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ id: s.feedbacks.id, attempt_ref: s.attempts.ref })
      .from(s.feedbacks)
      .innerJoin(s.attempts, eq(s.attempts.id, s.feedbacks.attempt_id))
      .where(and(eq(s.feedbacks.id, id), ofOrganization(organizationId)))
      .limit(1)
  )[0]

export const setFeedbackDeleted = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.feedbacks).set({ deleted_at: at }).where(eq(s.feedbacks.id, id))

/** One of an attempt: what was said last, after a test that was opened again as well. */
export const keepFeedback = (
  { orm }: Queries,
  row: Omit<typeof s.feedbacks.$inferInsert, 'organization_id'>,
) =>
  orm
    .insert(s.feedbacks)
    .values({
      ...row,
      organization_id: sql`(SELECT d.organization_id FROM attempts a JOIN drives d ON d.id = a.drive_id WHERE a.id = ${row.attempt_id})`,
    })
    .onConflictDoUpdate({
      target: s.feedbacks.attempt_id,
      set: { rating: row.rating, answer: row.answer, created_at: row.created_at, deleted_at: null },
    })

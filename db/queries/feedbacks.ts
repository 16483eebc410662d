import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { candidateOf } from './candidateOf.ts'

/** What candidates said after their tests, as the organization's staff reads it. */

const ofOrganization = (organizationId: number) =>
  and(isNull(s.feedbacks.deleted_at), eq(s.drives.organization_id, organizationId))

/** One page, newest first, and how many there are. */
export async function listFeedbacks(
  { orm }: Queries,
  of: { organizationId: number; offset: number; limit: number },
) {
  const where = ofOrganization(of.organizationId)
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
    .where(where)
    .orderBy(sql`${s.feedbacks.id} DESC`)
    .limit(of.limit)
    .offset(of.offset)
  const [counted] = await orm
    .select({ n: sql<number>`count(*)` })
    .from(s.feedbacks)
    .innerJoin(s.attempts, eq(s.attempts.id, s.feedbacks.attempt_id))
    .innerJoin(s.drives, eq(s.drives.id, s.attempts.drive_id))
    .where(where)
  return { rows, total: counted?.n ?? 0 }
}

export const findFeedback = async ({ orm }: Queries, id: number, organizationId: number) =>
  (
    await orm
      .select({ id: s.feedbacks.id, attempt_ref: s.attempts.ref })
      .from(s.feedbacks)
      .innerJoin(s.attempts, eq(s.attempts.id, s.feedbacks.attempt_id))
      .innerJoin(s.drives, eq(s.drives.id, s.attempts.drive_id))
      .where(and(eq(s.feedbacks.id, id), ofOrganization(organizationId)))
      .limit(1)
  )[0]

export const setFeedbackDeleted = ({ orm }: Queries, id: number, at: number) =>
  orm.update(s.feedbacks).set({ deleted_at: at }).where(eq(s.feedbacks.id, id))

import type { FeedbackView } from '#contract/views/assessment.ts'
import { findFeedback, listFeedbacks, setFeedbackDeleted } from '#db/queries/feedbacks.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'

/** The feedback of candidates, newest first, under the names they gave in that test. */
export async function feedbacksOf(ctx: Context, actor: StaffActor, query: { offset: number; limit: number }) {
  const { rows, total } = await listFeedbacks(ctx.db.read, {
    organizationId: actor.organizationId,
    ...query,
  })
  const feedbacks = rows.map(
    ({ id, rating, answer, drive_name, candidate }): FeedbackView => ({
      id,
      rating,
      answer,
      candidate_name:
        [candidate.first_name, candidate.last_name].filter(Boolean).join(' ') || candidate.email,
      drive_name,
    }),
  )
  return { feedbacks, total }
}

/** Takes a feedback out of the list. The audit entry keeps nothing that was said. @throws DomainError not_found */
export async function deleteFeedback(ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> {
  return ctx.db.write(async (tx) => {
    const found = await findFeedback(tx, id, actor.organizationId)
    if (!found) throw notFound('The feedback')
    const now = ctx.now()
    await setFeedbackDeleted(tx, id, now)
    const change = { action: 'feedback.delete', subject: `attempt ${found.attempt_ref}` }
    await audit(tx, actor, change, now)
    return { id }
  })
}

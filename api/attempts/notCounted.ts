import type { SubmissionView } from '#contract/views/candidate.ts'
import type { Queries } from '#db/connect.ts'
import type { SubmissionRow } from '#db/queries/judging.ts'
import { findLateDecision } from '#db/queries/lateDecisions.ts'
import { listPauses } from '#db/queries/notices.ts'
import { isInPause } from '#machines/attempt/verdict.ts'

const PAUSED = 'The test was paused when this was made.'
const OVER = 'The time of this test was over when this arrived.'

async function whyLate(q: Queries, attemptId: number, madeAt: number): Promise<string> {
  return isInPause(madeAt, await listPauses(q, attemptId)) ? PAUSED : OVER
}

/** The words for a candidate about work with the verdict late, before anybody has decided about it. */
export const notCounted = async (q: Queries, attemptId: number, madeAt: number): Promise<string> =>
  `${await whyLate(q, attemptId, madeAt)} It is kept, and does not count unless staff accepts it.`

/** The facts for the author of a late submission: staff's decision, and why it does not count while it is held. */
export type LateFacts = Pick<SubmissionView, 'decision' | 'not_counted'>

/** Nothing of a submission that nobody holds or has decided about. */
export async function lateFactsOf(
  q: Queries,
  { status, attempt_id, op_id, made_at }: Pick<SubmissionRow, 'status' | 'attempt_id' | 'op_id' | 'made_at'>,
): Promise<LateFacts> {
  const decision = (await findLateDecision(q, attempt_id, op_id))?.decision
  if (status !== 'held') return decision === 'accepted' ? { decision } : {}
  const words =
    decision === 'rejected'
      ? `${await whyLate(q, attempt_id, made_at)} It is kept, and staff has decided that it does not count.`
      : await notCounted(q, attempt_id, made_at)
  return { ...(decision && { decision }), not_counted: `${words} It took none of your submissions.` }
}

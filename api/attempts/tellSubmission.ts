import type { z } from 'zod'
import type { SubmissionEvent } from '#contract/events.ts'
import type { submissionView } from '#contract/views/candidate.ts'
import type { Queries } from '#db/connect.ts'
import { insertEvent } from '#db/queries/events.ts'
import { findSubmission, listSubmissionTests, type SubmissionRow } from '#db/queries/judging.ts'
import { lateFactsOf } from './notCounted.ts'
import { toSubmission } from './views.ts'

/** A submission as told to a page that counts for itself how many submissions are left. */
export async function toldSubmission(
  q: Queries,
  row: SubmissionRow,
): Promise<z.input<typeof submissionView>> {
  const tests = await listSubmissionTests(q, [row.id])
  return toSubmission(row, 0, tests, await lateFactsOf(q, row))
}

/** The candidate's page learns counts, never an output of a hidden test, nor which of them ended how. */
export async function tellSubmission(tx: Queries, id: number, now: number): Promise<void> {
  const row = await findSubmission(tx, id)
  if (!row || row.kind === 'final') return
  // A page that hears of its submission by an event knows its own clock.
  const { verdict: _, ...view } = await toldSubmission(tx, row)
  const event: SubmissionEvent = { type: 'submission', op_id: row.op_id, ...view }
  await insertEvent(tx, { attempt_id: row.attempt_id }, event, now)
}

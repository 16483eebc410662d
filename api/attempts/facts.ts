import type { TypedOp } from '#contract/ops.ts'
import type { Queries } from '#db/connect.ts'
import { hasFraudReport } from '#db/queries/attempts.ts'
import { countSubmissions, type HeadRow } from '#db/queries/log.ts'
import { countPicturesNamed } from '#db/queries/snapshots.ts'
import type { AttemptFacts } from '#machines/attempt/rules.ts'
import type { Verdict } from '#machines/attempt/verdict.ts'
import type { DriveContent } from './content.ts'

/** The rules' facts, changing as ops are applied within one batch. */
export type LiveFacts = {
  -readonly [K in keyof AttemptFacts]: AttemptFacts[K]
} & { submissionsUsed: Map<number, number>; submissionsLate: Map<number, number> }

/** Feedback from before this end was about another one: minutes came, and the test went on. */
export const isFeedbackGiven = ({
  feedback_at,
  finished_at,
}: Pick<HeadRow, 'feedback_at' | 'finished_at'>): boolean =>
  feedback_at !== null && feedback_at >= (finished_at ?? 0)

/** Loads what the rules need for these op types; what no op asks about is not read. */
export async function loadFacts(
  tx: Queries,
  head: HeadRow,
  content: DriveContent,
  types: ReadonlySet<string>,
): Promise<LiveFacts> {
  const made = types.has('submit') ? await countSubmissions(tx, head.id) : []
  return {
    questions: content.facts.questions,
    problems: content.facts.problems,
    languages: content.facts.languages,
    submissionsUsed: new Map(made.map((row) => [row.problem_id, row.used])),
    submissionsLate: new Map(made.map((row) => [row.problem_id, row.late])),
    mcqsSubmitted: head.mcqs_submitted_at !== null,
    finished: head.finish_seq !== null,
    feedbackGiven: isFeedbackGiven(head),
    fraudReported: types.has('fraud_report') ? await hasFraudReport(tx, head.id) : false,
    picturesNamed: types.has('snapshot_taken') ? await countPicturesNamed(tx, head.id) : 0,
    deadlineAt: head.deadline_at ?? 0,
  }
}

/** Updates the facts for the ops behind one of this type. */
export function advance(facts: LiveFacts, op: TypedOp, verdict: Verdict): void {
  if (op.type === 'submit') {
    const counted = verdict === 'late' ? facts.submissionsLate : facts.submissionsUsed
    const { problem_id } = op.body
    counted.set(problem_id, (counted.get(problem_id) ?? 0) + 1)
  } else if (op.type === 'mcq_submit_all') facts.mcqsSubmitted = true
  else if (op.type === 'finish') Object.assign(facts, { finished: true, feedbackGiven: false })
  else if (op.type === 'snapshot_taken') facts.picturesNamed++
  else if (op.type === 'feedback') facts.feedbackGiven = true
  else if (op.type === 'fraud_report') facts.fraudReported = true
}

import type { TypedOp } from '#contract/ops.ts'
import { questionKindOf } from '#contract/questionKinds.ts'
import type { RejectReason } from '#contract/sync.ts'
import { type AttemptFacts, refusalOf, refusalText } from '#machines/attempt/rules.ts'
import { type ClientState, serverNow } from './state.ts'

/** The server's rules, asked on this device before anything is shown or written: what the log would refuse never enters it. */

/** In words, for the one who did it. */
export class RefusedByRules extends Error {
  readonly reason: RejectReason

  constructor(reason: RejectReason) {
    super(refusalText[reason])
    this.reason = reason
  }
}

/**
 * Why the rules refuse it; null where it may be written. Before the questions are on this device nobody here knows what
 * belongs to the test: that much the server alone decides.
 */
export function refusalHere(memory: ClientState, op: TypedOp): RejectReason | null {
  const { content, attempt } = memory
  const reason = refusalOf(factsOf(memory), op, serverNow(memory), attempt.paused_at !== null)
  return content === null && reason?.startsWith('unknown_') ? null : reason
}

/**
 * Whether work may be written; behind the end nothing is, and nobody is told.
 * @throws RefusedByRules
 */
export function mayWrite(memory: ClientState, op: TypedOp): boolean {
  const reason = refusalHere(memory, op)
  if (reason !== null && reason !== 'after_finish') throw new RefusedByRules(reason)
  return reason === null
}

function factsOf({
  attempt,
  content,
  finishing,
  submissions,
  submitting,
  rejected,
}: ClientState): AttemptFacts {
  const made = submissions.filter(({ op_id }) => !rejected.has(op_id))
  const kept = new Set(submissions.map(({ op_id }) => op_id))
  const counted = (isLate: boolean): Map<number, number> => {
    const used = new Map<number, number>()
    const all = [
      ...made.filter(({ result }) => (result?.not_counted !== undefined) === isLate),
      // On its way into the log: in time, as far as this device knows.
      ...(isLate ? [] : submitting.filter(({ op_id }) => !kept.has(op_id))),
    ]
    for (const { problem_id } of all) used.set(problem_id, (used.get(problem_id) ?? 0) + 1)
    return used
  }
  return {
    questions: new Map(
      content?.questions.map((question) => [
        question.id,
        { kind: questionKindOf(question), options: new Set(question.options.map(({ id }) => id)) },
      ]),
    ),
    problems: new Map(content?.problems.map(({ id, submission_count }) => [id, submission_count])),
    languages: new Set(content?.languages.map(({ id }) => id)),
    submissionsUsed: counted(false),
    submissionsLate: counted(true),
    mcqsSubmitted: attempt.mcqs_submitted,
    finished: attempt.finished_at !== null || finishing !== null,
    feedbackGiven: attempt.feedback_given ?? false,
    fraudReported: attempt.fraud_reported ?? false,
    picturesNamed: attempt.pictures_named ?? 0,
    deadlineAt: attempt.deadline_at,
  }
}

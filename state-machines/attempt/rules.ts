import { MAX_SNAPSHOTS } from '#contract/constants.ts'
import type { ChoiceBody, DraftBody, OpType, SubmitBody, TypedOp } from '#contract/ops.ts'
import { type QuestionKind, refuseOptions } from '#contract/questionKinds.ts'
import type { RejectReason } from '#contract/sync.ts'

/** The rules for appending, given facts: the same function decides on the device and on the server. */

export interface QuestionFacts {
  kind: QuestionKind
  options: ReadonlySet<number>
}

export interface AttemptFacts {
  questions: ReadonlyMap<number, QuestionFacts>
  /** problem id → submissions allowed */
  problems: ReadonlyMap<number, number>
  languages: ReadonlySet<number>
  /** problem id → submissions spent */
  submissionsUsed: ReadonlyMap<number, number>
  /** problem id → submissions that came late: spent they are not, but of them as many are kept as are allowed */
  submissionsLate: ReadonlyMap<number, number>
  mcqsSubmitted: boolean
  /** A finish op stands in the log. */
  finished: boolean
  feedbackGiven: boolean
  fraudReported: boolean
  /** Pictures that the log names. */
  picturesNamed: number
  deadlineAt: number
}

/** A finish(timeout) this long before the deadline comes from a device that has not heard of added minutes. */
export const NOT_OVER_MS = 5_000

/**
 * The ops that may be written once the test is finished: they change nothing that counts, so no time is held against
 * them.
 */
export const afterFinish: ReadonlySet<OpType> = new Set(['feedback', 'fraud_report', 'snapshot_taken'])

/**
 * Why an op is refused, or null where it is applied.
 * @param now the time the decision is made at, in server milliseconds
 * @param isLate the op waits for staff
 */
export function refusalOf(
  facts: AttemptFacts,
  op: TypedOp,
  now: number,
  isLate = false,
): RejectReason | null {
  if (facts.finished && op.type === 'finish') return 'already_finished'
  if (facts.finished && !afterFinish.has(op.type)) return 'after_finish'
  switch (op.type) {
    case 'mcq_select':
    case 'mcq_save':
      return facts.mcqsSubmitted ? 'already_submitted' : refuseChoice(facts, op.body)
    case 'mcq_submit_all':
      if (facts.mcqsSubmitted) return 'already_submitted'
      return op.body.at_zero ? refuseZero(facts, now) : null
    case 'draft':
      return refuseCode(facts, op.body)
    case 'submit':
      return refuseCode(facts, op.body) ?? refuseSubmit(facts, op.body, isLate)
    case 'finish':
      return op.body.reason === 'timeout' ? refuseZero(facts, now) : null
    case 'feedback':
      return facts.feedbackGiven ? 'already_submitted' : null
    case 'fraud_report':
      return facts.fraudReported ? 'already_submitted' : null
    case 'snapshot_taken':
      return facts.picturesNamed >= MAX_SNAPSHOTS ? 'too_large' : null
    default:
      return null
  }
}

/** A device that reached zero without having heard of added minutes. */
function refuseZero(facts: AttemptFacts, now: number): RejectReason | null {
  return facts.deadlineAt - now > NOT_OVER_MS ? 'not_over' : null
}

function refuseChoice(facts: AttemptFacts, body: ChoiceBody): RejectReason | null {
  const question = facts.questions.get(body.question_id)
  if (!question) return 'unknown_question'
  if (!body.selected_options.every((id) => question.options.has(id))) return 'unknown_option'
  if (new Set(body.selected_options).size !== body.selected_options.length) return 'bad_body'
  return refuseOptions[question.kind](body.selected_options)
}

function refuseCode(facts: AttemptFacts, body: DraftBody | SubmitBody): RejectReason | null {
  if (!facts.problems.has(body.problem_id)) return 'unknown_problem'
  if (!facts.languages.has(body.language_id)) return 'unknown_language'
  return null
}

function refuseSubmit(facts: AttemptFacts, body: SubmitBody, isLate: boolean): RejectReason | null {
  const submissionsUsed = isLate ? facts.submissionsLate : facts.submissionsUsed
  const left = submissionsLeft({ problems: facts.problems, submissionsUsed }, body.problem_id)
  return left > 0 ? null : 'no_submissions_left'
}

/**
 * Whether an op becomes the value of its key. The program of a submission beyond the limit does, as a draft would: its
 * device may learn of the limit with the refusal alone, behind a finish that leaves it nothing more to write.
 */
export const setsItsKey = (type: string, reason: string | null): boolean =>
  reason === null || (type === 'submit' && reason === 'no_submissions_left')

/** Submissions a candidate may still make for a problem. */
export function submissionsLeft(
  facts: Pick<AttemptFacts, 'problems' | 'submissionsUsed'>,
  problemId: number,
): number {
  // Staff may accept a late one though all are spent.
  return Math.max(0, (facts.problems.get(problemId) ?? 0) - (facts.submissionsUsed.get(problemId) ?? 0))
}

/** Words for a refusal, where a person must read it. */
export const refusalText: Record<RejectReason, string> = {
  bad_body: 'The request does not have the form this needs.',
  unknown_question: 'This question is not part of the test.',
  unknown_option: 'This option does not belong to the question.',
  single_choice: 'Only one option can be chosen for this question.',
  unknown_problem: 'This problem is not part of the test.',
  unknown_language: 'This language is not offered.',
  no_submissions_left: 'Submission limit Exceeded',
  already_submitted: 'This was already submitted.',
  after_finish: 'The test is finished.',
  already_finished: 'The test is already finished.',
  not_over: 'The time is not over yet.',
  too_large: 'This is too large to be kept.',
  log_full: 'The log of this test is full: this was not taken. It stays on the device.',
  window_closed: 'The time to send answers is over.',
}

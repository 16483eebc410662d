import { MAX_SNAPSHOTS } from '#contract/constants.ts'
import type { ChoiceBody, DraftBody, FinishBody, OpType, SubmitBody } from '#contract/ops.ts'
import type { RejectReason } from '#contract/sync.ts'

/** What may be appended, given facts: the same function decides on the device and on the server. */

export interface QuestionFacts {
  isMultiSelect: boolean
  options: ReadonlySet<number>
}

export interface AttemptFacts {
  questions: ReadonlyMap<number, QuestionFacts>
  /** problem id → submissions allowed */
  problems: ReadonlyMap<number, number>
  languages: ReadonlySet<number>
  /** problem id → submissions spent */
  submissionsUsed: ReadonlyMap<number, number>
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

/** What may be written once the test is finished: it changes nothing that counts, so no time is held against it. */
export const afterFinish: ReadonlySet<OpType> = new Set(['feedback', 'fraud_report', 'snapshot_taken'])

/**
 * Why an op is refused, or null where it is applied.
 * @param now the time the decision is made at, in server milliseconds
 */
export function refusalOf(
  facts: AttemptFacts,
  type: OpType,
  body: unknown,
  now: number,
): RejectReason | null {
  if (facts.finished && type === 'finish') return 'already_finished'
  if (facts.finished && !afterFinish.has(type)) return 'after_finish'
  switch (type) {
    case 'mcq_select':
    case 'mcq_save':
      return facts.mcqsSubmitted ? 'already_submitted' : refuseChoice(facts, body as ChoiceBody)
    case 'mcq_submit_all':
      if (facts.mcqsSubmitted) return 'already_submitted'
      return (body as { at_zero?: boolean }).at_zero ? refuseZero(facts, now) : null
    case 'draft':
      return refuseCode(facts, body as DraftBody)
    case 'submit':
      return refuseCode(facts, body as SubmitBody) ?? refuseSubmit(facts, body as SubmitBody)
    case 'finish':
      return (body as FinishBody).reason === 'timeout' ? refuseZero(facts, now) : null
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
  if (!question.isMultiSelect && body.selected_options.length > 1) return 'single_choice'
  return null
}

function refuseCode(facts: AttemptFacts, body: DraftBody | SubmitBody): RejectReason | null {
  if (!facts.problems.has(body.problem_id)) return 'unknown_problem'
  if (!facts.languages.has(body.language_id)) return 'unknown_language'
  return null
}

function refuseSubmit(facts: AttemptFacts, body: SubmitBody): RejectReason | null {
  return submissionsLeft(facts, body.problem_id) > 0 ? null : 'no_submissions_left'
}

/** Submissions a candidate may still make for a problem. */
export function submissionsLeft(
  facts: Pick<AttemptFacts, 'problems' | 'submissionsUsed'>,
  problemId: number,
): number {
  return (facts.problems.get(problemId) ?? 0) - (facts.submissionsUsed.get(problemId) ?? 0)
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

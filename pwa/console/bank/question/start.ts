import type { BankQuestionView } from '#contract/views/bank.ts'
import type { OpenedForm } from '../../kit/drafts/useOpened.ts'
import { emptyQuestion, type QuestionValues, questionValues } from './values.ts'

/** The state with which the form is opened. */
export interface QuestionStart {
  userId: number
  /** Name of its draft. */
  draft: string
  keptAt: number | null
  /** The question the form is measured against; null for a new one. */
  stored: BankQuestionView | null
  values: QuestionValues
  /** The values of a form without a draft. */
  plain: QuestionValues
}

/** The draft's name: that of the question it changes, or a name of its own for a question not made yet. */
export const draftOf = (questionId: number | string | null): string =>
  questionId === null ? 'question new' : `question edit ${questionId}`

/** A draft stands on the question as it was when it was begun; without one the form is the question as it is. */
export function questionStart({
  userId,
  draft,
  source,
  ...found
}: OpenedForm<BankQuestionView, QuestionValues, BankQuestionView>): QuestionStart {
  // A new question changes none that stands: such a draft is of an earlier build, which kept the question made last so.
  const isOthers = source === null && found.kept?.stored != null
  const { kept, keptAt } = isOthers ? { kept: null, keptAt: null } : found
  const stored = kept?.stored ?? source
  const plain = stored ? questionValues(stored) : emptyQuestion()
  return { userId, draft, keptAt, stored, plain, values: kept?.form ?? plain }
}

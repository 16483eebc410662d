import { consoleTexts as t } from './consoleTexts.ts'
import type { RejectReason } from './sync.ts'

/**
 * The kinds of question: one table a matter with an entry a kind, so that a page loads only the tables it reads. On the
 * wire and in the database a question names its kind by `is_multi_select`.
 */

/** As a file of questions spells them. */
export const questionKinds = ['single', 'multiple'] as const
export type QuestionKind = (typeof questionKinds)[number]

type OfKinds<T> = Readonly<Record<QuestionKind, T>>

export const questionKindOf = ({ is_multi_select }: { is_multi_select: boolean }): QuestionKind =>
  is_multi_select ? 'multiple' : 'single'

/** A kind as the wire names it. */
export const onTheWire: OfKinds<{ is_multi_select: boolean }> = {
  single: { is_multi_select: false },
  multiple: { is_multi_select: true },
}

/** The name staff uses. */
export const kindLabels: OfKinds<string> = { single: 'Single Choice', multiple: 'Multiple Choice' }

/** The name the questions of a drive use. */
export const kindLabelsInDrive: OfKinds<string> = { single: 'Single Select', multiple: 'Multiple Select' }

/** Why these options of a question are no answer to it; null where they are. */
export const refuseOptions: OfKinds<(selected: readonly number[]) => RejectReason | null> = {
  single: (selected) => (selected.length > 1 ? 'single_choice' : null),
  multiple: () => null,
}

type IsRight = (
  selected: readonly number[],
  options: readonly { id: number; is_answer: boolean }[],
) => boolean

/** Exactly the right options, no more and no fewer. */
const isExactlyRight: IsRight = (selected, options) => {
  const right = new Set(options.filter((one) => one.is_answer).map(({ id }) => id))
  return right.size > 0 && selected.length === right.size && selected.every((id) => right.has(id))
}

/** Whether an answer gets the question's marks. */
export const isAnsweredRight: OfKinds<IsRight> = { single: isExactlyRight, multiple: isExactlyRight }

/** The fault of so many right options; null if there is none. */
export const rightFault: OfKinds<(right: number) => string | null> = {
  single: (right) => (right === 0 ? t.oneCorrect : right > 1 ? t.onlyOneCorrect : null),
  multiple: (right) => (right === 0 ? t.oneCorrect : null),
}

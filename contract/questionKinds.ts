import { consoleTexts as t } from './consoleTexts.ts'
import { letterOf } from './letters.ts'
import type { KindOnTheWire } from './primitives.ts'
import type { RejectReason } from './sync.ts'

/**
 * The kinds of question: one table a matter with an entry a kind, so that a page loads only the tables it reads. On the
 * wire and in the database a question names its kind by `is_multi_select`.
 */

/** As a file of questions spells them. */
export const questionKinds = ['single', 'multiple'] as const
export type QuestionKind = (typeof questionKinds)[number]

export type OfKinds<T> = Readonly<Record<QuestionKind, T>>

export const questionKindOf = ({ is_multi_select }: KindOnTheWire): QuestionKind =>
  is_multi_select ? 'multiple' : 'single'

export const onTheWire: OfKinds<KindOnTheWire> = {
  single: { is_multi_select: false },
  multiple: { is_multi_select: true },
}

/** The name of a kind on the wire, out of all that a question or its row has. */
export const kindOnTheWireOf = (question: KindOnTheWire): KindOnTheWire => onTheWire[questionKindOf(question)]

/** The fields that name it there. A call leaves nothing of it in pages that do not ask. */
export const kindFields = (): string[] => Object.keys(onTheWire.single)

/** The name staff uses. */
export const kindLabels: OfKinds<string> = { single: 'Single Choice', multiple: 'Multiple Choice' }

/** The name the questions of a drive use. */
export const kindLabelsInDrive: OfKinds<string> = { single: 'Single Select', multiple: 'Multiple Select' }

/** The task, as it stands above the options. */
export const taskWords: OfKinds<string> = {
  single: 'Choose one answer',
  multiple: 'Choose all that apply',
}

type InOrder = <T>(options: readonly T[]) => readonly T[]

const asWritten: InOrder = (options) => options

/** The options in the order that people see, whose letters go by it; without one they come as the bank has them. */
export const shownOptions: OfKinds<InOrder> = { single: asWritten, multiple: asWritten }

type NextSelection = (selected: readonly number[], id: number) => number[]

/** The selection after a click on an option. */
export const nextSelection: OfKinds<NextSelection> = {
  single: (_, id) => [id],
  multiple: (selected, id) =>
    selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id],
}

type IsSame = (a: readonly number[], b: readonly number[]) => boolean

const areSameOptions: IsSame = (a, b) => a.length === b.length && a.every((id) => b.includes(id))

/** Whether two selections are one answer. */
export const isSameAnswer: OfKinds<IsSame> = { single: areSameOptions, multiple: areSameOptions }

type Letters = (shown: readonly { id: number }[], selected: readonly number[]) => string[]

const lettersAsShown: Letters = (shown, selected) =>
  shown.flatMap(({ id }, place) => (selected.includes(id) ? [letterOf(place)] : []))

/** An answer by its letters. @param shown the options in the order that people see */
export const answerLetters: OfKinds<Letters> = { single: lettersAsShown, multiple: lettersAsShown }

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

/** The error of so many right options; null if there is none. */
export const rightError: OfKinds<(right: number) => string | null> = {
  single: (right) => (right === 0 ? t.oneCorrect : right > 1 ? t.onlyOneCorrect : null),
  multiple: (right) => (right === 0 ? t.oneCorrect : null),
}

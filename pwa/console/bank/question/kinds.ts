import { type OfKinds, type QuestionKind, questionKinds } from '#contract/questionKinds.ts'

/** A kind as the form holds it, and the drafts of forms on devices: 'true' is Multiple Choice, '' nothing chosen yet. */
export type KindValue = '' | 'true' | 'false'

const values: OfKinds<Exclude<KindValue, ''>> = { single: 'false', multiple: 'true' }

export const kindValueOf = (kind: QuestionKind): Exclude<KindValue, ''> => values[kind]

/** Single where nothing was chosen: the form tells that as an error of its own. */
export const kindOfValue = (value: KindValue): QuestionKind =>
  questionKinds.find((kind) => values[kind] === value) ?? 'single'

/** The kind as the page of a question tells it. */
export const kindFacts: OfKinds<readonly [name: string, value: string]> = {
  single: ['Multi-select', 'No'],
  multiple: ['Multi-select', 'Yes'],
}

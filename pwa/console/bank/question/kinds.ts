import { type QuestionKind, questionKinds } from '#contract/questionKinds.ts'

/** A kind as the form holds it, and the drafts of forms on devices: 'true' is Multiple Choice, '' nothing chosen yet. */
export type KindValue = '' | 'true' | 'false'

const values: Readonly<Record<QuestionKind, Exclude<KindValue, ''>>> = { single: 'false', multiple: 'true' }

export const kindValueOf = (kind: QuestionKind): Exclude<KindValue, ''> => values[kind]

/** Single where nothing was chosen: the form tells that as a fault of its own. */
export const kindOfValue = (value: KindValue): QuestionKind =>
  questionKinds.find((kind) => values[kind] === value) ?? 'single'

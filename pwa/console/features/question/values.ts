import type { NewQuestionInput } from '#contract/forms/question.ts'
import type { QuestionView } from '../../views.ts'
import { inUnit, timeFault, toSeconds, type Unit } from './units.ts'

/** What the form holds, and how it becomes what the calls take. */

export interface OptionValues {
  /** Of the row on the screen alone. */
  key: string
  /** null: not saved yet. */
  id: number | null
  description: string
  is_answer: boolean
  /** As the server signed it, or bare where it was put there just now; null without a picture. */
  image_url: string | null
}

export interface QuestionValues {
  description: string
  image_url: string | null
  image_alt: string
  difficulty: string
  tags: readonly string[]
  /** 'true' is Multiple Choice; '' is nothing chosen yet. */
  type: '' | 'true' | 'false'
  marks: string
  time: string
  unit: Unit
  options: readonly OptionValues[]
}

export const newOption = (): OptionValues => ({
  key: `new ${crypto.getRandomValues(new Uint32Array(2)).join(' ')}`,
  id: null,
  description: '',
  is_answer: false,
  image_url: null,
})

export const emptyValues = (): QuestionValues => ({
  description: '',
  image_url: null,
  image_alt: '',
  difficulty: '',
  tags: [],
  type: '',
  marks: '0',
  time: '0',
  unit: 'second',
  options: [newOption()],
})

/**
 * The question as it stands.
 * @param unit the one that its time was typed in, for a form that goes on after saving
 */
export const valuesOf = (question: QuestionView, unit: Unit = 'second'): QuestionValues => ({
  description: question.description,
  image_url: question.image_url,
  image_alt: question.image_alt ?? '',
  difficulty: question.difficulty,
  tags: question.tags,
  type: question.is_multi_select ? 'true' : 'false',
  marks: String(question.marks),
  ...inUnit(question.time_in_seconds, unit),
  options: question.options.map((option) => ({ key: `saved ${option.id}`, ...option })),
})

/** An address without what the server signed it with. */
const bare = (url: string | null): string | null => url?.split('?', 1)[0] ?? null

/** What was typed, whatever keys its rows have on the screen and whatever unit its time is told in. */
export const isSameQuestion = (a: QuestionValues, b: QuestionValues): boolean => plain(a) === plain(b)
const plain = (values: QuestionValues): string =>
  JSON.stringify({
    ...values,
    ...(timeFault(values.time, values.unit) === undefined && {
      time: toSeconds(Number(values.time), values.unit),
      unit: 'second',
    }),
    image_url: bare(values.image_url),
    options: values.options.map(({ key: _, ...option }) => ({
      ...option,
      image_url: bare(option.image_url),
    })),
  })

/**
 * The call's body: the options that stand first, so that the server's letters are the form's.
 * @param stored the question as it stands there: what the form no longer has is taken away
 */
export function bodyOf(values: QuestionValues, stored: QuestionView | null): NewQuestionInput {
  const known = new Set(stored?.options.map((option) => option.id))
  const kept = new Set(values.options.map((option) => option.id))
  const gone = stored?.options.filter((option) => !kept.has(option.id)) ?? []
  return {
    description: values.description,
    is_multi_select: values.type === 'true',
    marks: values.marks,
    time_in_seconds: toSeconds(Number(values.time), values.unit),
    difficulty_list: values.difficulty,
    tag_list: [...values.tags],
    image_url: bare(values.image_url),
    image_alt: values.image_alt.trim() || null,
    options_attributes: [
      ...values.options.map(({ id, description, is_answer, image_url }) => ({
        ...(id !== null && known.has(id) && { id }),
        description,
        is_answer,
        image_url: bare(image_url),
      })),
      ...gone.map(({ id, is_answer }) => ({ id, is_answer, _destroy: true })),
    ],
  }
}

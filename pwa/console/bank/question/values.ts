import type { NewQuestionInput } from '#contract/forms/question.ts'
import { letterOf } from '#contract/letters.ts'
import { kindLabels, onTheWire, questionKindOf } from '#contract/questionKinds.ts'
import type { BankQuestionView } from '#contract/views/bank.ts'
import { entriesWithOwnChanges, withOwnChanges } from '#machines/forms/ownChanges.ts'
import type { ComparedField } from '../../kit/form/Conflict.tsx'
import { formatSpan } from '../../kit/format/dates.ts'
import { newKey } from '../../kit/http/idempotentRequest.ts'
import { type KindValue, kindOfValue, kindValueOf } from './kinds.ts'
import { inUnit, timeError, toSeconds, type Unit } from './units.ts'

/** The form's values, and how they become what the calls take. */

export interface OptionValues {
  /** A key for the row on the screen alone. */
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
  type: KindValue
  marks: string
  time: string
  unit: Unit
  options: readonly OptionValues[]
}

export const newOption = (): OptionValues => ({
  key: `new ${newKey()}`,
  id: null,
  description: '',
  is_answer: false,
  image_url: null,
})

export const emptyQuestion = (): QuestionValues => ({
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
export const questionValues = (question: BankQuestionView, unit: Unit = 'second'): QuestionValues => ({
  description: question.description,
  image_url: question.image_url,
  image_alt: question.image_alt ?? '',
  difficulty: question.difficulty,
  tags: question.tags,
  type: kindValueOf(questionKindOf(question)),
  marks: String(question.marks),
  ...inUnit(question.time_in_seconds, unit),
  options: question.options.map((option) => ({ key: `saved ${option.id}`, ...option })),
})

/** An address without what the server signed it with. */
const bare = (url: string | null): string | null => url?.split('?', 1)[0] ?? null

/** Compares what was typed, whatever keys its rows have on the screen and whatever unit its time is told in. */
export const isSameQuestion = (a: QuestionValues, b: QuestionValues): boolean => same(plain(a), plain(b))

const plain = (values: QuestionValues) => ({
  ...values,
  ...(timeError(values.time, values.unit) === undefined && {
    time: toSeconds(Number(values.time), values.unit),
    unit: 'second',
  }),
  image_url: bare(values.image_url),
  options: values.options.map(plainOption),
})

const plainOption = (option: OptionValues) => ({ ...option, key: '', image_url: bare(option.image_url) })

/**
 * The state to go on from after somebody else saved meanwhile: theirs, with one's own changes that do not contradict
 * it; options one by one.
 */
export const questionOnTheirs = (
  mine: QuestionValues,
  before: QuestionValues,
  theirs: QuestionValues,
): QuestionValues => ({
  ...withOwnChanges(
    { before, mine, theirs },
    {
      together: [
        ['time', 'unit'],
        ['image_url', 'image_alt'],
      ],
      plain,
    },
  ),
  options: entriesWithOwnChanges(
    { before: before.options, mine: mine.options, theirs: theirs.options },
    ({ id }) => id,
    { plain: plainOption },
  ),
})

const optionOf = ({ description, is_answer, image_url }: OptionValues) => ({
  description,
  is_answer,
  image_url: bare(image_url),
})

/** The whole question as the call takes it. */
export const questionBody = (values: QuestionValues): NewQuestionInput => ({
  description: values.description,
  ...onTheWire[kindOfValue(values.type)],
  marks: values.marks,
  time_in_seconds: toSeconds(Number(values.time), values.unit),
  difficulty_list: values.difficulty,
  tag_list: [...values.tags],
  image_url: bare(values.image_url),
  image_alt: values.image_alt.trim() || null,
  options_attributes: values.options.map(optionOf),
})

type OptionEntry = NewQuestionInput['options_attributes'][number]
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * New options, those that are other than they stood, and behind them those that went. One that was changed here and
 * taken away by somebody else is made anew.
 */
function changedOptions(values: QuestionValues, base: BankQuestionView, standing: BankQuestionView) {
  const before = new Map(questionValues(base).options.map((option) => [option.id, option]))
  const stands = new Set(standing.options.map((option) => option.id))
  const kept = new Set(values.options.map((option) => option.id))
  const written = values.options.flatMap((option, place): { entry: OptionEntry; place: number }[] => {
    const stood = option.id === null ? undefined : before.get(option.id)
    const now = optionOf(option)
    if (stood && same(optionOf(stood), now)) return []
    return [{ entry: option.id !== null && stands.has(option.id) ? { id: option.id, ...now } : now, place }]
  })
  const gone = base.options.filter(({ id }) => !kept.has(id) && stands.has(id))
  return {
    entries: [
      ...written.map(({ entry }) => entry),
      ...gone.map(({ id, is_answer }): OptionEntry => ({ id, is_answer, _destroy: true })),
    ],
    places: written.map(({ place }) => place),
  }
}

interface QuestionChange {
  body: Partial<NewQuestionInput> & { version: number }
  /** The places of the options in the form, by their places in the call. */
  places: readonly number[]
}

/**
 * Only what is other than the question the form was begun with, so that nobody else's change is written over.
 * @param standing as it stands there now, where somebody else changed it since
 */
export function questionChange(
  values: QuestionValues,
  base: BankQuestionView,
  standing: BankQuestionView = base,
): QuestionChange {
  const { options_attributes: _, ...now } = questionBody(values)
  const stood: Record<string, unknown> = questionBody(questionValues(base))
  const { entries, places } = changedOptions(values, base, standing)
  return {
    body: {
      ...Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, stood[name]))),
      ...(entries.length > 0 && { options_attributes: entries }),
      version: standing.version,
    },
    places,
  }
}

/** One time is one time, whatever unit it was typed in. */
const formatTimeLeft = ({ time, unit }: QuestionValues): string =>
  timeError(time, unit) === undefined ? formatSpan(toSeconds(Number(time), unit)) : time

const formatOptions = ({ options }: QuestionValues): string =>
  options
    .map(
      ({ description, is_answer }, i) =>
        `${letterOf(i)}: ${description || '(picture)'}${is_answer ? ' (answer)' : ''}`,
    )
    .join(', ')

/** A question as two people compare what they changed of it. */
export const comparedOfQuestion: readonly ComparedField<QuestionValues>[] = [
  ['Question Description', (one) => one.description],
  ['Difficulty', (one) => one.difficulty],
  ['Tags', (one) => one.tags.join(', ')],
  ['Type', ({ type }) => (type === '' ? '-' : kindLabels[kindOfValue(type)])],
  ['Marks', (one) => one.marks],
  ['Time', formatTimeLeft],
  ['Picture', ({ image_url, image_alt }) => (image_url ? image_alt || 'a picture' : '-')],
  ['Options', formatOptions],
]

import { letterOf } from '#contract/letters.ts'
import { kindLabels } from '#contract/questionKinds.ts'
import type { ComparedField } from '../../kit/form/conflictRows.ts'
import { formatSpan } from '../../kit/format/dates.ts'
import { kindOfValue } from './kinds.ts'
import { timeError, toSeconds } from './units.ts'
import type { QuestionValues } from './values.ts'

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

import { z } from 'zod'
import { composed } from '../composed.ts'
import { consoleTexts as t } from '../consoleTexts.ts'
import { letterOf } from '../letters.ts'
import { id, ignored, kindInForm, text } from '../primitives.ts'
import { type QuestionKind, questionKindOf, rightError } from '../questionKinds.ts'
import { imageAddress, imageAlt, nameOf, namesOf } from './bank.ts'
import { wholeNumber, words } from './fields.ts'

/** Multiple-choice questions as the form and the calls write them (specification, section 5). */

export const MAX_OPTIONS = 5

const option = z.strictObject({
  id: id.optional(),
  description: text(2_500, { tooLong: 'An option has at most 350 characters' })
    .transform((s) => composed(s.trim()))
    .pipe(z.string().max(350, 'An option has at most 350 characters'))
    .nullable()
    .default(''),
  is_answer: z.boolean('Say whether this option is an answer'),
  image_url: imageAddress.optional(),
  _destroy: z.boolean().optional(),
})
export type OptionForm = z.output<typeof option>

/** The rule that a question's options break together, in the order the form tells it; null if none. */
export function optionsError(
  options: readonly {
    description: string | null
    is_answer: boolean
    image_url?: string | null | undefined
    _destroy?: boolean | undefined
  }[],
  kind: QuestionKind,
): string | null {
  const active = options.filter((one) => one._destroy !== true)
  if (active.length < 2) return t.twoOptions
  if (active.length > MAX_OPTIONS) return t.fiveOptions
  return rightError[kind](active.filter((one) => one.is_answer).length)
}

const fields = {
  description: words({
    required: t.questionDescriptionRequired,
    min: [10, t.questionDescriptionTooShort],
    max: [350, t.questionDescriptionTooLong],
  }),
  ...kindInForm,
  marks: wholeNumber({
    required: t.marksRequired,
    whole: 'Marks must be a whole number',
    min: [1, 'Marks must be greater than or equal to 1'],
    max: [999, t.marksTooMany],
  }),
  time_in_seconds: wholeNumber({
    required: t.timeRequired,
    whole: 'Time must be whole seconds',
    min: [1, t.timeTooShort],
    max: [59_940, t.questionTimeTooLong],
  }),
  difficulty_list: nameOf(t.difficultyRequired),
  tag_list: namesOf(t.tagRequired),
  image_url: imageAddress.optional(),
  image_alt: imageAlt.optional(),
  options_attributes: z
    .array(option)
    .max(20, t.fiveOptions)
    .superRefine((options, check) => {
      options.forEach((one, index) => {
        if (one._destroy === true || one.description || one.image_url) return
        // An option that stands may keep the picture it has: the service knows.
        if (one.id !== undefined && one.image_url === undefined) return
        check.addIssue({
          code: 'custom',
          path: [index, 'description'],
          message: `${t.emptyOption} ${letterOf(index)}`,
        })
      })
    }),
}

export const newQuestionBody = z.strictObject(fields).superRefine((body, check) => {
  const error = optionsError(body.options_attributes, questionKindOf(body))
  if (error) check.addIssue({ code: 'custom', path: ['options_attributes'], message: error })
})
export type NewQuestionBody = z.output<typeof newQuestionBody>
export type NewQuestionInput = z.input<typeof newQuestionBody>

/** Every part may be left out; what is not given stays. The options' rules are held against what stands afterwards. */
export const changedQuestionBody = z
  .strictObject(fields)
  .partial()
  .extend({
    id: ignored,
    version: z.number().int().min(1).optional(),
  })
export type ChangedQuestionBody = z.output<typeof changedQuestionBody>

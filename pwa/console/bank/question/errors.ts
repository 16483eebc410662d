import { consoleTexts as t } from '#contract/consoleTexts.ts'
import { newQuestionBody, optionsError } from '#contract/forms/question.ts'
import { kindFields } from '#contract/questionKinds.ts'
import type { FieldErrors } from '../../kit/form/fieldErrors.ts'
import { kindOfValue } from './kinds.ts'
import { timeError } from './units.ts'
import { type QuestionValues, questionBody } from './values.ts'

/** The form's fields by their names on the screen, in their order there. */
export const questionFields = [
  'description',
  'image_url',
  'image_alt',
  'difficulty',
  'tags',
  'type',
  'marks',
  'time',
  'options',
] as const

const ofCall: Record<string, string> = {
  difficulty_list: 'difficulty',
  tag_list: 'tags',
  ...Object.fromEntries(kindFields().map((name) => [name, 'type'])),
  time_in_seconds: 'time',
}

/**
 * A call's field as the form names it: 'options_attributes.2.description' is 'options.2'.
 * @param places where the options of the call stand in the form
 */
export function questionField(path: string, places: readonly number[] = []): string {
  const [head = '', index] = path.split('.')
  if (head === 'options_attributes')
    return index === undefined ? 'options' : `options.${places[Number(index)] ?? index}`
  return ofCall[head] ?? head
}

/** All that is wrong with what was typed, one sentence a field, by the call's own schema. */
export function questionErrors(values: QuestionValues): FieldErrors {
  const body = questionBody(values)
  const errors: Record<string, string> = {}
  const parsed = newQuestionBody.safeParse(body)
  for (const issue of parsed.error?.issues ?? [])
    errors[questionField(issue.path.map(String).join('.'))] ??= issue.message
  // Held here as well: the schema asks for it only once every field is right.
  const together = optionsError(values.options, kindOfValue(values.type))
  if (together !== null && (values.type !== '' || together === t.twoOptions || together === t.fiveOptions))
    errors.options = together
  if (values.type === '') errors.type = 'Type is a required field'
  const time = timeError(values.time, values.unit)
  if (time === undefined) delete errors.time
  else errors.time = time
  return errors
}

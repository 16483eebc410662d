import { consoleTexts } from '#contract/consoleTexts.ts'
import { newProblemBody } from '#contract/forms/bank.ts'
import { type FieldErrors, fieldErrorsOf } from '../../kit/form/fieldErrors.ts'
import { type ProblemValues, problemBody } from './values.ts'

/** The page's fields in their order; the first that is wrong gets the focus. */
export const problemFields = [
  'title',
  'difficulty',
  'tags',
  'time_in_minutes',
  'submission_count',
  'checker',
  'tolerance',
  'judging',
  'description',
  'image_url',
  'image_alt',
  'tests',
  'reference',
  'limits',
] as const

/** The calls name the tests in their own way. */
export const problemField = (name: string): string =>
  name === 'test_cases_attributes' || name.startsWith('test_cases_attributes.') ? 'tests' : name

const CPU = 'From 100 to 10,000 ms'
const MEMORY = 'From 32 to 512 MB'

/** The errors by field; those of the limits by 'limits.python.cpu_ms'. */
export function problemErrors(values: ProblemValues, isNew: boolean): FieldErrors {
  const found: Record<string, string> = {}
  for (const [name, sentence] of Object.entries(fieldErrorsOf(newProblemBody, problemBody(values)))) {
    if (name.startsWith('limits.')) found[name] = name.endsWith('cpu_ms') ? CPU : MEMORY
    else if (name.startsWith('judging')) found.judging ??= sentence
    else if (name === 'limits') found[name] = 'A limit is out of range.'
    else found[problemField(name)] ??= sentence
  }
  if (found.tags === consoleTexts.problemTagsRequired && !isNew) found.tags = consoleTexts.tagRequired
  return found
}

/** How many fields are wrong. */
export const problemErrorCount = (errors: FieldErrors): number =>
  problemFields.filter((name) => errors[name]).length

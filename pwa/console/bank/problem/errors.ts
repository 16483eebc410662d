import { consoleTexts } from '#contract/consoleTexts.ts'
import { importedProblemBody, newProblemBody } from '#contract/forms/bank.ts'
import { isLongStatement } from '#contract/forms/statement.ts'
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

/**
 * The errors by field; those of the limits by 'limits.python.cpu_ms'.
 * @param stored the statement that stands, by which a long one may be saved; null for a new problem
 */
export function problemErrors(values: ProblemValues, stored: string | null): FieldErrors {
  const found: Record<string, string> = {}
  const schema = isLongStatement(stored ?? '') ? importedProblemBody : newProblemBody
  for (const [name, sentence] of Object.entries(fieldErrorsOf(schema, problemBody(values)))) {
    if (name.startsWith('limits.')) found[name] = name.endsWith('cpu_ms') ? CPU : MEMORY
    else if (name.startsWith('judging')) found.judging ??= sentence
    else if (name === 'limits') found[name] = 'A limit is out of range.'
    else found[problemField(name)] ??= sentence
  }
  if (found.tags === consoleTexts.problemTagsRequired && stored !== null)
    found.tags = consoleTexts.tagRequired
  return found
}

/** How many fields are wrong. */
export const problemErrorCount = (errors: FieldErrors): number =>
  problemFields.filter((name) => errors[name]).length

import type { ComparedField } from '../../kit/form/conflictRows.ts'
import { type ProblemValues, problemBody } from './values.ts'

const testsOf = ({ tests }: ProblemValues): string =>
  tests
    .map(
      ({ input, output, marks }) => `${input.trim().slice(0, 40)} → ${output.trim().slice(0, 40)} (${marks})`,
    )
    .join('; ')

/** A problem as two people compare what they changed of it. */
export const comparedOfProblem: readonly ComparedField<ProblemValues>[] = [
  ['Problem Title', (one) => one.title],
  ['Difficulty', (one) => one.difficulty],
  ['Tags', (one) => one.tags.join(', ')],
  ['Time (mins)', (one) => one.time_in_minutes],
  ['Submission Count', (one) => one.submission_count],
  ['Checker', (one) => [one.checker, one.tolerance].filter(Boolean).join(', ')],
  ['Description', (one) => one.description],
  ['Picture', (one) => (problemBody(one).image_url ? one.image_alt || 'a picture' : '-')],
  ['Test Cases', testsOf],
  ['Limits', (one) => JSON.stringify(problemBody(one).limits ?? {})],
  ['Reference solution', (one) => one.reference.source],
]

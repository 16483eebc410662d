import type { NewProblemBody } from '#contract/forms/bank.ts'
import type { NewProblem } from '../authoring.ts'

/** The parts that stand elsewhere than in the body, or not there as they are kept. */
type Beside = Required<Pick<NewProblem, 'imageKey' | 'imageAlt' | 'templates' | 'reference'>>

/** A problem to be made as a form, a row or a package describes it. */
export const newProblemOf = (body: NewProblemBody, beside: Beside): NewProblem => ({
  title: body.title,
  description: body.description,
  difficulty: body.difficulty,
  tags: body.tags,
  timeInMinutes: body.time_in_minutes,
  submissionCount: body.submission_count,
  checker: body.checker ?? 'exact',
  tolerance: body.tolerance ?? null,
  limits: body.limits ?? null,
  judging: body.judging ?? null,
  tests: body.test_cases_attributes.map(({ input, output, marks, is_sample, group_name }) => ({
    input,
    output,
    marks,
    isSample: is_sample ?? false,
    group: group_name ?? null,
  })),
  ...beside,
})

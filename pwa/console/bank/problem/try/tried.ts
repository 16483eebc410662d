import type { Checker } from '#contract/forms/bank.ts'
import type { ProblemLimits } from '#contract/programLimits.ts'
import type { TemplateView } from '#contract/views/bank.ts'
import { limitsOf, type ProblemValues, toleranceOf } from '../values.ts'
import type { CheckAsked } from './useCheck.ts'

/** A problem as it is tried: saved or not. */
export interface Tried {
  title: string
  description: string
  difficulty: string
  minutes: string
  submissions: number
  imageUrl: string | null
  imageAlt: string
  checker: Checker
  tolerance: string | null
  limits: ProblemLimits | null
  tests: CheckAsked['tests']
  /** Its own; in other languages the organization's defaults begin. */
  templates: readonly Pick<TemplateView, 'language_id' | 'code'>[]
}

/** The problem as its form has it now. */
export const triedOf = (values: ProblemValues, templates: Tried['templates']): Tried => ({
  title: values.title.trim() || 'Untitled problem',
  description: values.description,
  difficulty: values.difficulty,
  minutes: values.time_in_minutes,
  submissions: Number(values.submission_count) || 0,
  imageUrl: values.image_url,
  imageAlt: values.image_alt,
  checker: values.checker,
  tolerance: toleranceOf(values),
  limits: limitsOf(values),
  tests: values.tests.map(({ input, output, marks, is_sample }) => ({
    input,
    output,
    marks: Number(marks),
    is_sample,
  })),
  templates,
})

export const marksOf = (tests: Tried['tests']): number =>
  tests.reduce((sum, { marks }) => sum + (marks || 0), 0)

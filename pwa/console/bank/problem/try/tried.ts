import type { TemplateView } from '#contract/views/bank.ts'
import { judgedAs, type ProblemValues, triedTest } from '../values.ts'
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
  judged: Pick<CheckAsked, 'checker' | 'tolerance' | 'limits' | 'judging'>
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
  judged: judgedAs(values),
  tests: values.tests.map(triedTest),
  templates,
})

export const marksOf = (tests: Tried['tests']): number =>
  tests.reduce((sum, { marks }) => sum + (marks || 0), 0)

import type { TemplateView } from '#contract/views/bank.ts'
import { judgedAs, type ProblemValues, triedTest } from '../values.ts'
import type { CheckAsked } from './useCheck.ts'

/** A problem as it is tried: saved or not. */
export interface Tried {
  title: string
  description: string
  /** Signed addresses of the pictures in it. */
  pictures: readonly string[]
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

/** The same list each time: a new one would be drawn anew. */
const none: readonly never[] = []

/**
 * The problem as its form has it now.
 * @param stored null for a new one
 */
export const triedOf = (
  values: ProblemValues,
  stored: Pick<Tried, 'templates' | 'pictures'> | null,
): Tried => ({
  title: values.title.trim() || 'Untitled problem',
  description: values.description,
  pictures: stored?.pictures ?? none,
  difficulty: values.difficulty,
  minutes: values.time_in_minutes,
  submissions: Number(values.submission_count) || 0,
  imageUrl: values.image_url,
  imageAlt: values.image_alt,
  judged: judgedAs(values),
  tests: values.tests.map(triedTest),
  templates: stored?.templates ?? none,
})

export const marksOf = (tests: Tried['tests']): number =>
  tests.reduce((sum, { marks }) => sum + (marks || 0), 0)

import type { Checker } from '#contract/forms/bank.ts'
import type { QuestionType } from '#contract/forms/drive.ts'
import type { LiftedRule } from '#contract/liftedRules.ts'
import { type Sections, sectionsOf } from '#machines/drive/policy.ts'

export const questionTypes = [
  { value: 'problems', label: 'Coding problems' },
  { value: 'mcq', label: 'MCQs' },
  { value: 'problems_mcq', label: 'Coding problems and MCQs' },
] satisfies { value: QuestionType; label: string }[]

const needs = (type: QuestionType): Sections => sectionsOf(type, { allow_coding: true, allow_mcq: true })

/** Those whose sections the organization may use; what is chosen stays among them, or it could not be read. */
export const questionTypesOf = (flags: Sections, chosen: QuestionType | '') =>
  questionTypes.filter(
    ({ value }) =>
      value === chosen ||
      ((flags.allow_coding || !needs(value).allow_coding) && (flags.allow_mcq || !needs(value).allow_mcq)),
  )

/** How outputs are compared, in words; in the order they are offered. */
export const checkerLabels: Record<Checker, string> = {
  exact: 'Line by line',
  tokens: 'Word by word',
  float: 'Numbers',
  unordered: 'Lines in any order',
  program: 'Judge’s program',
}

/** The rules that an accommodation lifts, as staff reads them; in the order in which they are offered. */
export const liftedRuleLabels: Record<LiftedRule, string> = {
  full_screen: 'Full screen not required',
  leave: 'Leaving the window does not end the test',
  paste: 'Copying and pasting is allowed',
  blocked_keys: 'No keys are blocked',
  camera: 'No camera is needed',
}

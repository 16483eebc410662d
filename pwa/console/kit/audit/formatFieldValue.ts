import { plural } from '#contract/plural.ts'
import { checkerLabels, liftedRuleLabels, questionTypes } from '../format/choiceLabels.ts'
import { dateOr, formatSpan } from '../format/dates.ts'

/** How fields of audit entries, and what stands in them, are told: nobody reads the names of the program. */

/** 'is_sample' → 'sample' */
export const spaced = (name: string): string => name.replace(/^is_/, '').replaceAll('_', ' ')

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Fields whose stored names or numbers nobody reads: how they are named, and how a value of them reads. */
export const readAs: Record<string, readonly [name: string, words: (value: number) => string]> = {
  pause_ms: ['Length of pause', (ms) => formatSpan(ms / 1000)],
  // As older entries tell it.
  paused_ms: ['Total time paused', (ms) => formatSpan(ms / 1000)],
  characters: ['Length', (n) => plural(n, 'character')],
  results_retention_days: ['Results are kept for', (n) => plural(n, 'day')],
  minutes_granted: ['Total minutes granted', String],
  minutes: ['Minutes', String],
  time_factor: [
    'Time',
    (factor) => (factor === 1 ? 'same as everyone' : `${Math.round((factor - 1) * 100)}% more`),
  ],
}

/** Fields that are named after their place in the program. */
export const called: Record<string, string> = {
  problem_count_hash: 'Problems by difficulty',
  mcq_count_hash: 'MCQs by difficulty',
  allow_mcq: 'Allow MCQs',
  is_param: 'Param',
  is_param_ai_allowed: 'Param key allowed',
  draw_seed: 'Draw seed',
  show_name: 'Organization name',
  replaced: 'Replaced a previous key',
  read: 'Changes in the file',
  known: 'Already known',
  late: 'Arrived late',
  aside: 'Set aside',
  lifted_rules: 'Rules waived',
  pieces: 'Work',
  named: 'Which',
  decisions: 'Decided before',
  tag_list: 'Tags',
  image_alt: 'Alternative text',
  is_selected: 'Shortlisted',
  is_multi_select: 'Several answers',
  erased: 'Invitations and tests',
  people: 'Candidates erased with them',
}

/** Values that are names in the program, by their field. */
const valueLabels: Record<string, Readonly<Record<string, string>>> = {
  question_type: Object.fromEntries(questionTypes.map(({ value, label }) => [value, label])),
  lifted_rules: liftedRuleLabels,
  checker: checkerLabels,
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Fields of one of several things, as they are told within it; of the rest their names. */
const partText: Record<string, string> = {
  is_answer: 'right',
  cpu_ms: 'processor ms',
  memory_mb: 'memory MB',
}

/** Ids of what stands beside them in words, and what there is none of, say nothing within a list. */
const says = ([name, part]: [string, unknown]): boolean =>
  name !== 'id' && name !== 'piece' && part !== null && part !== ''

/** @param field it stands in */
export function formatFieldValue(value: unknown, field: string): string {
  if (value === null && field === 'results_retention_days') return 'ever'
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    if (field === 'pieces') return plural(value.length, 'piece')
    return value.map((one) => formatFieldValue(one, field)).join(', ')
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(says)
      .map(([name, part]) => `${partText[name] ?? spaced(name)}: ${formatFieldValue(part, name)}`)
      .join(', ')
  const text = String(value)
  if (field === 'changed') return spaced(text)
  return valueLabels[field]?.[text] ?? (MOMENT.test(text) ? dateOr(text, '-') : text)
}

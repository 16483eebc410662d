import type { DriveSettings } from '#contract/forms/drive.ts'
import { plural } from '#contract/plural.ts'
import type { TypedSettings } from '#machines/drive/form.ts'
import type { ComparedField } from '../form/Conflict.tsx'

/** The rules that candidates are held to, in words. */

export const leaving = [
  { value: 'end', label: 'Ends the test immediately' },
  { value: 'warn', label: 'Warns, then ends the test' },
  { value: 'log', label: 'Is only recorded in the report' },
] satisfies { value: DriveSettings['leave_policy']; label: string }[]

export const late = [
  { value: 'hold', label: 'Waits for your decision' },
  { value: 'accept', label: 'Counts' },
  { value: 'reject', label: 'Does not count' },
] satisfies { value: DriveSettings['late_policy']; label: string }[]

const left = (settings: TypedSettings): string => {
  if (settings.leave_policy === 'log') return 'Leaving the window is only recorded.'
  if (settings.leave_policy === 'end') return 'Leaving the window ends the test.'
  const { leave_warnings: n } = settings
  return `Leaving the window ends the test after ${Number(n) === 1 ? 'one warning' : `${n} warnings`}.`
}

/** The rules that hold, in a few sentences, for a reader who does not open the fields. */
export function formatRules(settings: TypedSettings): string {
  const { webcam, webcam_retention_days: days, late_policy, release_reports } = settings
  const { results_retention_days: kept } = settings
  return [
    'Full screen throughout.',
    left(settings),
    webcam ? `Webcam pictures are taken, and kept for ${days} days.` : 'No webcam pictures.',
    `Work that arrives late ${late.find(({ value }) => value === late_policy)?.label.toLowerCase()}.`,
    release_reports ? 'Candidates can see their report.' : '',
    kept == null || kept === ''
      ? 'Results are kept for ever.'
      : `Results are erased ${kept} days after the end.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')
const wordOf = (choices: readonly { value: string; label: string }[], value: string): string =>
  choices.find((one) => one.value === value)?.label ?? value

/** Each setting in words, to be laid beside what somebody else saved. */
export const settingsFields: readonly ComparedField<TypedSettings>[] = [
  ['Leaving the window', (of) => wordOf(leaving, of.leave_policy)],
  ['Warnings before the end', (of) => String(of.leave_warnings)],
  ['Work that came late', (of) => wordOf(late, of.late_policy)],
  ['Longest time offline', (of) => plural(Number(of.max_offline_minutes), 'minute')],
  ['Webcam pictures', (of) => yesOrNo(of.webcam)],
  ['Webcam pictures are kept for', (of) => plural(Number(of.webcam_retention_days), 'day')],
  ['Candidates can see their report', (of) => yesOrNo(of.release_reports)],
  [
    'Results are kept for',
    ({ results_retention_days: days }) => (days == null ? 'ever' : plural(Number(days), 'day')),
  ],
]

import type { DriveSettings } from '#contract/forms/drive.ts'

/** The rules that candidates are held to, in words. */

export const leaving = [
  { value: 'end', label: 'Ends the test at once' },
  { value: 'warn', label: 'Warns, then ends the test' },
  { value: 'log', label: 'Is only noted for the report' },
] satisfies { value: DriveSettings['leave_policy']; label: string }[]

export const late = [
  { value: 'hold', label: 'Waits for your decision' },
  { value: 'accept', label: 'Counts' },
  { value: 'reject', label: 'Does not count' },
] satisfies { value: DriveSettings['late_policy']; label: string }[]

const left = (settings: DriveSettings): string => {
  if (settings.leave_policy === 'log') return 'Leaving the window is only noted.'
  if (settings.leave_policy === 'end') return 'Leaving the window ends the test.'
  const { leave_warnings: n } = settings
  return `Leaving the window ends the test after ${n === 1 ? 'one warning' : `${n} warnings`}.`
}

/** What holds, in a few sentences: for whoever does not open the fields. */
export function rulesInWords(settings: DriveSettings): string {
  const { webcam, webcam_retention_days: days, late_policy, release_reports } = settings
  return [
    'Full screen throughout.',
    left(settings),
    webcam ? `Webcam pictures are taken, and kept for ${days} days.` : 'No webcam pictures.',
    `Work that arrives late ${late.find(({ value }) => value === late_policy)?.label.toLowerCase()}.`,
    release_reports ? 'Candidates may see their report.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Where two states differ, in words: every rule that does, and nothing where none does. */
export function settingsInWords(mine: DriveSettings, theirs: DriveSettings): [mine: string, theirs: string] {
  const names: Record<keyof DriveSettings, string> = {
    leave_policy: 'leaving',
    leave_warnings: 'warnings',
    late_policy: 'late work',
    max_offline_minutes: 'minutes offline',
    webcam: 'webcam',
    webcam_retention_days: 'days kept',
    release_reports: 'reports released',
  }
  const other = (Object.keys(names) as (keyof DriveSettings)[]).filter((key) => mine[key] !== theirs[key])
  const say = (of: DriveSettings) =>
    other
      .map((key) => `${names[key]}: ${String(of[key]).replace('true', 'yes').replace('false', 'no')}`)
      .join(', ')
  return [say(mine), say(theirs)]
}

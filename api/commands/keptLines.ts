import { plural } from '#contract/plural.ts'
import { byUrgency, type KeptDrive } from '../services/retention/listing.ts'

/** For how long results are kept, as commands tell it. */

export const ruleTitle = (drive: Pick<KeptDrive, 'id' | 'is_assessment' | 'name' | 'organization'>): string =>
  `${drive.is_assessment ? 'Assessment' : 'Drive'} ${drive.id}, ${drive.name} (${drive.organization})`

export const countTests = (n: number): string => plural(n, 'invitation or test', 'invitations and tests')

export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const heldLines = (heldUp: string | null): string[] =>
  heldUp === null ? [] : [`  Kept for now: ${heldUp}`]

/** The rule of a drive, how far it has come and what keeps it; a line each. */
export function ruleLines(drive: KeptDrive): string[] {
  const { results_retention_days: days, results_erased_at: erasedAt, until, attempts, due } = drive
  const time = `kept for ${plural(days, 'day')}${drive.is_assessment ? ' after the end of each test' : ''}`
  const next =
    attempts === 0 || until === null
      ? ''
      : `, ${drive.is_assessment ? 'the first ' : ''}until ${utcDay(until)}`
  const left = `${countTests(attempts)}${due > 0 ? `, ${due} due` : ''}`
  const last = erasedAt === null ? '' : ` Last erased on ${utcDay(erasedAt)}.`
  return [`${ruleTitle(drive)}: ${time}${next}; ${left}.${last}`, ...heldLines(drive.heldUp)]
}

/** The rules that a restore brought back, and what they would erase: nothing is, until somebody has seen them. */
export function heldRuleLines(kept: readonly KeptDrive[]): string[] {
  const words =
    'Nothing is erased because its time is over until you let it go on: holdfast retention --go-on, or under Evidence.'
  if (kept.length === 0) return [`${words} No drive has a rule for how long its results are kept.`]
  return [
    `${words} These rules came back with the backup; where a longer time was set since, set it again first:`,
    ...kept.toSorted(byUrgency).flatMap(ruleLines),
  ]
}

export const ruleJson = (drive: KeptDrive) => ({
  id: drive.id,
  kind: drive.is_assessment ? 'assessment' : 'drive',
  name: drive.name,
  organization: drive.organization,
  days: drive.results_retention_days,
  kept_until: drive.until === null ? null : new Date(drive.until).toISOString(),
  erased_at: drive.results_erased_at === null ? null : new Date(drive.results_erased_at).toISOString(),
  attempts: drive.attempts,
  due: drive.due,
  held_up: drive.heldUp,
})

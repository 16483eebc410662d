import { plural } from '#contract/plural.ts'
import { differencesOf } from '../../audit/words.ts'
import { formatSpan } from '../../format/dates.ts'
import type { ReportView } from '../../views.ts'

type Intervention = ReportView['interventions'][number]

export interface InterventionWords {
  /** What was done: 'Added 15 minutes'. */
  what: string
  /** What belongs to it, a line each. */
  more: string[]
  /** What staff wrote, as they wrote it. */
  quote?: string
}

type State = Readonly<Record<string, unknown>>

const stateOf = (state: unknown): State =>
  typeof state === 'object' && state !== null ? (state as State) : {}
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** 'Time: as everybody → 25 % more' */
const changed = (before: State, after: State): string[] =>
  differencesOf(before, after).map(({ field, before: old, after: next }) =>
    [field && `${field}: `, [old, next].filter((state) => state !== null).join(' → ')].join(''),
  )

const scored = (before: State, after: State): string[] =>
  before.score === after.score ? [] : changed({ score: before.score }, { score: after.score })

const late =
  (what: string) =>
  (before: State, after: State): InterventionWords => ({
    what: `${what}, ${plural(Array.isArray(after.pieces) ? after.pieces.length : 0, 'piece')}`,
    more: scored(before, after),
    quote: textOf(after.note),
  })

/** By what was done, without 'candidate.' before it. */
const told: Readonly<Record<string, (before: State, after: State) => InterventionWords>> = {
  message: (_, { text, characters }) => ({
    what: 'Message',
    more: textOf(text) === undefined ? [plural(numberOf(characters), 'character')] : [],
    quote: textOf(text),
  }),
  minutes: (before, after) => ({
    what: `Added ${plural(numberOf(after.minutes_granted) - numberOf(before.minutes_granted), 'minute')}`,
    more: [
      ...(numberOf(before.minutes_granted) > 0
        ? [`${plural(numberOf(after.minutes_granted), 'minute')} in all`]
        : []),
      ...(after.reopened === true ? ['The test had ended and was opened again.'] : []),
    ],
  }),
  reopen: (before, after) => ({
    what: `Reopened the test for ${plural(numberOf(after.minutes), 'minute')}`,
    more: [`It had ended: ${textOf(before.end_reason) ?? 'no reason told'}`],
  }),
  pause: () => ({ what: 'Paused the test', more: [] }),
  resume: (_, { pause_ms }) => ({
    what: 'Resumed the test',
    more: typeof pause_ms === 'number' ? [`Paused for ${formatSpan(pause_ms / 1000)}`] : [],
  }),
  accommodation: (before, after) => ({ what: 'Changed the accommodation', more: changed(before, after) }),
  reset_device: () => ({ what: 'Freed the device', more: ['The next device took the test without asking.'] }),
  revoke: () => ({ what: 'Revoked the link', more: [] }),
  reissue: () => ({ what: 'Replaced the link', more: [] }),
  rescue: (_, after) => ({ what: 'Imported a rescue file', more: changed({}, after) }),
  shortlist: (_, { is_selected }) => ({
    what: is_selected === true ? 'Shortlisted' : 'Taken off the shortlist',
    more: [],
  }),
  late_accepted: late('Accepted late work'),
  late_rejected: late('Rejected late work'),
}

/** What staff did to this candidate, in words; null of what only the audit log's own words tell. */
export function interventionInWords({ action, before, after }: Intervention): InterventionWords | null {
  const words = told[action.replace(/^candidate\./, '')]
  return words ? words(stateOf(before), stateOf(after)) : null
}

import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { plural } from '#contract/plural.ts'
import type { ReportView } from '#contract/views/admin.ts'
import { Changes } from '../../kit/audit/Changes.tsx'
import { formatAction } from '../../kit/audit/formatAction.ts'
import { differencesOf } from '../../kit/audit/formatEntry.ts'
import { dateOr, formatSpan } from '../../kit/format/dates.ts'

type Intervention = ReportView['interventions'][number]

/** The actions and words of staff on this attempt, because a person who compares two candidates has to know them. */
export function Interventions({ interventions }: Pick<ReportView, 'interventions'>) {
  return (
    <Box as="section" aria-labelledby="interventions" p="5" borderTopWidth="1px">
      <Heading as="h2" id="interventions" textStyle="md" fontWeight="600" mb="3">
        Staff actions
      </Heading>
      {interventions.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          No changes: standard conditions.
        </Text>
      )}
      <chakra.ol listStyle="none" display="grid" gap="3" textStyle="sm">
        {interventions.map((one) => (
          <chakra.li key={`${one.at}${one.action}`} css={{ breakInside: 'avoid' }}>
            <What of={one} />
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  )
}

function What({ of }: { of: Intervention }) {
  const words = formatIntervention(of)
  return (
    <>
      <chakra.span display="block" fontWeight="600">
        {words?.what ?? formatAction(of.action)}
      </chakra.span>
      {words?.more.map((line) => (
        <chakra.span key={line} display="block" overflowWrap="anywhere">
          {line}
        </chakra.span>
      ))}
      {words?.quote && (
        <chakra.q
          display="block"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          ps="2.5"
          my="1"
          borderStartWidth="2px"
          borderColor="border.control"
          quotes="none"
        >
          {words.quote}
        </chakra.q>
      )}
      {!words && (of.before !== null || of.after !== null) && <Changes before={of.before} after={of.after} />}
      <chakra.span display="block" color="fg.muted" textStyle="xs">
        {of.user}, {dateOr(of.at, '-')}
      </chakra.span>
    </>
  )
}

interface InterventionText {
  /** The action: 'Added 15 minutes'. */
  what: string
  /** The details of it, a line each. */
  more: string[]
  /** The words of staff, as they wrote them. */
  quote?: string
}

type State = Readonly<Record<string, unknown>>

const stateOf = (state: unknown): State =>
  typeof state === 'object' && state !== null ? (state as State) : {}
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** 'Time: same as everyone → 25% more' */
const changed = (before: State, after: State): string[] =>
  differencesOf(before, after).map(({ field, before: old, after: next }) =>
    [field && `${field}: `, [old, next].filter((state) => state !== null).join(' → ')].join(''),
  )

const scored = (before: State, after: State): string[] =>
  before.score === after.score ? [] : changed({ score: before.score }, { score: after.score })

const late =
  (what: string) =>
  (before: State, after: State): InterventionText => ({
    what: `${what}, ${plural(Array.isArray(after.pieces) ? after.pieces.length : 0, 'piece')}`,
    more: scored(before, after),
    quote: textOf(after.note),
  })

/** By what was done, without 'candidate.' before it. */
const told: Readonly<Record<string, (before: State, after: State) => InterventionText>> = {
  message: (_, { text, characters }) => ({
    what: 'Message',
    more: textOf(text) === undefined ? [plural(numberOf(characters), 'character')] : [],
    quote: textOf(text),
  }),
  minutes: (before, after) => ({
    what: `Added ${plural(numberOf(after.minutes_granted) - numberOf(before.minutes_granted), 'minute')}`,
    more: [
      ...(numberOf(before.minutes_granted) > 0
        ? [`${plural(numberOf(after.minutes_granted), 'minute')} in total`]
        : []),
      ...(after.reopened === true ? ['The test had ended and was reopened.'] : []),
    ],
  }),
  reopen: (before, after) => ({
    what: `Reopened the test for ${plural(numberOf(after.minutes), 'minute')}`,
    more: [`It had ended: ${textOf(before.end_reason) ?? 'no reason given'}`],
  }),
  pause: () => ({ what: 'Paused the test', more: [] }),
  resume: (_, { pause_ms }) => ({
    what: 'Resumed the test',
    more: typeof pause_ms === 'number' ? [`Paused for ${formatSpan(pause_ms / 1000)}`] : [],
  }),
  accommodation: (before, after) => ({ what: 'Changed the accommodation', more: changed(before, after) }),
  reset_device: () => ({
    what: 'Reset the device',
    more: ['The next device takes over without confirmation.'],
  }),
  revoke: () => ({ what: 'Revoked the link', more: [] }),
  reissue: () => ({ what: 'Replaced the link', more: [] }),
  rescue: (_, after) => ({ what: 'Imported a rescue file', more: changed({}, after) }),
  shortlist: (_, { is_selected }) => ({
    what: is_selected === true ? 'Shortlisted' : 'Removed from the shortlist',
    more: [],
  }),
  late_accepted: late('Accepted late work'),
  late_rejected: late('Rejected late work'),
}

/** An action of staff on this candidate, in words; null for one that only the audit log's own words tell. */
export function formatIntervention({ action, before, after }: Intervention): InterventionText | null {
  const words = told[action.replace(/^candidate\./, '')]
  return words ? words(stateOf(before), stateOf(after)) : null
}

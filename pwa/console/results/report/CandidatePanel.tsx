import { Box, Heading, HStack, Text } from '@chakra-ui/react'
import { texts } from '#contract/texts.ts'
import type { ReportView } from '#contract/views/admin.ts'
import { Address } from '#pwa/ui/Address.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { formatDay, formatMinutes, formatTime } from '../../kit/format/dates.ts'

const day = (iso: string | null): string => (iso ? formatDay(new Date(iso)) : texts.notAvailable)
const time = (iso: string | null): string => (iso ? formatTime(new Date(iso)) : texts.notAvailable)

/** Whose report this is, and when the test was taken. */
export function CandidatePanel({ report, name }: { report: ReportView; name: string }) {
  const { test_started, test_finished } = report.time
  return (
    <Box as="section" aria-labelledby="candidate" p="5">
      <HStack justifyContent="space-between" mb="2">
        <Heading as="h2" id="candidate" textStyle="md" fontWeight="600">
          Candidate
        </Heading>
        <Text color="fg.subtle" textStyle="sm">
          {report.candidate_id}
        </Text>
      </HStack>
      <Facts
        width="104px"
        facts={[
          ['Name', name],
          ['Email', <Address key="email">{report.candidate.email}</Address>],
          ['Test name', report.drive_name],
          ['Test taken on', day(test_started)],
          ['Started', time(test_started)],
          ['Completed', time(test_finished)],
          ['Allotted', formatAllotted(report)],
          [texts.testEndReason, report.end_reason ?? '-'],
        ]}
      />
    </Box>
  )
}

const numberIn = (state: unknown, field: string): number | null => {
  const value = typeof state === 'object' && state !== null && (state as Record<string, unknown>)[field]
  return typeof value === 'number' ? value : null
}

/**
 * '61 min, 25% more, 15 min granted': the time of the test, and what staff gave beside it. Time given to a reopened
 * test counts from then on and not from its start, so it stands among what staff did.
 */
export function formatAllotted({ time, interventions }: Pick<ReportView, 'time' | 'interventions'>): string {
  let more = 0
  let granted = 0
  let isReopened = false
  for (const { action, before, after } of interventions) {
    if (action === 'candidate.accommodation')
      more = Math.round(((numberIn(after, 'time_factor') ?? 1) - 1) * 100)
    if (action === 'candidate.minutes')
      granted += (numberIn(after, 'minutes_granted') ?? 0) - (numberIn(before, 'minutes_granted') ?? 0)
    if (action === 'candidate.reopen') isReopened = true
  }
  return [
    formatMinutes(time.alloted_time, ' min'),
    more > 0 && `${more}% more`,
    granted > 0 && `${granted} min granted`,
    isReopened && 'reopened',
  ]
    .filter(Boolean)
    .join(', ')
}

import { Box, Heading, HStack, Text } from '@chakra-ui/react'
import { texts } from '#contract/texts.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import { formatDay, formatTime } from '../../format/dates.ts'
import type { ReportView } from '../../views.ts'
import { allottedInWords } from './allotted.ts'

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
          ['Email', report.candidate.email],
          ['Test name', report.drive_name],
          ['Test taken on', day(test_started)],
          ['Started', time(test_started)],
          ['Completed', time(test_finished)],
          ['Allotted', allottedInWords(report)],
          [texts.testEndReason, report.end_reason ?? '-'],
        ]}
      />
    </Box>
  )
}

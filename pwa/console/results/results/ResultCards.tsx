import { Box, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { texts } from '#contract/texts.ts'
import type { ResultPage, ResultRow } from '#contract/views/admin.ts'
import { Facts } from '#pwa/ui/Facts.tsx'
import {
  candidateName,
  EndReason,
  isAbsent,
  NameLink,
  ReportLink,
  ScoreCell,
  ShortlistBox,
} from './parts.tsx'

interface Props {
  reportOf: (row: ResultRow) => string
  data: ResultPage
  /** Nothing where there is no shortlist. */
  onShortlist: ((row: ResultRow, is_selected: boolean) => void) | undefined
}

/** The results on a phone: ten columns do not fit, so each candidate is a card with the same facts. */
export function ResultCards({ reportOf, data, onShortlist }: Props) {
  return (
    <chakra.ul aria-label="Results" listStyle="none" display="grid" gap="3" p="3" bg="bg.canvas">
      {data.results.map((row) => (
        <Card key={row.token} reportOf={reportOf} row={row} onShortlist={onShortlist} />
      ))}
    </chakra.ul>
  )
}

interface CardProps {
  reportOf: Props['reportOf']
  row: ResultRow
  onShortlist: Props['onShortlist']
}

function Card({ reportOf, row, onShortlist }: CardProps) {
  return (
    <chakra.li borderWidth="1px" borderRadius="8px" bg="bg" px="4" py="3">
      <HStack justifyContent="space-between" alignItems="start" gap="2">
        <Box minW="0">
          <Heading as="h2" textStyle="md" fontWeight="600" overflowWrap="anywhere">
            <NameLink to={reportOf(row)} row={row} name={candidateName(row)} isBeside />
          </Heading>
          {candidateName(row) !== row.email && (
            <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {row.email}
            </Text>
          )}
        </Box>
        {!isAbsent(row) && <ReportLink to={reportOf(row)} row={row} size="11" />}
      </HStack>
      {isAbsent(row) ? (
        <Text textStyle="sm" color="fg.subtle" mt="1">
          {row.time_taken} · Candidate Id {row.candidate_id}
        </Text>
      ) : (
        <Box mt="2">
          <Facts
            width="116px"
            facts={[
              ['Candidate Id', row.candidate_id],
              ['Score', <ScoreCell key="score" row={row} />],
              ['Time', row.time_taken],
              [texts.triedToCopy, row.is_fraud ? <b key="copy">YES</b> : 'NO'],
              ...(onShortlist
                ? [
                    [
                      'Shortlisted',
                      <ShortlistBox key="shortlist" row={row} onToggle={(to) => onShortlist(row, to)} />,
                    ] as const,
                  ]
                : []),
              [texts.testEndReason, <EndReason key="reason" reason={row.test_end_reason} />],
            ]}
          />
        </Box>
      )}
    </chakra.li>
  )
}

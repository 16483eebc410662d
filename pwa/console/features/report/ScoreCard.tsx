import { Box, chakra, Text } from '@chakra-ui/react'
import { Hourglass } from 'lucide-react'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { ReportView } from '../../views.ts'

const sum = (items: readonly number[]): number => items.reduce((all, n) => all + n, 0)

export function ScoreCard({ report }: { report: ReportView }) {
  const { obtained_score, total_score, percentage, claimed_score } = report.score
  const coding = sum(report.problems_details.map((p) => p.obtained_score))
  const mcq = sum(report.mcqs_details.map((q) => q.obtained_marks))
  return (
    <Box px={{ base: '4', md: '6' }} py="4" width={{ base: 'full', lg: '186px' }} flexShrink="0">
      <Text textStyle="xs" color="fg.subtle">
        Score
      </Text>
      <Text fontVariantNumeric="tabular-nums" lineHeight="2.5rem" mb="2.5">
        <chakra.span fontSize="2rem" fontWeight="600" letterSpacing="-0.02em">
          {obtained_score}
        </chakra.span>
        <chakra.span color="fg.subtle"> / {total_score}</chakra.span>
      </Text>
      <ScoreBar
        value={obtained_score}
        total={total_score}
        claimed={claimed_score}
        width="100%"
        height="6px"
        label="Score"
      />
      <Text mt="2.5" fontWeight="600" textStyle="sm">
        {percentage} %
      </Text>
      {claimed_score > obtained_score && (
        <Text textStyle="sm" fontWeight="600" color="fg.warning">
          {claimed_score} with claimed work
        </Text>
      )}
      <Text textStyle="xs" color="fg.subtle" mt="0.5">
        {[
          report.problems_details.length > 0 && `${coding} coding`,
          report.mcqs_details.length > 0 && `${mcq} MCQ`,
        ]
          .filter(Boolean)
          .join(', ')}
      </Text>
      <Box role="status" mt="1">
        {report.judging > 0 && (
          <StateBadge icon={Hourglass} tone="info">
            judging {report.judging}
          </StateBadge>
        )}
      </Box>
    </Box>
  )
}

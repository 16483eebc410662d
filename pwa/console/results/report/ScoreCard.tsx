import { Box, chakra, Text } from '@chakra-ui/react'
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ReportView } from '#contract/views/admin.ts'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { urls } from '../../urls.ts'
import { lateWorkMessage } from './format.ts'

const sum = (items: readonly number[]): number => items.reduce((all, n) => all + n, 0)

export function ScoreCard({ report, isAssessment }: { report: ReportView; isAssessment: boolean }) {
  const score = headScoreOf(report)
  const toLateWork = lateWorkMessage(report)
  const coding = sum(report.problems_details.map((p) => p.obtained_score))
  const mcq = sum(report.mcqs_details.map((q) => q.obtained_marks))
  return (
    <Box px={{ base: '4', md: '6' }} py="4" width={{ base: 'full', lg: '186px' }} flexShrink="0">
      <Text textStyle="xs" color="fg.subtle">
        Score
      </Text>
      <Text fontVariantNumeric="tabular-nums" lineHeight="2.5rem" mb="2.5">
        <chakra.span fontSize="2rem" fontWeight="600" letterSpacing="-0.02em">
          {score?.obtained ?? '-'}
        </chakra.span>
        <chakra.span color="fg.subtle"> / {report.score.total_score}</chakra.span>
      </Text>
      {score ? <Obtained score={score} /> : <Text textStyle="sm">The score appears when the test ends.</Text>}
      <Text textStyle="xs" color="fg.subtle" mt="0.5">
        {[
          report.problems_details.length > 0 && `${coding} coding`,
          report.mcqs_details.length > 0 && `${mcq} MCQ`,
        ]
          .filter(Boolean)
          .join(', ')}
        {!score && ' so far'}
      </Text>
      {toLateWork && (
        <chakra.span
          display="block"
          mt="1"
          textStyle="sm"
          color="sea"
          textDecoration="underline"
          data-screen-only
          asChild
        >
          <Link to={(isAssessment ? urls.assessmentLateWork : urls.lateWork)(report.drive_id)}>
            {toLateWork}
          </Link>
        </chakra.span>
      )}
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

function Obtained({ score: { obtained, claimed, total, percentage } }: { score: HeadScore }) {
  return (
    <>
      <ScoreBar value={obtained} total={total} claimed={claimed} width="100%" height="6px" label="Score" />
      <Text mt="2.5" fontWeight="600" textStyle="sm">
        {percentage}%
      </Text>
      {claimed > obtained && (
        <Text textStyle="sm" fontWeight="600" color="fg.warning">
          {claimed} with claimed work
        </Text>
      )}
    </>
  )
}

/** The score at the head of a report. */
interface HeadScore {
  obtained: number
  claimed: number
  total: number
  percentage: number
}

/** None before the end of the test, as in the results: what stands below it until then is no result yet. */
export const headScoreOf = ({ time, score }: Pick<ReportView, 'time' | 'score'>): HeadScore | null =>
  time.test_finished === null
    ? null
    : {
        obtained: score.obtained_score,
        claimed: score.claimed_score,
        total: score.total_score,
        percentage: score.percentage,
      }

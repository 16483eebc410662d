import { Box, Button, chakra, Text } from '@chakra-ui/react'
import { ArrowUp, Images } from 'lucide-react'
import { Link, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { ReportView } from '#contract/views/admin.ts'
import { urls } from '#pwa/console/urls.ts'
import { useNow } from '../../kit/format/dates.ts'
import { Snapshots } from '../snapshots/Snapshots.tsx'
import { CandidatePanel } from './CandidatePanel.tsx'
import { ConnectionTables } from './ConnectionTables.tsx'
import { Interventions } from './Interventions.tsx'
import { McqSection } from './McqSection.tsx'
import { ProblemSection } from './ProblemSection.tsx'
import { ScoreCard } from './ScoreCard.tsx'
import { goTo, Section } from './Section.tsx'
import { SignalsPanel } from './SignalsPanel.tsx'
import { McqSummary, SummaryTable } from './SummaryTables.tsx'
import { noticedFrom } from './signals.ts'
import { Timeline } from './Timeline.tsx'
import { pauseSpans, testSpan, timeScale } from './timeScale.ts'

interface Props {
  report: ReportView
  name: string
  isAssessment: boolean
}

export function Report({ report, name, isAssessment }: Props) {
  const now = useNow(30_000)
  const span = testSpan(report, now)
  const noticed = noticedFrom(report.signals, report.interventions)
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 332px' }}
      gridTemplateRows={{ xl: 'auto 1fr' }}
    >
      <Box bg="bg.canvas" borderStartWidth={{ xl: '1px' }} gridColumn={{ xl: '2' }}>
        <CandidatePanel report={report} name={name} />
      </Box>
      <Box
        minW="0"
        gridColumn={{ xl: '1' }}
        gridRow={{ xl: '1 / 3' }}
        borderTopWidth={{ base: '1px', xl: '0' }}
      >
        <chakra.div display={{ base: 'block', lg: 'flex' }}>
          <ScoreCard report={report} isAssessment={isAssessment} />
          <Box flex="1" minW="0" borderStartWidth={{ base: '0', lg: '1px' }}>
            {report.problems_details.length > 0 ? (
              <SummaryTable problems={report.problems_details} />
            ) : (
              <McqSummary mcqs={report.mcqs_details} />
            )}
          </Box>
        </chakra.div>
        {span && (
          <Section id="timeline" title="Timeline">
            <Timeline
              scale={timeScale(span.from, span.to)}
              connection={report.connection}
              noticed={noticed}
              pauses={pauseSpans(report.interventions)}
            />
            <ConnectionTables connection={report.connection} hasLateWork={report.late_work !== null} />
          </Section>
        )}
        {report.problems_details.map((problem, index) => (
          <ProblemSection key={problem.problem_id} problem={problem} number={index + 1} />
        ))}
        <McqSection mcqs={report.mcqs_details} />
        <SnapshotsSection report={report} />
        <Box px={{ base: '4', md: '6' }} py="5" borderTopWidth="1px" data-screen-only>
          <Button variant="outline" onClick={() => goTo('content')}>
            <ArrowUp aria-hidden />
            {texts.goBackToTop}
          </Button>
        </Box>
      </Box>
      <Box bg="bg.canvas" borderStartWidth={{ xl: '1px' }} gridColumn={{ xl: '2' }}>
        <Box
          position={{ xl: 'sticky', _print: 'static' }}
          top="0"
          maxH={{ xl: '100dvh', _print: 'none' }}
          overflowY="auto"
        >
          <SignalsPanel noticed={noticed} />
          <Interventions interventions={report.interventions} />
        </Box>
      </Box>
    </Box>
  )
}

function SnapshotsSection({ report }: { report: ReportView }) {
  const { driveId, token = '' } = useParams()
  const { snapshots } = report
  const stored = snapshots.filter((snapshot) => snapshot.status === 'stored').length
  return (
    <Section
      id="snapshots"
      title="Snapshots"
      beside={snapshots.length > 0 && `${stored} of ${snapshots.length} received`}
      actions={
        snapshots.length > 0 && (
          <Button variant="outline" size="sm" asChild>
            <Link
              to={urls.snapshots(report.drive_id, report.candidate_id)}
              state={{ drive: report.drive_name, report: token, of: driveId }}
            >
              <Images aria-hidden />
              Open gallery
            </Link>
          </Button>
        )
      }
    >
      {snapshots.length === 0 ? (
        <Text px={{ base: '4', md: '6' }} pb="5" color="fg.muted">
          {texts.nothingToShow}
        </Text>
      ) : (
        <chakra.div display="flex" flexWrap="wrap" gap="3" px={{ base: '4', md: '6' }} pb="5">
          <Snapshots snapshots={snapshots} width="148px" isPrinted />
        </chakra.div>
      )}
    </Section>
  )
}

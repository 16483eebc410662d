import { Box, Button, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Archive, Images, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { ReportView } from '#contract/views/admin.ts'
import type { AnswerOf } from '#pwa/http/types.ts'
import { printWhole } from '#pwa/ui/printWhole.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { downloadText, useFileDownload } from '../../kit/download/useFileDownload.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { Report } from './Report.tsx'
import { goTo } from './Section.tsx'

const WHILE_JUDGING_MS = 10_000

export default function ReportPage() {
  const { driveId = '', token = '' } = useParams()
  const query = useQuery({
    ...queryOf('getReport', { params: { token }, query: { of: driveId } }),
    select: wholeOf,
    refetchInterval: ({ state }) => ((state.data?.judging ?? 0) > 0 ? WHILE_JUDGING_MS : false),
  })
  const report = query.data
  // An assessment stands in the address by its uuid, a drive by its number.
  const isAssessment = !/^\d+$/.test(driveId)
  const name = report ? nameOf(report) : ''
  usePageTitle(report ? `Report of ${name}` : 'Report')
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <>
      <PageHeader
        path={[
          isAssessment ? { name: 'Assessments', to: urls.assessments } : { name: 'Home', to: urls.home },
          {
            name: report?.drive_name ?? 'Result',
            to: (isAssessment ? urls.assessmentResults : urls.result)(report?.drive_id ?? driveId),
          },
        ]}
        title={report ? name : 'Report'}
        actions={
          report && (
            <>
              <Button variant="ghost" onClick={() => goTo('snapshots')}>
                <Images aria-hidden />
                {texts.goToSnapshots}
              </Button>
              {report.time.test_started !== null && <EvidenceButton token={token} />}
              <PrintButton />
            </>
          )
        }
      />
      {query.isPending && <ReportSkeleton />}
      {query.isError && !report && (
        <Fault
          sentence="The report could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {report && <Report report={report} name={name} isAssessment={isAssessment} />}
    </>
  )
}

/** Downloads all that proves this report, for somebody who does not have to trust this server. */
function EvidenceButton({ token }: { token: string }) {
  const download = useFileDownload()
  return (
    <SteadyButton
      variant="outline"
      loading={download.isPending}
      loadingText={downloadText('Evidence archive', download.megabytes)}
      onClick={() => download.mutate({ call: 'getAttemptEvidence', params: { ref: token } })}
    >
      <Archive aria-hidden />
      Evidence archive
    </SteadyButton>
  )
}

function PrintButton() {
  const [isWaiting, setWaiting] = useState(false)
  const left = useRef<AbortController>(null)
  useEffect(() => () => left.current?.abort(), [])
  const start = async () => {
    setWaiting(true)
    left.current = new AbortController()
    await printWhole(document.body, left.current.signal)
    setWaiting(false)
  }
  return (
    <SteadyButton variant="outline" loading={isWaiting} loadingText="Print, PDF" onClick={() => void start()}>
      <Printer aria-hidden />
      Print, PDF
    </SteadyButton>
  )
}

/** A session of staff is answered with the whole of it, and never with what a candidate may read. */
function wholeOf(report: AnswerOf<'getReport'>): ReportView {
  if (!('drive_id' in report)) throw new Error('This is the report as the candidate can see it.')
  return report
}

function nameOf({ candidate }: ReportView): string {
  return [candidate.first_name, candidate.last_name].filter(Boolean).join(' ') || candidate.email
}

function ReportSkeleton() {
  const isShown = useAfter(200)
  return (
    <Box p="6">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      {isShown && (
        <Stack gap="5" aria-hidden>
          <Skeleton height="130px" />
          <Skeleton height="170px" />
          <Skeleton height="320px" />
        </Stack>
      )}
    </Box>
  )
}

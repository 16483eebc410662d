import { Button } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Images, Printer } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { printWhole } from '#pwa/ui/printWhole.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { isNotFound, queryOf } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import type { ReportView } from '../../views.ts'
import { goTo } from './goTo.ts'
import { Report } from './Report.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'

const WHILE_JUDGING_MS = 10_000

export default function ReportPage() {
  const { driveId = '', token = '' } = useParams()
  const query = useQuery({
    ...queryOf<ReportView>('getReport', { params: { token }, query: { of: driveId } }),
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
      <PageHead
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

function PrintButton() {
  const [isWaiting, setWaiting] = useState(false)
  const start = async () => {
    setWaiting(true)
    await printWhole(document.body)
    setWaiting(false)
  }
  return (
    <Button variant="outline" loading={isWaiting} loadingText="Print, PDF" onClick={() => void start()}>
      <Printer aria-hidden />
      Print, PDF
    </Button>
  )
}

function nameOf({ candidate }: ReportView): string {
  return [candidate.first_name, candidate.last_name].filter(Boolean).join(' ') || candidate.email
}

import { Box, Skeleton } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { Snapshots } from './Snapshots.tsx'

export default function SnapshotsPage() {
  const { driveId = '', candidateId = '' } = useParams()
  const from = cameFrom(useLocation().state)
  // The report of an assessment names it by its uuid, that of a drive by its number.
  const isAssessment = from.of !== undefined && !/^\d+$/.test(from.of)
  const query = useQuery(
    queryOf('getSnapshots', {
      query: { drive_id: driveId, candidate_id: candidateId },
    }),
  )
  const snapshots = query.data?.snapshots
  const name = snapshots?.[0]?.candidate_name
  usePageTitle(name ? `Snapshots of ${name}` : 'Snapshots')
  const fault = query.error?.message

  useEffect(() => {
    if (fault) toastError(fault)
  }, [fault])

  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <>
      <PageHeader
        path={[
          isAssessment ? { name: 'Assessments', to: urls.assessments } : { name: 'Home', to: urls.home },
          {
            name: from.drive ?? 'Result',
            to: (isAssessment ? urls.assessmentResults : urls.result)(driveId),
          },
          ...(from.report ? [{ name: 'Report', to: urls.report(from.of ?? driveId, from.report) }] : []),
        ]}
        title={name ? `Snapshots of ${name}` : 'Snapshots'}
      />
      {query.isError && (
        <Fault
          sentence="The snapshots could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {snapshots?.length === 0 && <Empty>{texts.nothingToShow}</Empty>}
      <Box
        display="grid"
        gridTemplateColumns="repeat(auto-fill, 250px)"
        justifyContent={{ base: 'center', md: 'start' }}
        gap="5"
        p="6"
      >
        {query.isPending && <Skeleton width="250px" height="190px" />}
        {snapshots && <Snapshots snapshots={snapshots} width="250px" />}
      </Box>
    </>
  )
}

/** The report that led here names the drive and is the way back; whoever comes by the address has neither. */
function cameFrom(state: unknown): { drive?: string; report?: string; of?: string } {
  if (typeof state !== 'object' || state === null) return {}
  const { drive, report, of }: { drive?: unknown; report?: unknown; of?: unknown } = state
  return {
    drive: typeof drive === 'string' ? drive : undefined,
    report: typeof report === 'string' ? report : undefined,
    of: typeof of === 'string' ? of : undefined,
  }
}

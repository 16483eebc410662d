import { Box, Skeleton } from '@chakra-ui/react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/useAfter.ts'
import { isNotFound } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { AssessmentForm } from './AssessmentForm.tsx'
import { useAssessmentStart } from './useAssessmentStart.ts'

/** A new assessment, its copy from another one, and changing one. */
export default function AssessmentPage() {
  const { assessmentId = null } = useParams()
  const [address] = useSearchParams()
  const title = assessmentId === null ? 'Create Assessment' : 'Update Assessment'
  usePageTitle(title)
  const { query, start } = useAssessmentStart(
    assessmentId,
    assessmentId === null ? address.get('copy') : null,
  )
  const isLate = useAfter(200)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (start) return <AssessmentForm key={start.draft} start={start} title={title} />
  return (
    <>
      <PageHead path={[{ name: 'Assessments', to: urls.assessments }]} title={title} />
      <Box px={{ base: '4', md: '6' }} py="6" aria-busy>
        {query.isError ? (
          <Fault
            sentence="The assessment could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          isLate && <Skeleton height="320px" borderRadius="l3" />
        )}
      </Box>
    </>
  )
}

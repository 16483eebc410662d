import { Box, Skeleton, Stack } from '@chakra-ui/react'
import { Navigate, useParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/useAfter.ts'
import { isNotFound } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { ProblemForm } from './ProblemForm.tsx'
import { useProblemStart } from './useProblemStart.ts'

/** A new problem, or one that stands. */
export default function ProblemFormPage() {
  const { problemId = null } = useParams()
  const title = problemId === null ? consoleTexts.addNewProblem : consoleTexts.updateProblem
  usePageTitle(title)
  const { query, start } = useProblemStart(problemId)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (start) return <ProblemForm key={start.draft} start={start} title={title} />
  return (
    <>
      <PageHead path={[{ name: 'Questions', to: urls.problems }]} title={title} />
      {query.isError ? (
        <Fault
          sentence="The problem could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Waiting />
      )}
    </>
  )
}

function Waiting() {
  const isShown = useAfter(200)
  return (
    <Box px={{ base: '4', md: '6' }} py="5" visibility={isShown ? 'visible' : 'hidden'} aria-busy>
      <Stack gap="5">
        <Skeleton height="66px" />
        <Skeleton height="436px" />
        <Skeleton height="180px" />
      </Stack>
    </Box>
  )
}

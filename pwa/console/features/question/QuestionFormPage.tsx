import { Box, Skeleton, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/useAfter.ts'
import { isNotFound } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { useQuestionStart } from './useQuestionStart.ts'

/** A new question, or one that stands; after one was made the next one begins on an empty page. */
export default function QuestionFormPage() {
  const { questionId = null } = useParams()
  const [turn, setTurn] = useState(0)
  return <Page key={`${questionId} ${turn}`} questionId={questionId} onNext={() => setTurn(turn + 1)} />
}

function Page({ questionId, onNext }: { questionId: string | null; onNext: () => void }) {
  const title = questionId === null ? 'Add Question' : 'Update Question'
  usePageTitle(title)
  const { query, start } = useQuestionStart(questionId)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  if (start) return <QuestionForm start={start} title={title} onNext={onNext} />
  return (
    <>
      <PageHead path={[{ name: 'Questions', to: urls.bankTab('mcq') }]} title={title} />
      {query.isError ? (
        <Fault
          sentence="The question could not be loaded."
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
    <Box
      px={{ base: '4', md: '6' }}
      py="5"
      maxW="64rem"
      visibility={isShown ? 'visible' : 'hidden'}
      aria-busy
    >
      <Stack gap="5">
        <Skeleton height="120px" />
        <Skeleton height="150px" />
        <Skeleton height="320px" />
      </Stack>
    </Box>
  )
}

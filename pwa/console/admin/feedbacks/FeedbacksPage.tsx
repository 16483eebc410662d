import { Box } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { LONGEST_NAME } from '#contract/constants.ts'
import type { FeedbackView } from '#contract/views/assessment.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { CardSkeletons } from '#pwa/ui/Skeletons.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from '../../kit/http/request.ts'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { FeedbackTile } from './FeedbackTile.tsx'

/** The feedback of candidates after their tests, 15 at a time, the newest first. */
export default function FeedbacksPage() {
  usePageTitle(consoleTexts.candidatesFeedbacks)
  const { query, rows, total, refresh } = useInfiniteList({
    call: 'getFeedbacks',
    rows: (page) => page.feedbacks,
    total: (page) => page.total,
  })
  const [asked, setAsked] = useState<FeedbackView | null>(null)
  const remove = useMutation({
    networkMode: 'always',
    mutationFn: (feedback: FeedbackView) => request('deleteFeedback', { params: { id: feedback.id } }),
    onSuccess: async ({ message }) => {
      toastDone(message ?? consoleTexts.feedbackDeleted)
      await refresh()
    },
    onError: (error) => toastError(error.message),
    onSettled: () => setAsked(null),
  })
  return (
    <>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={
          total === undefined
            ? consoleTexts.candidatesFeedbacks
            : `${consoleTexts.candidatesFeedbacks} (${total})`
        }
      />
      <Box flex="1" bg="bg.canvas" px={{ base: '4', md: '6' }} py="5">
        {query.isError && rows.length === 0 && (
          <Fault
            sentence="The feedbacks could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && rows.length === 0 && <Empty>{consoleTexts.feedbacksNotFound}</Empty>}
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(20rem, 1fr))' }}
          gap="3"
        >
          {query.isPending && <CardSkeletons n={6} height="148px" />}
          {rows.map((feedback) => (
            <FeedbackTile key={feedback.id} feedback={feedback} onDelete={() => setAsked(feedback)} />
          ))}
        </Box>
        <ListEnd query={query} />
      </Box>
      <ConfirmDialog
        isOpen={asked !== null}
        title={
          asked && (
            <>
              {consoleTexts.wishToDelete} feedback of{' '}
              <ReadMore text={asked.candidate_name} what="name" limit={LONGEST_NAME} />?
            </>
          )
        }
        action="Delete"
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

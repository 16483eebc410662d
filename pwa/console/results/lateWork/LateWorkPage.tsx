import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { Pager } from '#pwa/ui/Pager.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { CardSkeletons } from '#pwa/ui/Skeletons.tsx'
import { SubjectTabs } from '../../drives/subject/SubjectTabs.tsx'
import { useSubject } from '../../drives/subject/useSubject.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { useLastPage, useListAddress } from '../../kit/list/useListAddress.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { LateCandidateCard } from './LateCandidateCard.tsx'

/** Candidates a page; what is decided leaves the list, and the next ones come up. */
const PAGE = 50

/** Work that came late or stands beside a log: the evidence, and what is decided about it. */
export default function LateWorkPage() {
  const subject = useSubject()
  usePageTitle('Late work')
  const address = useListAddress()
  const withDecided = address.value('decided') === 'true'
  const query = useQuery({
    ...queryOf('getLateCandidates', {
      params: { driveId: subject.id },
      query: {
        offset: (address.page - 1) * PAGE,
        limit: PAGE,
        ...(withDecided && { decided: true }),
      },
    }),
    // As new as the count in its tab.
    staleTime: 0,
  })
  const { data } = query
  const pages = data && Math.max(1, Math.ceil(data.total / PAGE))
  useLastPage(address, pages)
  // The server lists who has most to decide first, which each decision changes.
  const candidates = useStandingOrder(
    data?.candidates ?? [],
    [subject.kind, subject.id, address.page, withDecided].join(),
  )
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <>
      <PageHeader
        path={[...subject.path, { name: data?.drive_name ?? 'Result', to: subject.urls.results }]}
        title={data ? `Late work (${data.waiting})` : 'Late work'}
      >
        <SubjectTabs subject={subject} current="Late work" />
      </PageHeader>
      <Box px={{ base: '4', md: '6' }} py="5" display="grid" gap="5" maxW="72rem">
        <Text color="fg.muted" maxW="46rem">
          This work arrived after the end, was made during a pause, or came from a device that no longer had
          the test. It counts only if you accept it. The server vouches for its own times; times “by device”
          cannot be verified.
        </Text>
        <Button
          variant={withDecided ? 'solid' : 'outline'}
          size="sm"
          justifySelf="start"
          aria-pressed={withDecided}
          onClick={() => address.setValue('decided', withDecided ? '' : 'true')}
        >
          Show decided
        </Button>
        {query.isError ? (
          <Fault
            sentence="The late work could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : !data ? (
          <CardSkeletons n={3} height="72px" />
        ) : data.candidates.length === 0 ? (
          <Empty>
            {data.all > 0 ? 'No work is waiting for a decision.' : `No late work in this ${subject.kind}.`}
          </Empty>
        ) : (
          <Stack gap="4">
            {candidates.map((candidate, index) => (
              <LateCandidateCard key={candidate.id} candidate={candidate} isOpen={index === 0} />
            ))}
          </Stack>
        )}
        {pages !== undefined && <Pager page={address.page} pages={pages} onPage={address.setPage} />}
      </Box>
    </>
  )
}

/**
 * Rows in the order in which they stood first: a row that one works on stays in its place when the list is read anew.
 * New rows come behind them.
 * @param list which list it is: another one begins with an order of its own
 */
function useStandingOrder<Row extends { id: number }>(rows: readonly Row[], list: string): Row[] {
  const [standing, setStanding] = useState<{ list: string; ids: readonly number[] }>({ list, ids: [] })
  const before = standing.list === list ? standing.ids : []
  const fresh = rows.map(({ id }) => id).filter((id) => !before.includes(id))
  const ids = [...before, ...fresh]
  if (standing.list !== list || fresh.length > 0) setStanding({ list, ids })
  return [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

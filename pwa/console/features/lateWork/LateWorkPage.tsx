import { Box, Button, Stack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { LateCandidate } from '#contract/views/lateWork.ts'
import { CardSkeletons } from '#pwa/ui/CardSkeletons.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { isNotFound, queryOf } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { useSubject } from '../../subject/useSubject.ts'
import { urls } from '../../urls.ts'
import { LateCandidateCard } from './LateCandidateCard.tsx'

/** More than a screen of candidates is decided from the front: what is decided leaves the list. */
const SHOWN = 50

/** Work that came late or stands beside a log: the evidence, and what is decided about it. */
export default function LateWorkPage() {
  const subject = useSubject()
  usePageTitle('Late work')
  const [search, setSearch] = useSearchParams()
  const withDecided = search.get('decided') === 'true'
  const query = useQuery(
    queryOf<{ candidates: LateCandidate[]; total: number; drive_name: string }>('getLateCandidates', {
      params: { driveId: subject.id },
      query: { limit: SHOWN, ...(withDecided && { decided: true }) },
    }),
  )
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  const { data } = query
  return (
    <>
      <PageHead
        path={[...subject.path, { name: data?.drive_name ?? 'Result', to: subject.urls.results }]}
        title={data ? `Late work (${data.total})` : 'Late work'}
      />
      <Box px={{ base: '4', md: '6' }} py="5" display="grid" gap="5" maxW="72rem">
        <Text color="fg.muted" maxW="46rem">
          This came after the end, or from a device that another one had taken the test from. It counts only
          once you accept it. The times are evidence and no proof: the server vouches for those it names its
          own, the rest is what the device says.
        </Text>
        <Button
          variant={withDecided ? 'solid' : 'outline'}
          size="sm"
          justifySelf="start"
          aria-pressed={withDecided}
          onClick={() => setSearch(withDecided ? {} : { decided: 'true' }, { replace: true })}
        >
          Show what is decided
        </Button>
        {query.isError ? (
          <Fault
            sentence="The late work could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : query.isPending ? (
          <CardSkeletons n={3} height="72px" />
        ) : data?.candidates.length === 0 ? (
          <Empty>
            {withDecided ? `Nothing came late in this ${subject.kind}.` : 'No work waits for a decision.'}
          </Empty>
        ) : (
          <Stack gap="4">
            {data?.candidates.map((candidate, index) => (
              <LateCandidateCard key={candidate.id} candidate={candidate} isOpen={index === 0} />
            ))}
          </Stack>
        )}
      </Box>
    </>
  )
}

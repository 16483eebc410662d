import { Heading, HStack, Tabs } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Pager } from '#pwa/ui/Pager.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { useListAddress } from '../../address/useListAddress.ts'
import { DriveBadge } from '../../drive/DriveBadge.tsx'
import { DriveTabs } from '../../drive/DriveTabs.tsx'
import { isNotFound, queryOf } from '../../http/queryOf.ts'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'
import type { CandidatePage } from '../../views.ts'
import { CandidateTable } from './CandidateTable.tsx'

const ABSENT = 'absentCandidate'

export default function CandidatesPage() {
  const { driveId = '' } = useParams()
  const address = useListAddress()
  const isAbsent = address.tab === ABSENT
  const query = useQuery({
    ...queryOf<CandidatePage>('getCandidateList', {
      params: { driveId },
      query: { page: address.page, search: address.search, absent_candidates: isAbsent || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  usePageTitle(data ? `Candidates of ${data.drive_name}` : 'Candidates')
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  const count = data ? ` (${data.total})` : ''
  return (
    <FullHeight>
      <PageHead
        path={[{ name: 'Home', to: urls.home }]}
        title={data?.drive_name ?? 'Candidates'}
        beside={data && <DriveBadge status={data.drive_status} />}
      >
        <DriveTabs driveId={driveId} current="Candidates" />
      </PageHead>
      <HStack px={{ base: '4', md: '6' }} py="2.5" gap="4" flexWrap="wrap" minH="52px">
        <Heading as="h2" textStyle="md" fontWeight="600">{`Candidates${count}`}</Heading>
        <Tabs.Root
          value={isAbsent ? ABSENT : 'default'}
          onValueChange={(to) => address.setTab(to.value === ABSENT ? ABSENT : '')}
          variant="enclosed"
          size="sm"
          aria-label="Which candidates"
        >
          <Tabs.List>
            <Tabs.Trigger value="default">Default</Tabs.Trigger>
            <Tabs.Trigger value={ABSENT}>{texts.absentCandidates}</Tabs.Trigger>
          </Tabs.List>
        </Tabs.Root>
        <HStack ms={{ md: 'auto' }} width={{ base: 'full', md: 'auto' }}>
          <SearchBox label="Search candidates" value={address.search} onSearch={address.setSearch} />
        </HStack>
      </HStack>
      {query.isError ? (
        <Fault
          sentence="The candidates could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <CandidateTable rows={data?.candidates} isBusy={query.isFetching} />
      )}
      {data && data.candidates.length === 0 && (
        <Empty>{address.search ? `Nobody found for '${address.search}'.` : emptyText(isAbsent)}</Empty>
      )}
      <HStack px={{ base: '4', md: '6' }} py="2" justifyContent="flex-end">
        {data && <Pager page={data.page} pages={data.pages} onPage={address.setPage} />}
      </HStack>
    </FullHeight>
  )
}

const emptyText = (isAbsent: boolean): string => (isAbsent ? 'No absent candidates.' : texts.noCandidates)

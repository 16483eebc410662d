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

const DEFAULT = 'default'
const ABSENT = 'absentCandidate'
const filling = { display: 'flex', flexDirection: 'column', flex: '1', minH: '0' } as const

export default function CandidatesPage() {
  const { driveId = '' } = useParams()
  const address = useListAddress()
  const tab = address.tab === ABSENT ? ABSENT : DEFAULT
  const query = useQuery({
    ...queryOf<CandidatePage>('getCandidateList', {
      params: { driveId },
      query: {
        page: address.page,
        search: address.search,
        absent_candidates: tab === ABSENT || undefined,
      },
    }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  usePageTitle(data ? `Candidates of ${data.drive_name}` : 'Candidates')
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <FullHeight>
      <PageHead
        path={[{ name: 'Home', to: urls.home }]}
        title={data?.drive_name ?? 'Candidates'}
        beside={data && <DriveBadge status={data.drive_status} />}
      >
        <DriveTabs driveId={driveId} current="Candidates" />
      </PageHead>
      <Tabs.Root
        css={filling}
        value={tab}
        onValueChange={(to) => address.setTab(to.value === ABSENT ? ABSENT : '')}
        variant="enclosed"
        size="sm"
      >
        <HStack px={{ base: '4', md: '6' }} py="2.5" gap="4" flexWrap="wrap" minH="52px">
          <Heading as="h2" textStyle="md" fontWeight="600">
            {data ? `Candidates (${data.total})` : 'Candidates'}
          </Heading>
          <Tabs.List aria-label="Which candidates" css={{ '--tabs-height': '1.75rem' }}>
            <Tabs.Trigger value={DEFAULT}>Default</Tabs.Trigger>
            <Tabs.Trigger value={ABSENT}>{texts.absentCandidates}</Tabs.Trigger>
          </Tabs.List>
          <HStack ms={{ md: 'auto' }} width={{ base: 'full', md: 'auto' }}>
            <SearchBox label="Search candidates" value={address.search} onSearch={address.setSearch} />
          </HStack>
        </HStack>
        <Tabs.Content value={tab} css={filling} p="0">
          {query.isError ? (
            <Fault
              sentence="The candidates could not be loaded."
              why={query.error.message}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <CandidateTable rows={data?.candidates} isBusy={query.isFetching} />
          )}
          {data?.candidates.length === 0 && <Empty>{emptyText(tab, address.search)}</Empty>}
        </Tabs.Content>
      </Tabs.Root>
      {data && data.pages > 1 && (
        <HStack px={{ base: '4', md: '6' }} minH="44px" py="1" justifyContent="flex-end" borderTopWidth="1px">
          <Pager page={data.page} pages={data.pages} onPage={address.setPage} />
        </HStack>
      )}
    </FullHeight>
  )
}

function emptyText(tab: string, search: string): string {
  if (search) return `Nobody found for '${search}'.`
  return tab === ABSENT ? 'No absent candidates.' : texts.noCandidates
}

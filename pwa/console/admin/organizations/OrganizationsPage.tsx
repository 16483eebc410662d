import { Box } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { CardSkeletons } from '#pwa/ui/Skeletons.tsx'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { useListAddress } from '../../kit/list/useListAddress.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { OrganizationTile } from './OrganizationTile.tsx'

/** All organizations, 15 at a time. */
export default function OrganizationsPage() {
  usePageTitle('Organizations')
  const { search, setSearch } = useListAddress()
  const { query, rows, total } = useInfiniteList({
    call: 'getOrganizations',
    query: { search },
    rows: (page) => page.organizations,
    total: (page) => page.total_organizations,
  })
  const isEmpty = query.isSuccess && rows.length === 0
  return (
    <>
      <PageHeader title={total === undefined ? 'Organizations' : `Organizations (${total})`} />
      <Box flex="1" bg="bg.canvas" px={{ base: '4', md: '6' }} py="5">
        <Box mb="4">
          <SearchBox label="Search" value={search} onSearch={setSearch} />
        </Box>
        {query.isError && rows.length === 0 && (
          <Fault
            sentence={consoleTexts.organizationsFailed}
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {isEmpty && <Empty>{consoleTexts.noOrganizations}</Empty>}
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(20rem, 1fr))' }}
          gap="3"
          alignItems="start"
        >
          {query.isPending && <CardSkeletons n={6} height="206px" />}
          {rows.map((organization) => (
            <OrganizationTile key={organization.id} organization={organization} />
          ))}
        </Box>
        <ListEnd query={query} />
      </Box>
    </>
  )
}

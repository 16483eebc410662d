import { Box } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router-dom'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/Skeletons.tsx'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { OrganizationForm } from './OrganizationForm.tsx'

/** One organization, to be changed. */
export default function OrganizationEditPage() {
  const { organizationId = '' } = useParams()
  const query = useQuery({
    ...queryOf('getOrganization', { params: { id: organizationId } }),
    // The record that the form began with stays under it until the form is sent or left.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const organization = query.data?.organization
  const name = organization ? (organization.show_name ?? organization.name) : 'Organization'
  usePageTitle(name)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  return (
    <>
      <PageHeader path={[{ name: 'Organizations', to: urls.organizations }]} title={name} />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="40rem">
        {organization && <OrganizationForm organization={organization} />}
        {query.isPending && <SkeletonBlocks heights={['44px', '44px', '44px', '44px', '44px']} />}
        {query.isError && (
          <Fault
            sentence="The organization could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
      </Box>
    </>
  )
}

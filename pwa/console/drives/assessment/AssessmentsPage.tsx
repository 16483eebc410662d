import { Box, Button } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { CardSkeletons } from '#pwa/ui/Skeletons.tsx'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { useListAddress } from '../../kit/list/useListAddress.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { AssessmentTile } from './AssessmentTile.tsx'

/** The organization's assessments, 15 at a time, the newest first. */
export default function AssessmentsPage() {
  usePageTitle('Assessments')
  const { search, setSearch } = useListAddress()
  const { query, rows, total } = useInfiniteList({
    call: 'getAssessments',
    query: { search },
    rows: (page) => page.assessments,
    total: (page) => page.total,
  })
  return (
    <>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={total === undefined ? 'Assessments' : `Assessments (${total})`}
        actions={
          <Button asChild>
            <Link to={urls.newAssessment}>
              <Plus aria-hidden />
              Add Assessment
            </Link>
          </Button>
        }
      />
      <Box flex="1" bg="bg.canvas" px={{ base: '4', md: '6' }} py="5">
        <Box mb="4">
          <SearchBox label="Search Assessment" value={search} onSearch={setSearch} />
        </Box>
        {query.isError && rows.length === 0 && (
          <Fault
            sentence="The assessments could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && rows.length === 0 && (
          <>
            <Empty>{consoleTexts.assessmentsNotFound}</Empty>
            {search === '' && (
              <Box color="fg.muted" textAlign="center" textStyle="sm">
                An assessment is always open: it draws its questions from your bank, and each link works for a
                limited number of days.
              </Box>
            )}
          </>
        )}
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(21rem, 1fr))' }}
          gap="3"
        >
          {query.isPending && <CardSkeletons n={6} height="216px" />}
          {rows.map((assessment) => (
            <AssessmentTile key={assessment.id} assessment={assessment} />
          ))}
        </Box>
        <ListEnd query={query} />
      </Box>
    </>
  )
}

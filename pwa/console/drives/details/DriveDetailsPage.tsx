import { Box, Button, chakra, Heading, SimpleGrid, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { kindLabelsInDrive, questionKindOf } from '#contract/questionKinds.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { plainText } from '#pwa/ui/plainText.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { DriveBadge } from '../tile/DriveBadge.tsx'
import { areErased } from '../tile/formatKept.ts'
import { KeptResults } from '../tile/KeptResults.tsx'
import { Engines } from './Engines.tsx'

const problemColumns: readonly Column[] = [
  { name: 'Title', width: '28%' },
  { name: 'Description' },
  { name: 'Time (mins)', width: '112px', isNumber: true },
  { name: 'Difficulty', width: '120px' },
]
const questionColumns: readonly Column[] = [
  { name: 'Description' },
  { name: 'Type', width: '140px' },
  { name: 'Time (secs)', width: '112px', isNumber: true },
  { name: 'Difficulty', width: '120px' },
]

/** The questions of a drive, and how many candidates came. */
export default function DriveDetailsPage() {
  const { driveId = '' } = useParams()
  const query = useQuery(queryOf('getDriveDetails', { params: { driveId } }))
  const { data } = query
  usePageTitle(consoleTexts.driveStats)
  if (isNotFound(query.error)) return <Navigate to={urls.notFound} replace />
  const isErased = data !== undefined && areErased(data.drive)
  const counts = [
    ['Total Candidates', data?.total_candidates],
    ['Selected', data?.selected_candidates],
    ['Absent', data?.absent_candidates],
  ] as const
  return (
    <>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={data?.drive.name ?? 'Details'}
        beside={data && <DriveBadge status={data.drive.drive_status} />}
        actions={
          !isErased && (
            <Button variant="outline" asChild>
              <Link to={urls.rejudge(driveId)}>Rejudge</Link>
            </Button>
          )
        }
      />
      <Box px={{ base: '4', md: '6' }} py="5" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
        <Heading as="h2" textStyle="xl" fontWeight="600">
          {consoleTexts.driveStats}
        </Heading>
        {query.isError && !data ? (
          <Fault
            sentence={consoleTexts.somethingWrong}
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            {data && <KeptResults of={data.drive} kind="drive" />}
            {!isErased && (
              <SimpleGrid columns={3} borderWidth="1px" borderRadius="l3" maxW="40rem">
                {counts.map(([name, n], index) => (
                  <Box key={name} p="3.5" borderStartWidth={index === 0 ? '0' : '1px'}>
                    <Text textStyle="xl" fontWeight="600" fontVariantNumeric="tabular-nums">
                      {n ?? '-'}
                    </Text>
                    <Text textStyle="xs" color="fg.muted">
                      {name}
                    </Text>
                  </Box>
                ))}
              </SimpleGrid>
            )}
            <Section name="Problems" columns={problemColumns} isLoading={!data} count={data?.problems.length}>
              {data?.problems.map((row) => (
                <tr key={row.id}>
                  <ItemName row={row} name={row.title} to={urls.problemDetails(row.id)} />
                  <td title={plainText(row.description)}>{plainText(row.description)}</td>
                  <td data-number>{row.time_in_minutes}</td>
                  <td>{row.difficulty}</td>
                </tr>
              ))}
            </Section>
            <Section
              name="MCQ Questions"
              columns={questionColumns}
              isLoading={!data}
              count={data?.questions.length}
            >
              {data?.questions.map((row) => (
                <tr key={row.id}>
                  <ItemName row={row} name={plainText(row.description)} to={urls.questionDetails(row.id)} />
                  <td>{kindLabelsInDrive[questionKindOf(row)]}</td>
                  <td data-number>{row.time_in_seconds}</td>
                  <td>{row.difficulty}</td>
                </tr>
              ))}
            </Section>
            {data && <Engines driveId={driveId} engines={data.engines} />}
          </>
        )}
      </Box>
    </>
  )
}

/** The way to an item's details; one that is no longer in the bank has none, and says so. */
function ItemName({ row, name, to }: { row: { is_deleted: boolean }; name: string; to: string }) {
  return (
    <th scope="row" title={name}>
      {row.is_deleted ? (
        <>
          <chakra.span color="fg.subtle">(Deleted)</chakra.span> {name}
        </>
      ) : (
        <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
          <Link to={to}>{name}</Link>
        </chakra.span>
      )}
    </th>
  )
}

interface SectionProps {
  name: string
  columns: readonly Column[]
  isLoading: boolean
  count: number | undefined
  children: ReactNode
}

function Section({ name, columns, isLoading, count, children }: SectionProps) {
  return (
    <section aria-label={name}>
      <Heading as="h3" textStyle="md" fontWeight="600" mb="2">
        {name}
      </Heading>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
        <DataTable caption={name} columns={columns} minWidth="640px" density="card" isBusy={isLoading}>
          {isLoading ? <SkeletonRows columns={columns} rows={3} /> : children}
        </DataTable>
        {count === 0 && <Empty>{`This drive has no ${name === 'Problems' ? 'problems' : 'MCQs'}.`}</Empty>}
      </Box>
    </section>
  )
}

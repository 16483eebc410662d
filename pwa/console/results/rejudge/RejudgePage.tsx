import { Box, chakra, Heading, HStack, NativeSelect, Stack, Text } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcwSquare } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import type { RejudgeView } from '#contract/views/bank.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { useReportAddress, useSubject } from '../../drives/subject/useSubject.ts'
import { isNotFound, queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { Rejudge } from './Rejudge.tsx'

/** One of these is enough for a problem at a time. */
const open: ReadonlySet<RejudgeView['status']> = new Set(['running', 'ready', 'applying'])

/** Judging a problem of a drive by its newest version: what it would change stands here before anything changes. */
export default function RejudgePage() {
  const subject = useSubject()
  const driveId = subject.id
  const reportOf = useReportAddress(subject)
  usePageTitle('Rejudge')
  const client = useQueryClient()
  const drive = useQuery(queryOf('getDriveDetails', { params: { driveId } }))
  const list = useQuery(queryOf('getRejudges', { params: { driveId } }))
  const [chosen, setChosen] = useState('')
  const start = useMutation({
    networkMode: 'always',
    mutationFn: (problemId: number) =>
      request('postRejudge', { params: { driveId }, body: { problem_id: problemId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['getRejudges'] }),
  })
  if (isNotFound(drive.error)) return <Navigate to={urls.notFound} replace />
  const problems = drive.data?.problems ?? []
  const problemId = Number(chosen || problems[0]?.id || 0)
  const isOpen = list.data?.rejudges.some((one) => one.problem_id === problemId && open.has(one.status))
  return (
    <>
      <PageHeader
        path={[...subject.path, { name: drive.data?.drive.name ?? 'Result', to: subject.urls.results }]}
        title="Rejudge"
      />
      <Box
        px={{ base: '4', md: '6' }}
        py="5"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="6"
        maxW="64rem"
      >
        <Stack gap="3">
          <Text color="fg.muted" maxW="44rem">
            After you correct a test or the checker of a problem, rejudge the submissions with its newest
            version. You see the marks before and after; nothing changes until you apply it. Running tests
            keep the version they started with.
          </Text>
          {drive.isSuccess && problems.length === 0 ? (
            <Empty>{`This ${subject.kind} has no problems.`}</Empty>
          ) : (
            <HStack gap="3" flexWrap="wrap">
              <NativeSelect.Root width={{ base: 'full', md: '22rem' }} disabled={!drive.isSuccess}>
                <NativeSelect.Field
                  aria-label="Problem"
                  value={chosen || String(problems[0]?.id ?? '')}
                  onChange={(event) => {
                    setChosen(event.target.value)
                    start.reset()
                  }}
                >
                  {problems.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
              <SteadyButton
                disabled={problemId === 0 || isOpen}
                loading={start.isPending}
                loadingText="Rejudge"
                onClick={() => start.mutate(problemId)}
              >
                <RotateCcwSquare aria-hidden />
                Rejudge
              </SteadyButton>
            </HStack>
          )}
          {start.isError && <ServerSays tone="warning">{start.error.message}</ServerSays>}
          {isOpen && (
            <Text textStyle="sm" color="fg.muted">
              A rejudge of this problem is in progress below. Apply or discard it before you start another.
            </Text>
          )}
        </Stack>
        <chakra.section aria-labelledby="rejudged">
          <Heading as="h2" id="rejudged" textStyle="md" fontWeight="600" mb="3">
            Rejudges, newest first
          </Heading>
          {list.isError ? (
            <Fault
              sentence="The list could not be loaded."
              why={list.error.message}
              onRetry={() => void list.refetch()}
            />
          ) : list.data?.rejudges.length === 0 ? (
            <Empty>{`No rejudges in this ${subject.kind} yet.`}</Empty>
          ) : (
            <Stack gap="4">
              {list.data?.rejudges.map((rejudge) => (
                <Rejudge key={rejudge.id} reportOf={reportOf} first={rejudge} />
              ))}
            </Stack>
          )}
        </chakra.section>
      </Box>
    </>
  )
}

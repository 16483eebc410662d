import { Box, Button, Progress, Text } from '@chakra-ui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, LoaderCircle, ShieldCheck, TriangleAlert } from 'lucide-react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { Verification } from '#contract/views/verification.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Facts } from '#pwa/ui/Facts.tsx'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { dateOr } from '../../kit/format/dates.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { Backups } from './Backups.tsx'
import { Erasing } from './Erasing.tsx'
import { SigningKey } from './SigningKey.tsx'

const WHILE_RUNNING_MS = 1_000
const columns: readonly Column[] = [{ name: 'Where', width: '320px' }, { name: 'What is wrong' }]
const count = (n: number): string => n.toLocaleString('en')

/** Whether everything that proves a result still holds: begun by hand, and walked by the server. */
export default function EvidencePage() {
  usePageTitle('Evidence')
  const client = useQueryClient()
  const asked = queryOf('getVerification')
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state }) =>
      state.data?.verification?.state === 'running' ? WHILE_RUNNING_MS : false,
  })
  const begin = useMutation({
    networkMode: 'always',
    mutationFn: () => request('postVerification'),
    onSuccess: ({ data }) => client.setQueryData(asked.queryKey, data),
    onError: (error) => toastError(error.message),
  })
  const found = query.data?.verification
  return (
    <>
      <PageHeader
        title="Evidence"
        actions={
          <Button disabled={found?.state === 'running' || begin.isPending} onClick={() => begin.mutate()}>
            <ShieldCheck aria-hidden />
            Check everything
          </Button>
        }
      />
      <Box px={{ base: '4', md: '6' }} py="5" maxW="60rem">
        <Text color="fg.muted" textStyle="sm" maxW="44rem" mb="5">
          The check reads every change in every test, the audit log, the receipts and the camera pictures, and
          lists anything that is missing or was altered since it was written. It changes nothing, and everyone
          can keep working while it runs.
        </Text>
        {query.isError && (
          <Fault
            sentence="The last check could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && (
          <DataTable caption="Findings" columns={columns} isBusy>
            <SkeletonRows columns={columns} rows={2} />
          </DataTable>
        )}
        {query.isSuccess && !found && (
          <Text color="fg.muted">
            Nothing has been checked since the server started. Press Check everything.
          </Text>
        )}
        {found && <Walk {...found} />}
        {query.data && <Backups state={query.data.backups} />}
        <Erasing />
        {query.data && <SigningKey sha256={query.data.receipt_key_sha256} />}
      </Box>
    </>
  )
}

function stateOf({ state, findings }: Verification) {
  if (state === 'running') return { icon: LoaderCircle, tone: 'quiet', word: 'Checking …' } as const
  if (state === 'failed')
    return { icon: TriangleAlert, tone: 'warn', word: 'The check did not finish' } as const
  if (findings.length > 0) return { icon: CircleX, tone: 'bad', word: 'Problems found' } as const
  return { icon: CircleCheck, tone: 'ok', word: 'Everything is intact' } as const
}

const restoredText = ({ backup_of, restored_at }: Verification['restores'][number]): string =>
  `${dateOr(restored_at, '-')} from a backup of ${dateOr(backup_of, '-')}`

function Walk(found: Verification) {
  const { state, started_at, ended_at, sealed_since, restores, attempts, walked, findings, more_findings } =
    found
  const { icon, tone, word } = stateOf(found)
  return (
    <>
      <Box role="status" mb="4">
        <StateBadge icon={icon} tone={tone}>
          {word}
        </StateBadge>
      </Box>
      {state === 'running' && (
        <Progress.Root
          value={walked.attempts}
          max={Math.max(1, attempts)}
          aria-label="Tests checked"
          size="sm"
          mb="4"
          maxW="30rem"
        >
          <Progress.Track>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      )}
      <Facts
        width="160px"
        facts={[
          ['Started', dateOr(started_at, '-')],
          ['Ended', dateOr(ended_at, '-')],
          ['Tests', `${count(walked.attempts)} of ${count(attempts)}`],
          ['Changes', count(walked.changes)],
          ['Receipts', count(walked.receipts)],
          ['Pictures', count(walked.pictures)],
          ['Audit entries', count(walked.audit_entries)],
          ['Sealed since', dateOr(sealed_since, '-')],
          ...(restores.length > 0 ? [['Restored', restores.map(restoredText).join('; ')] as const] : []),
        ]}
      />
      {findings.length > 0 && (
        <Box mt="6" mx={{ base: '-4', md: '-6' }}>
          <DataTable caption="Findings" columns={columns} isCards>
            {findings.map(({ where, what }) => (
              <tr key={`${where} ${what}`}>
                <th scope="row" data-wrap data-title>
                  {where}
                </th>
                <td data-wrap data-label="What is wrong">
                  {what}
                </td>
              </tr>
            ))}
          </DataTable>
          {more_findings > 0 && (
            <Text px="6" py="3" color="fg.muted">
              … and {count(more_findings)} more.
            </Text>
          )}
          <Text px="6" py="3">
            {consoleTexts.afterFindings}
          </Text>
        </Box>
      )}
    </>
  )
}

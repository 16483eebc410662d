import { Box, chakra } from '@chakra-ui/react'
import { LONGEST_NAME } from '#contract/constants.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { Changes } from '../../kit/audit/Changes.tsx'
import { formatAction } from '../../kit/audit/formatAction.ts'
import { formatSubject } from '../../kit/audit/formatEntry.ts'
import { dateOr } from '../../kit/format/dates.ts'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { useSession } from '../../kit/session/sessionStore.ts'

const columns: readonly Column[] = [
  { name: 'When', width: '176px' },
  { name: 'Who', width: '160px' },
  { name: 'Action', width: '150px' },
  { name: 'Item', width: '250px' },
  { name: 'Change' },
]

/** The changes that staff made, newest first: those of the organization, or of all for a super admin. */
export default function AuditLogPage() {
  usePageTitle('Audit log')
  const isOfAll = useSession()?.user.role === 'SuperAdmin'
  const { query, rows, total } = useInfiniteList({
    call: 'getAuditLog',
    rows: (page) => page.entries,
    total: (page) => page.total,
  })
  return (
    <>
      <PageHeader title={total === undefined ? 'Audit log' : `Audit log (${total})`} />
      {query.isError && rows.length === 0 ? (
        <Fault
          sentence="The audit log could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <DataTable caption="Audit log" columns={columns} minWidth="980px" isBusy={query.isFetching} isCards>
          {query.isPending && <SkeletonRows columns={columns} rows={8} />}
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td data-wrap data-label="When">
                {dateOr(entry.at, '-')}
              </td>
              <th scope="row" data-wrap data-title>
                {entry.user}
              </th>
              <td data-wrap data-label="Action">
                {formatAction(entry.action)}
              </td>
              <td data-wrap data-label="Item" title={entry.subject}>
                <Box minW="0">
                  <ReadMore text={formatSubject(entry)} what={entry.subject} limit={LONGEST_NAME} />
                  {isOfAll && entry.organization && (
                    <chakra.span display="block" textStyle="xs" color="fg.muted" overflowWrap="anywhere">
                      {entry.organization}
                    </chakra.span>
                  )}
                </Box>
              </td>
              <td data-wrap data-label="Change">
                <Changes before={entry.before} after={entry.after} names={entry.names} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {query.isSuccess && rows.length === 0 && <Empty>Nothing has been changed yet.</Empty>}
      <Box px="4">
        <ListEnd query={query} />
      </Box>
    </>
  )
}

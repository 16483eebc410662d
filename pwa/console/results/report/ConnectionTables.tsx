import { Box, SimpleGrid, Text } from '@chakra-ui/react'
import type { ReportConnection } from '#contract/views/admin.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatDate, formatSpan, formatTime } from '../../kit/format/dates.ts'
import { heldMessage, stretchLabels } from './connectionLabels.ts'
import { formatOps, verdictLook } from './format.ts'

const offlineColumns: readonly Column[] = [
  { name: 'From' },
  { name: 'To' },
  { name: 'Length' },
  { name: 'What' },
  { name: 'Changes kept', isNumber: true },
]
const arrivalColumns: readonly Column[] = [
  { name: 'Received', width: '176px' },
  { name: 'Made', width: '200px' },
  { name: 'What' },
  { name: 'In time', width: '140px' },
]
const clock = (iso: string): string => formatTime(new Date(iso))

interface ConnectionTablesProps {
  connection: ReportConnection
  /** Some of the work lies beside the log: what a device sent that had lost the test. */
  hasLateWork: boolean
}

/** The connection in words: what the drawing above shows. */
export function ConnectionTables({ connection, hasLateWork }: ConnectionTablesProps) {
  const { offline, arrivals, awaited } = connection
  return (
    <SimpleGrid columns={{ base: 1, '2xl': 2 }} gap="4" px={{ base: '4', md: '6' }} pb="5">
      {offline.length > 0 && (
        <Box borderWidth="1px" borderRadius="8px" overflow="hidden" alignSelf="start">
          <DataTable caption="Time without contact" columns={offlineColumns} minWidth="520px" density="card">
            {offline.map((span) => (
              <tr key={span.from}>
                <td>{clock(span.from)}</td>
                <td>{span.to === null ? 'not back' : clock(span.to)}</td>
                <td>{span.seconds === null ? '-' : formatSpan(span.seconds)}</td>
                <td>{stretchLabels[span.how]}</td>
                <td data-number>{span.ops_kept}</td>
              </tr>
            ))}
          </DataTable>
        </Box>
      )}
      {arrivals.length > 0 && (
        <Box borderWidth="1px" borderRadius="8px" overflow="hidden" alignSelf="start">
          <DataTable caption="What arrived late" columns={arrivalColumns} minWidth="660px" density="card">
            {arrivals.map((arrival) => {
              const { icon, tone, word, why } = verdictLook(arrival.verdict)
              return (
                <tr key={arrival.received_at + arrival.made_from + arrival.verdict}>
                  <td data-wrap>{formatDate(new Date(arrival.received_at))}</td>
                  <td data-wrap>
                    {[...new Set([clock(arrival.made_from), clock(arrival.made_to)])].join(' – ')}
                  </td>
                  <td data-wrap>{formatOps(arrival.types)}</td>
                  <td data-wrap title={why}>
                    <StateBadge icon={icon} tone={tone} bare>
                      {word}
                    </StateBadge>
                  </td>
                </tr>
              )
            })}
          </DataTable>
        </Box>
      )}
      {awaited && (
        <Text textStyle="sm" alignSelf="start">
          At {clock(awaited.announced_at)} the device reported{' '}
          {awaited.count === 1 ? 'one more change that has' : `${awaited.count} more changes that have`} not
          arrived.
        </Text>
      )}
      {offline.length === 0 && arrivals.length === 0 && !awaited && (
        <Text color="fg.muted" textStyle="sm">
          {heldMessage(hasLateWork)}
        </Text>
      )}
    </SimpleGrid>
  )
}

import { chakra } from '@chakra-ui/react'
import { FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import { DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/SkeletonRows.tsx'
import { urls } from '../../urls.ts'
import type { ResultPage, ResultRow } from '../../views.ts'
import { columns } from './columns.ts'
import { ScoreCell } from './ScoreCell.tsx'

interface Props {
  driveId: string
  data: ResultPage | undefined
  isBusy: boolean
}

export function ResultTable({ driveId, data, isBusy }: Props) {
  return (
    <DataTable caption="Results" columns={columns} minWidth="1160px" isFilling isBusy={isBusy}>
      {data ? (
        data.results.map((row) => (
          <Row key={row.token} driveId={driveId} row={row} total={data.drive_total_marks} />
        ))
      ) : (
        <SkeletonRows columns={columns} rows={12} />
      )}
    </DataTable>
  )
}

function Row({ driveId, row, total }: { driveId: string; row: ResultRow; total: number }) {
  const isAbsent = row.time_taken === texts.notAttended
  const name = [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email
  return (
    <tr>
      <td data-quiet>{row.candidate_id}</td>
      <td>{row.first_name || '-'}</td>
      <td>{row.last_name || '-'}</td>
      <td data-quiet title={row.email}>
        {row.email}
      </td>
      <td>
        <ScoreCell row={row} total={total} />
      </td>
      <td data-number data-quiet={isAbsent || undefined}>
        {row.time_taken}
      </td>
      <td>
        {isAbsent ? (
          '-'
        ) : (
          <chakra.span
            display="inline-grid"
            placeItems="center"
            boxSize="7"
            borderRadius="l2"
            _hover={{ bg: 'bg.muted' }}
            asChild
          >
            <Link
              to={urls.report(driveId, row.token)}
              target="_blank"
              rel="noopener"
              aria-label={`Report of ${name}`}
            >
              <FileText size={16} aria-hidden />
            </Link>
          </chakra.span>
        )}
      </td>
      <td data-strong={row.is_fraud || undefined} data-quiet={!row.is_fraud || undefined}>
        {row.is_fraud ? 'YES' : 'NO'}
      </td>
      <td title={row.test_end_reason ?? undefined}>
        {row.test_end_reason === texts.switchedWindow ? (
          <chakra.span color="fg.warning" fontWeight="500">
            {row.test_end_reason}
          </chakra.span>
        ) : (
          row.test_end_reason || '-'
        )}
      </td>
    </tr>
  )
}

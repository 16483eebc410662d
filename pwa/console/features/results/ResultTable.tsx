import { DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/SkeletonRows.tsx'
import type { ResultPage, ResultRow } from '../../views.ts'
import { columns } from './columns.ts'
import { EndReason, isAbsent, ReportLink } from './parts.tsx'
import { ScoreCell } from './ScoreCell.tsx'
import { ShortlistBox } from './ShortlistBox.tsx'

interface Props {
  driveId: string
  data: ResultPage | undefined
  isBusy: boolean
  onShortlist: (row: ResultRow, is_selected: boolean) => void
}

export function ResultTable({ driveId, data, isBusy, onShortlist }: Props) {
  return (
    <DataTable caption="Results" columns={columns} minWidth="1240px" isFilling isBusy={isBusy}>
      {data ? (
        data.results.map((row) => (
          <Row
            key={row.token}
            driveId={driveId}
            row={row}
            total={data.drive_total_marks}
            onShortlist={onShortlist}
          />
        ))
      ) : (
        <SkeletonRows columns={columns} rows={12} />
      )}
    </DataTable>
  )
}

interface RowProps {
  driveId: string
  row: ResultRow
  total: number
  onShortlist: Props['onShortlist']
}

function Row({ driveId, row, total, onShortlist }: RowProps) {
  return (
    <tr>
      <td data-quiet>{row.candidate_id}</td>
      <th scope="row" data-sticky>
        {row.first_name || '-'}
      </th>
      <td>{row.last_name || '-'}</td>
      <td data-quiet title={row.email}>
        {row.email}
      </td>
      <td>
        <ScoreCell row={row} total={total} />
      </td>
      <td data-number data-quiet={isAbsent(row) || undefined}>
        {row.time_taken}
      </td>
      <td>{isAbsent(row) ? '-' : <ReportLink driveId={driveId} row={row} />}</td>
      <td data-strong={row.is_fraud || undefined} data-quiet={!row.is_fraud || undefined}>
        {row.is_fraud ? 'YES' : 'NO'}
      </td>
      <td title={row.test_end_reason ?? undefined}>
        <EndReason reason={row.test_end_reason} />
      </td>
      <td>
        <ShortlistBox row={row} onToggle={(to) => onShortlist(row, to)} />
      </td>
    </tr>
  )
}

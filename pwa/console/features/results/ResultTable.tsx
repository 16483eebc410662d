import { DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/SkeletonRows.tsx'
import type { ResultPage, ResultRow } from '../../views.ts'
import { columns as all, withoutShortlist } from './columns.ts'
import { EndReason, isAbsent, ReportLink } from './parts.tsx'
import { ScoreCell } from './ScoreCell.tsx'
import { ShortlistBox } from './ShortlistBox.tsx'

interface Props {
  reportOf: (row: ResultRow) => string
  data: ResultPage | undefined
  isBusy: boolean
  /** Nothing where there is no shortlist. */
  onShortlist: ((row: ResultRow, is_selected: boolean) => void) | undefined
}

export function ResultTable({ reportOf, data, isBusy, onShortlist }: Props) {
  const columns = onShortlist ? all : withoutShortlist
  return (
    <DataTable
      caption="Results"
      columns={columns}
      minWidth={onShortlist ? '1240px' : '1144px'}
      isFilling
      isBusy={isBusy}
    >
      {data ? (
        data.results.map((row) => (
          <Row
            key={row.token}
            reportOf={reportOf}
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
  reportOf: Props['reportOf']
  row: ResultRow
  total: number
  onShortlist: Props['onShortlist']
}

function Row({ reportOf, row, total, onShortlist }: RowProps) {
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
      <td>{isAbsent(row) ? '-' : <ReportLink to={reportOf(row)} row={row} />}</td>
      <td data-strong={row.is_fraud || undefined} data-quiet={!row.is_fraud || undefined}>
        {row.is_fraud ? 'YES' : 'NO'}
      </td>
      <td title={row.test_end_reason ?? undefined}>
        <EndReason reason={row.test_end_reason} />
      </td>
      {onShortlist && (
        <td>
          <ShortlistBox row={row} onToggle={(to) => onShortlist(row, to)} />
        </td>
      )}
    </tr>
  )
}

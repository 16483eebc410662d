import type { ReactNode } from 'react'
import type { ResultSort } from '#contract/forms/results.ts'
import { texts } from '#contract/texts.ts'
import type { ResultPage, ResultRow } from '#contract/views/admin.ts'
import { DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { type ColumnName, columnsOf } from './columns.ts'
import { EndReason, isAbsent, NameLink, ReportLink, ScoreCell, ShortlistBox } from './parts.tsx'

interface Props {
  reportOf: (row: ResultRow) => string
  data: ResultPage | undefined
  isBusy: boolean
  shown: readonly ColumnName[]
  sort: ResultSort
  onSort: (sort: ResultSort) => void
  /** Nothing where there is no shortlist. */
  onShortlist: ((row: ResultRow, is_selected: boolean) => void) | undefined
}

/** A column takes so much on average; below it the table scrolls sideways. All of them fit beside a scroll bar at 1280 px. */
const WIDTH = 116

export function ResultTable({ reportOf, data, isBusy, shown, sort, onSort, onShortlist }: Props) {
  const columns = columnsOf(shown, sort, onSort, data?.results ?? [])
  return (
    <DataTable
      caption="Results"
      columns={columns}
      minWidth={`${shown.length * WIDTH}px`}
      isFilling={data?.results.length !== 0}
      isBusy={isBusy}
    >
      {data ? (
        data.results.map((row) => (
          <Row key={row.token} reportOf={reportOf} row={row} shown={shown} onShortlist={onShortlist} />
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
  shown: Props['shown']
  onShortlist: Props['onShortlist']
}

function Row({ reportOf, row, shown, onShortlist }: RowProps) {
  const cells: Record<ColumnName, ReactNode> = {
    'Candidate Id': (
      <td key="id" data-quiet>
        {row.candidate_id}
      </td>
    ),
    'First Name': (
      <th key="first" scope="row" data-sticky title={row.first_name ?? undefined}>
        {row.first_name ? <NameLink to={reportOf(row)} row={row} name={row.first_name} /> : '-'}
      </th>
    ),
    'Last Name': (
      <td key="last" title={row.last_name ?? undefined}>
        {row.last_name ? (
          <NameLink to={reportOf(row)} row={row} name={row.last_name} isBeside={Boolean(row.first_name)} />
        ) : (
          '-'
        )}
      </td>
    ),
    Email: (
      <td key="email" data-quiet title={row.email}>
        {row.email}
      </td>
    ),
    Score: (
      <td key="score">
        <ScoreCell row={row} />
      </td>
    ),
    Time: (
      <td key="time" data-number data-quiet={isAbsent(row) || undefined}>
        {row.time_taken}
      </td>
    ),
    Result: <td key="result">{isAbsent(row) ? '-' : <ReportLink to={reportOf(row)} row={row} />}</td>,
    [texts.triedToCopy]: (
      <td key="copy" data-strong={row.is_fraud || undefined} data-quiet={!row.is_fraud || undefined}>
        {row.is_fraud ? 'YES' : 'NO'}
      </td>
    ),
    [texts.testEndReason]: (
      <td key="reason" title={row.test_end_reason ?? undefined}>
        <EndReason reason={row.test_end_reason} />
      </td>
    ),
    Shortlisted: onShortlist && (
      <td key="shortlisted">
        <ShortlistBox row={row} onToggle={(to) => onShortlist(row, to)} />
      </td>
    ),
  }
  return <tr>{shown.map((name) => cells[name])}</tr>
}

import { texts } from '#contract/texts.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { SkeletonRows } from '#pwa/ui/SkeletonRows.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { CandidateRow } from '../../views.ts'
import { statusLooks } from './status.ts'

const columns: readonly Column[] = [
  { name: 'First Name', width: '20%' },
  { name: 'Last Name', width: '20%' },
  { name: 'Email' },
  { name: 'Mobile Number', width: '160px' },
  { name: 'Status', width: '140px' },
]

export function CandidateTable({
  rows,
  isBusy,
}: {
  rows: readonly CandidateRow[] | undefined
  isBusy: boolean
}) {
  return (
    <DataTable
      caption="Candidates"
      columns={columns}
      minWidth="780px"
      density="roomy"
      isFilling
      isBusy={isBusy}
    >
      {rows ? (
        rows.map((row) => {
          const { icon, tone, word } = statusLooks[row.status]
          return (
            <tr key={row.id}>
              <th scope="row">{row.first_name || '-'}</th>
              <td>{row.last_name || '-'}</td>
              <td title={row.email}>{row.email}</td>
              <td>{row.mobile_number || texts.notAvailable}</td>
              <td>
                <StateBadge icon={icon} tone={tone} bare>
                  {word}
                </StateBadge>
              </td>
            </tr>
          )
        })
      ) : (
        <SkeletonRows columns={columns} rows={8} />
      )}
    </DataTable>
  )
}

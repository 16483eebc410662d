import type { ResultRow } from '../../views.ts'
import { isAbsent, nameOf } from './parts.tsx'

interface Props {
  row: ResultRow
  onToggle: (is_selected: boolean) => void
}

/** A native box: one stands in every row. Without a score nobody is shortlisted; who was before can be taken off. */
export function ShortlistBox({ row, onToggle }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={`Shortlist ${nameOf(row)}`}
      checked={row.is_selected}
      disabled={!row.is_selected && (row.score === null || isAbsent(row))}
      onChange={(event) => onToggle(event.target.checked)}
    />
  )
}

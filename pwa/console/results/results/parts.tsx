import { chakra } from '@chakra-ui/react'
import { FileText, Hourglass } from 'lucide-react'
import { Link } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { ResultRow } from '#contract/views/admin.ts'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { isRunning, scoreOf } from './columns.ts'

/** The parts that table and cards have in common. */

export const isAbsent = (row: ResultRow): boolean => row.time_taken === texts.notAttended

export const candidateName = (row: ResultRow): string =>
  [row.first_name, row.last_name].filter(Boolean).join(' ') || row.email

/** To the report, in a tab of its own. */
export function ReportLink({ to, row, size = '7' }: { to: string; row: ResultRow; size?: string }) {
  return (
    <chakra.span
      display="inline-grid"
      placeItems="center"
      boxSize={size}
      borderRadius="l2"
      _hover={{ bg: 'bg.muted' }}
      asChild
    >
      <Link to={to} target="_blank" rel="noopener" aria-label={`Report of ${candidateName(row)}`}>
        <FileText size={16} aria-hidden />
      </Link>
    </chakra.span>
  )
}

interface NameProps {
  to: string
  row: ResultRow
  name: string
  /** Beside another link of this row that leads there: not on the way of the keyboard. */
  isBeside?: boolean
}

/** A candidate's name, which leads to the report as its sign does. */
export function NameLink({ to, row, name, isBeside = false }: NameProps) {
  if (isAbsent(row)) return name
  return (
    <chakra.span _hover={{ color: 'sea', textDecoration: 'underline' }} asChild>
      <Link to={to} target="_blank" rel="noopener" tabIndex={isBeside ? -1 : undefined}>
        {name}
      </Link>
    </chakra.span>
  )
}

export function EndReason({ reason }: { reason: string | null }) {
  if (reason !== texts.switchedWindow) return reason || '-'
  return (
    <chakra.span color="fg.warning" fontWeight="500">
      {reason}
    </chakra.span>
  )
}

/** The proven score; what only the device claims stands behind it as '+n', never inside the number. */
export function ScoreCell({ row }: { row: ResultRow }) {
  const score = scoreOf(row)
  if (!score) return isRunning(row) ? <span title="The score appears when the test ends.">-</span> : '-'
  const { proven, claimed, judging } = score
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" fontVariantNumeric="tabular-nums">
      <chakra.span minW="7" textAlign="end" fontWeight="600">
        {proven}
      </chakra.span>
      <ScoreBar value={proven} total={row.total_marks} claimed={proven + claimed} />
      {claimed > 0 && (
        <chakra.span
          color="fg.warning"
          textStyle="xs"
          title={`${claimed} more claimed for work made offline`}
        >
          +{claimed}
        </chakra.span>
      )}
      {judging > 0 && (
        <StateBadge icon={Hourglass} tone="info" bare>
          judging {judging}
        </StateBadge>
      )}
    </chakra.span>
  )
}

interface ShortlistProps {
  row: ResultRow
  onToggle: (is_selected: boolean) => void
}

/** A native box: one stands in every row. Without a score nobody is shortlisted; who was before can be taken off. */
export function ShortlistBox({ row, onToggle }: ShortlistProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Shortlist ${candidateName(row)}`}
      checked={row.is_selected}
      disabled={!row.is_selected && (row.score === null || isAbsent(row))}
      onChange={(event) => onToggle(event.target.checked)}
    />
  )
}

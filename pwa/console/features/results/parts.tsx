import { chakra } from '@chakra-ui/react'
import { FileText } from 'lucide-react'
import { Link } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { ResultRow } from '../../views.ts'

/** What table and cards say in the same way. */

export const isAbsent = (row: ResultRow): boolean => row.time_taken === texts.notAttended

export const nameOf = (row: ResultRow): string =>
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
      <Link to={to} target="_blank" rel="noopener" aria-label={`Report of ${nameOf(row)}`}>
        <FileText size={16} aria-hidden />
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

import { chakra } from '@chakra-ui/react'
import { Hourglass } from 'lucide-react'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { ResultRow } from '../../views.ts'

/** The proven score; what only the device claims stands behind it as '+n', never inside the number. */
export function ScoreCell({ row }: { row: ResultRow }) {
  if (row.score === null) return '-'
  const claimed = Math.max(0, (row.score_claimed ?? row.score) - row.score)
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2" fontVariantNumeric="tabular-nums">
      <chakra.span minW="7" textAlign="end" fontWeight="600">
        {row.score}
      </chakra.span>
      <ScoreBar value={row.score} total={row.total_marks} claimed={row.score + claimed} />
      {claimed > 0 && (
        <chakra.span
          color="fg.warning"
          textStyle="xs"
          title={`${claimed} more claimed for work made offline`}
        >
          +{claimed}
        </chakra.span>
      )}
      {row.judging > 0 && (
        <StateBadge icon={Hourglass} tone="info" bare>
          judging {row.judging}
        </StateBadge>
      )}
    </chakra.span>
  )
}

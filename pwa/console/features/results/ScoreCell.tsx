import { chakra } from '@chakra-ui/react'
import { Hourglass } from 'lucide-react'
import { ScoreBar } from '#pwa/ui/ScoreBar.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { ResultRow } from '../../views.ts'
import { isRunning, scoreOf } from './score.ts'

/** The proven score; what only the device claims stands behind it as '+n', never inside the number. */
export function ScoreCell({ row }: { row: ResultRow }) {
  const score = scoreOf(row)
  if (!score) return isRunning(row) ? <span title="The score comes with the end of the test.">-</span> : '-'
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

import { Clock, Radio } from 'lucide-react'
import type { DriveTile } from '#contract/views/drive.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { formatWait } from '../../kit/format/dates.ts'
import { useNow } from '../../kit/format/useNow.ts'

/** How long a drive still runs, or when it begins. */
export function TimeBadge({ drive }: { drive: DriveTile }) {
  const now = useNow(30_000)
  if (drive.drive_status === 'completed') return null
  const isOngoing = drive.drive_status === 'ongoing'
  const ms = Date.parse(isOngoing ? drive.end_time : drive.start_time) - now
  // The page's clock may run ahead of the server's, which moves the drive to its next column.
  if (ms <= 0) return null
  return isOngoing ? (
    <StateBadge icon={Radio} tone="ok">
      {formatWait(ms)} left
    </StateBadge>
  ) : (
    <StateBadge icon={Clock}>in {formatWait(ms)}</StateBadge>
  )
}

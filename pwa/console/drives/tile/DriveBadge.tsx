import { CircleCheck, Clock, Radio } from 'lucide-react'
import type { DriveStatus } from '#contract/views/drive.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'

const looks = {
  ongoing: { icon: Radio, tone: 'ok', word: 'Ongoing' },
  upcoming: { icon: Clock, tone: 'quiet', word: 'Upcoming' },
  completed: { icon: CircleCheck, tone: 'quiet', word: 'Completed' },
} as const

export function DriveBadge({ status }: { status: DriveStatus }) {
  const { icon, tone, word } = looks[status]
  return (
    <StateBadge icon={icon} tone={tone}>
      {word}
    </StateBadge>
  )
}

import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import type { MailStateView } from '../views.ts'

const looks = {
  queued: { icon: Clock, tone: 'quiet', word: 'Queued' },
  sending: { icon: Clock, tone: 'quiet', word: 'Sending' },
  sent: { icon: CircleCheck, tone: 'ok', word: 'Sent' },
  refused: { icon: CircleX, tone: 'bad', word: 'Refused' },
} as const

/** Where a mail stands; one that was put off says so. */
export function MailBadge({ mail }: { mail: Pick<MailStateView, 'status' | 'reason'> }) {
  const { icon, tone, word } = looks[mail.status]
  const isPutOff = mail.status === 'queued' && mail.reason !== null
  return (
    <StateBadge icon={icon} tone={isPutOff ? 'warn' : tone} bare>
      {isPutOff ? 'Waiting' : word}
    </StateBadge>
  )
}

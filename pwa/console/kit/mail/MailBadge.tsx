import { Archive, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { MailStateView } from '#contract/views/account.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'

const looks = {
  queued: { icon: Clock, tone: 'quiet', word: 'Queued' },
  sending: { icon: Clock, tone: 'quiet', word: 'Sending' },
  sent: { icon: CircleCheck, tone: 'ok', word: 'Sent' },
  kept: { icon: Archive, tone: 'quiet', word: 'Not sent' },
  refused: { icon: CircleX, tone: 'bad', word: 'Refused' },
} as const

type Mail = Pick<MailStateView, 'status' | 'reason'>

/** The look of a mail; the reason tells that one was taken over without a mail server. */
export const mailLook = ({ status, reason }: Mail) =>
  looks[status === 'sent' && reason !== null ? 'kept' : status]

/** The state of a mail; one that was put off says so. */
export function MailBadge({ mail }: { mail: Mail }) {
  const { icon, tone, word } = mailLook(mail)
  const isPutOff = mail.status === 'queued' && mail.reason !== null
  return (
    <StateBadge icon={icon} tone={isPutOff ? 'warn' : tone} bare>
      {isPutOff ? 'Waiting' : word}
    </StateBadge>
  )
}

/** Whether it is worth looking again: it has neither gone out nor been refused. */
export const isUnderWay = (mail: Pick<MailStateView, 'status'> | null | undefined): boolean =>
  mail?.status === 'queued' || mail?.status === 'sending'

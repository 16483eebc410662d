import { chakra, HStack } from '@chakra-ui/react'
import { Archive, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { MailStateView } from '#contract/views/account.ts'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { dateOr } from '../format/dates.ts'

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

/** The state of a mail, to whom it goes, since when, and why it has not gone out. */
export function MailLine({ mail, isNamed = false }: { mail: MailStateView; isNamed?: boolean }) {
  return (
    <HStack gap="2" rowGap="0" flexWrap="wrap" textStyle="sm" minW="0" title={mail.reason ?? undefined}>
      <MailBadge mail={mail} />
      {isNamed && <chakra.span overflowWrap="anywhere">to {mail.recipient}</chakra.span>}
      <chakra.span color="fg.muted">{dateOr(mail.sent_at ?? mail.queued_at, '-')}</chakra.span>
      {mail.reason && mail.status !== 'sent' && (
        <chakra.span color="fg.muted" overflowWrap="anywhere" whiteSpace="normal">
          {mail.reason}
        </chakra.span>
      )}
    </HStack>
  )
}

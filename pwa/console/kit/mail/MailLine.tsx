import { chakra, HStack } from '@chakra-ui/react'
import type { MailStateView } from '#contract/views/account.ts'
import { dateOr } from '../format/dates.ts'
import { MailBadge } from './MailBadge.tsx'

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

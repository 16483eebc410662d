import { CalendarX, Minus } from 'lucide-react'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { dateOr } from '../../format/dates.ts'
import { mailLook } from '../../mail/MailBadge.tsx'
import type { CandidateRow } from '../../views.ts'

/** Where the invitation's mail stands; why, where the pointer rests and for readers. */
export function MailBadge({ row }: { row: CandidateRow }) {
  const { mail } = row
  if (row.is_revoked)
    return (
      <StateBadge icon={Minus} tone="warn" bare>
        Link revoked
      </StateBadge>
    )
  const isExpired = row.link_expires_at !== null && Date.parse(row.link_expires_at) <= Date.now()
  if (isExpired)
    return (
      <span title={`Expired ${dateOr(row.link_expires_at, '-')}; sending the invitation again renews it`}>
        <StateBadge icon={CalendarX} tone="warn" bare>
          Link expired
        </StateBadge>
      </span>
    )
  if (!mail)
    return (
      <StateBadge icon={Minus} bare>
        No mail
      </StateBadge>
    )
  const { icon, tone, word } = mailLook(mail)
  const when = dateOr(mail.sent_at ?? mail.queued_at, '-')
  const until = row.link_expires_at && `The link opens until ${dateOr(row.link_expires_at, '-')}`
  const why = [[when, mail.reason].filter(Boolean).join(': '), until].filter(Boolean).join('. ')
  return (
    <span title={why}>
      <StateBadge icon={icon} tone={mail.reason && mail.status === 'queued' ? 'warn' : tone} bare>
        {word}
        {mail.reason && mail.status !== 'sent' && <span data-quiet>: {mail.reason}</span>}
      </StateBadge>
    </span>
  )
}

import { chakra, HStack, Skeleton, Stack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import type { MailHead } from '#contract/views/account.ts'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { dateOr } from '../../kit/format/dates.ts'
import { MailBadge } from '../../kit/mail/MailBadge.tsx'
import { urls } from '../../urls.ts'

interface Props {
  mails: readonly MailHead[]
  /** The id of the one that is read. */
  chosen: number
  isPending: boolean
}

export function MailList({ mails, chosen, isPending }: Props) {
  if (isPending) return <Waiting />
  return (
    <chakra.ul listStyle="none" aria-label="Emails">
      {mails.map((mail) => (
        <chakra.li key={mail.id} borderBottomWidth="1px">
          <chakra.div
            display="grid"
            gridTemplateColumns="minmax(0, 1fr)"
            gap="1"
            px="4"
            py="3"
            textStyle="sm"
            _hover={{ bg: 'bg.muted' }}
            _currentPage={{ bg: 'bg', boxShadow: 'inset 2px 0 0 var(--sea)' }}
            asChild
          >
            <Link to={urls.mail(mail.id)} aria-current={mail.id === chosen ? 'page' : undefined}>
              <HStack justify="space-between" gap="2" color="fg.muted" textStyle="xs">
                <chakra.span truncate title={mail.recipient}>
                  {mail.recipient}
                </chakra.span>
                <MailBadge mail={mail} />
              </HStack>
              <chakra.span fontWeight="500" lineClamp="2" overflowWrap="anywhere">
                {mail.subject}
              </chakra.span>
              <chakra.time dateTime={mail.queued_at} textStyle="xs" color="fg.subtle">
                {dateOr(mail.queued_at, '-')}
              </chakra.time>
            </Link>
          </chakra.div>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

function Waiting() {
  const isShown = useAfter(200)
  if (!isShown) return null
  return (
    <Stack gap="2" p="3" aria-busy>
      {['a', 'b', 'c', 'd'].map((row) => (
        <Skeleton key={row} height="76px" />
      ))}
    </Stack>
  )
}

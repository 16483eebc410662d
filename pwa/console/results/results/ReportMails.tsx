import { Button, chakra, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { queryOf } from '../../kit/http/queryOf.ts'
import { isUnderWay, MailLine } from '../../kit/mail/MailBadge.tsx'

const ASK_AGAIN_MS = 5_000
const SHOWN = 4

/** Those that need somebody first. */
const ORDER = { refused: 0, queued: 1, sending: 1, sent: 2 } as const

interface Props {
  driveId: string
  /** Asks for a report to this contact anew. */
  onSendAgain: (userId: number) => void
}

/** The state of the reports that were mailed; nothing if none was. */
export function ReportMails({ driveId, onSendAgain }: Props) {
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery({
    ...queryOf('getResultReports', { params: { id: driveId } }),
    refetchInterval: ({ state }) => state.data?.reports.some(isUnderWay) === true && ASK_AGAIN_MS,
  })
  if (!data || data.reports.length === 0) return null
  const mails = data.reports.toSorted((one, other) => ORDER[one.status] - ORDER[other.status])
  const shown = isWhole ? mails : mails.slice(0, SHOWN)
  return (
    <chakra.section
      aria-label="Reports by email"
      px={{ base: '4', md: '6' }}
      py="2"
      borderBottomWidth="1px"
      data-screen-only
    >
      <Text textStyle="xs" color="fg.subtle">
        Reports by email
      </Text>
      <chakra.ul listStyleType="none" display="grid" gap="1">
        {shown.map((mail) => {
          const { id, user_id } = mail
          return (
            <chakra.li key={id} display="flex" gap="3" flexWrap="wrap" alignItems="center">
              <MailLine mail={mail} isNamed />
              {mail.status === 'refused' && user_id !== null && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Send again to ${mail.recipient}`}
                  onClick={() => onSendAgain(user_id)}
                >
                  <Mail aria-hidden />
                  Send again
                </Button>
              )}
            </chakra.li>
          )
        })}
      </chakra.ul>
      {mails.length > shown.length && (
        <Button variant="outline" size="sm" mt="1" onClick={() => setWhole(true)}>
          Show all {mails.length}
        </Button>
      )}
    </chakra.section>
  )
}

/** Who may get the result report, as the server says. */
interface Recipient {
  user_id: number
  name: string
  email: string
}

/**
 * The chosen people who may still get the report: a draft can name somebody who is no contact any more, and one such
 * name has the server refuse all of them.
 */
export const stillRecipients = (chosen: readonly string[], recipients: readonly Recipient[]): string[] =>
  chosen.filter((id) => recipients.some(({ user_id }) => String(user_id) === id))

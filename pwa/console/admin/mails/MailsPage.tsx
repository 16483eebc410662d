import { Box, Text } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { TestMail } from '../../kit/mail/TestMail.tsx'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { MailList } from './MailList.tsx'
import { MailReader } from './MailReader.tsx'

/** The mails of a demonstration, which go to nobody's mailbox: a list, and one to read. Which one stands in the address. */
export default function MailsPage() {
  usePageTitle('Emails')
  const [address] = useSearchParams()
  const isWide = useMedia('(min-width: 768px)')
  const { query, rows, total } = useInfiniteList({
    call: 'getMails',
    rows: (page) => page.mails,
    total: (page) => page.total,
    everyMs: 15_000,
  })
  const chosen = Number(address.get('mail')) || (isWide ? (rows[0]?.id ?? 0) : 0)
  const list = (
    <>
      {query.isError && rows.length === 0 && (
        <Fault
          sentence="The emails could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <Box display="grid" justifyItems="center" px="4">
          <Empty>No emails yet. Invite someone, or send a test email to yourself.</Empty>
          <TestMail />
        </Box>
      )}
      {rows.length > 0 && (
        <Text px="4" py="3" textStyle="sm" color="fg.muted" borderBottomWidth="1px">
          No mail server is set up, so these emails were not sent. To get the links of candidates, open
          Candidates in their drive and choose Download links.
        </Text>
      )}
      <MailList mails={rows} chosen={chosen} isPending={query.isPending} />
      <ListEnd query={query} />
    </>
  )
  const title = total === undefined ? 'Emails' : `Emails (${total})`
  if (!isWide)
    return (
      <>
        <PageHeader title={title} />
        {chosen ? <MailReader id={chosen} isAlone /> : list}
      </>
    )
  return (
    <FullHeight>
      <PageHeader title={title} />
      <Box flex="1" minH="0" display="grid" gridTemplateColumns="minmax(260px, 340px) minmax(0, 1fr)">
        <Box overflowY="auto" borderRightWidth="1px" bg="bg.canvas" tabIndex={-1}>
          {list}
        </Box>
        <Box overflowY="auto" minW="0">
          {chosen ? <MailReader id={chosen} /> : null}
        </Box>
      </Box>
    </FullHeight>
  )
}

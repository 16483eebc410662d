import { Box } from '@chakra-ui/react'
import { useSearchParams } from 'react-router-dom'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { ListEnd } from '../../list/ListEnd.tsx'
import { useInfiniteList } from '../../list/useInfiniteList.ts'
import { TestMail } from '../../mail/TestMail.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import type { MailHead } from '../../views.ts'
import { MailList } from './MailList.tsx'
import { MailReader } from './MailReader.tsx'

interface Page {
  mails: MailHead[]
  total: number
}

/** The mails of a demonstration, which go to nobody's mailbox: a list, and one to read. Which one stands in the address. */
export default function MailsPage() {
  usePageTitle('Mails')
  const [address] = useSearchParams()
  const isWide = useMedia('(min-width: 768px)')
  const { query, rows, total } = useInfiniteList<Page, MailHead>({
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
          sentence="The mails could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && rows.length === 0 && (
        <Box display="grid" justifyItems="center" px="4">
          <Empty>No mail has been sent yet. Invite somebody, or send one to yourself.</Empty>
          <TestMail />
        </Box>
      )}
      <MailList mails={rows} chosen={chosen} isPending={query.isPending} />
      <ListEnd query={query} />
    </>
  )
  const title = total === undefined ? 'Mails' : `Mails (${total})`
  if (!isWide)
    return (
      <>
        <PageHead title={title} />
        {chosen ? <MailReader id={chosen} isAlone /> : list}
      </>
    )
  return (
    <FullHeight>
      <PageHead title={title} />
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

import { Box, Button, HStack } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Copy, Mail, MailPlus } from 'lucide-react'
import { useState } from 'react'
import type { SignUpRequest } from '#contract/views/account.ts'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SkeletonRows } from '#pwa/ui/Skeletons.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { useMedia } from '#pwa/ui/useMedia.ts'
import { dateOr } from '../../kit/format/dates.ts'
import { request } from '../../kit/http/request.ts'
import { useCopyLink } from '../../kit/http/useCopyLink.ts'
import { ListEnd } from '../../kit/list/ListEnd.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { MailBadge } from '../../kit/mail/MailBadge.tsx'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { SendLinkDialog } from './SendLinkDialog.tsx'

const email: Column = { name: 'Email' }
const wide: readonly Column[] = [
  email,
  { name: 'Requested', width: '190px' },
  { name: 'Param Assessment', width: '150px' },
  { name: 'Link', width: '120px' },
  { name: 'Actions', width: '268px' },
]
/** On a phone: who, whether a link went out, and the button for one. */
const narrow: readonly Column[] = [
  email,
  { name: 'Link', width: '92px' },
  { name: 'Actions', width: '108px', isHidden: true },
]

/** Who asked for a sign-up link; where sign-up is closed the link is sent from here. */
export default function SignUpRequestsPage() {
  usePageTitle('Sign-up requests')
  const [isOpen, setOpen] = useState(false)
  const isWide = useMedia('(min-width: 768px)')
  const columns = isWide ? wide : narrow
  const { query, rows, total, refresh } = useInfiniteList({
    call: 'getSignupRequests',
    rows: (page) => page.requests,
    total: (page) => page.total,
    everyMs: 15_000,
  })
  const copyLink = useCopyLink('signUp')
  const send = useMutation({
    networkMode: 'always',
    mutationFn: ({ email, is_param_ai_allowed }: SignUpRequest) =>
      request('postSignupLink', { body: { email, is_param_ai_allowed } }),
    onSuccess: async ({ message }, { email }) => {
      toastDone(message ?? 'The link is on its way.', email)
      await refresh()
    },
    onError: (error) => toastError(error.message),
  })
  return (
    <>
      <PageHeader
        title={total === undefined ? 'Sign-up requests' : `Sign-up requests (${total})`}
        actions={
          <Button onClick={() => setOpen(true)}>
            <MailPlus aria-hidden />
            Send a link
          </Button>
        }
      />
      {query.isError && rows.length === 0 ? (
        <Fault
          sentence="The requests could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <DataTable
          caption="Sign-up requests"
          columns={columns}
          minWidth={isWide ? '900px' : undefined}
          density="roomy"
          isBusy={query.isFetching}
        >
          {query.isPending && <SkeletonRows columns={columns} rows={4} />}
          {rows.map((request) => (
            <tr key={request.id}>
              <th scope="row" title={request.email}>
                {request.email}
              </th>
              {isWide && (
                <>
                  <td>{dateOr(request.requested_at, '-')}</td>
                  <td>{request.is_param_ai_allowed ? 'Yes' : 'No'}</td>
                </>
              )}
              <td title={request.mail?.reason ?? undefined}>
                {request.mail ? <MailBadge mail={request.mail} /> : '-'}
              </td>
              <td>
                <HStack gap="2">
                  {request.mail && (
                    <SteadyButton
                      variant="outline"
                      size="sm"
                      aria-label={`Copy link of ${request.email}`}
                      loading={copyLink.isPending && copyLink.variables.whose === request.id}
                      loadingText={isWide ? 'Copy link' : undefined}
                      onClick={() => copyLink.mutate({ whose: request.id, of: request.email })}
                    >
                      <Copy aria-hidden />
                      {isWide && 'Copy link'}
                    </SteadyButton>
                  )}
                  <SteadyButton
                    variant="outline"
                    size="sm"
                    aria-label={`${request.mail ? 'Send again' : 'Send link'} to ${request.email}`}
                    loading={send.isPending && send.variables.id === request.id}
                    loadingText={isWide ? 'Send link' : undefined}
                    onClick={() => send.mutate(request)}
                  >
                    <Mail aria-hidden />
                    {isWide && (request.mail ? 'Send again' : 'Send link')}
                  </SteadyButton>
                </HStack>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
      {query.isSuccess && rows.length === 0 && (
        <Empty>No one is waiting for a sign-up link. You can send one to any address.</Empty>
      )}
      <Box px="4">
        <ListEnd query={query} />
      </Box>
      {isOpen && <SendLinkDialog onClose={() => setOpen(false)} onSent={refresh} />}
    </>
  )
}

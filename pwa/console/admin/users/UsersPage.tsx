import { Box } from '@chakra-ui/react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ListedUser } from '#contract/views/account.ts'
import { useIdempotentRequest } from '#pwa/console/kit/http/idempotentRequest.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { SearchBox } from '#pwa/ui/SearchBox.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'
import { useCopyLink } from '../../kit/http/useCopyLink.ts'
import { PageFooter, pageOf } from '../../kit/list/PageFooter.tsx'
import { useLastPage, useListAddress } from '../../kit/list/useListAddress.ts'
import { isUnderWay } from '../../kit/mail/MailBadge.tsx'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { useSession } from '../../kit/session/sessionStore.ts'
import { urls } from '../../urls.ts'
import { InviteForm } from './InviteForm.tsx'
import { UserTable, userName } from './UserTable.tsx'

const ASK_AGAIN_MS = 5_000

/** The organization's people: who works here, who was invited, who was switched off. */
export default function UsersPage() {
  usePageTitle('Users')
  const address = useListAddress()
  const { search, setSearch } = address
  const uid = useSession()?.uid
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf('getUsers', { query: { search } }),
    refetchInterval: ({ state }) =>
      state.data?.users.some(({ mail }) => isUnderWay(mail)) === true && ASK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  const [asked, setAsked] = useState<ListedUser | null>(null)
  const change = useMutation({
    networkMode: 'always',
    mutationFn: (user: ListedUser) =>
      request('putUser', { params: { id: user.id }, body: { is_active: !user.is_active } }),
    onSuccess: async ({ message }, user) => {
      if (message) toastDone(message, user.email)
      for (const call of ['getUsers', 'getUsersList'] as const)
        await client.invalidateQueries({ queryKey: [call] })
    },
    onError: (error) => toastError(error.message),
    onSettled: () => setAsked(null),
  })
  const inviteAgain = useInviteAgain()
  const copyLink = useCopyLink('colleague')
  const users = query.data?.users
  const { shown, from, pages } = pageOf(users ?? [], address.page)
  useLastPage(address, users && !query.isPlaceholderData ? pages : undefined)
  return (
    <>
      <PageHeader
        path={[{ name: 'Home', to: urls.home }]}
        title={query.data ? `Users (${query.data.total_users})` : 'Users'}
      />
      <InviteForm />
      <Box px={{ base: '4', md: '6' }} py="2.5">
        <SearchBox label={consoleTexts.searchUser} value={search} onSearch={setSearch} />
      </Box>
      {query.isError && !users ? (
        <Fault
          sentence="The users could not be loaded."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <UserTable
          users={users && shown}
          from={from}
          isBusy={query.isFetching}
          uid={uid}
          onToggle={setAsked}
          onInviteAgain={inviteAgain.mutate}
          inviting={inviteAgain.isPending ? inviteAgain.variables.id : undefined}
          onCopyLink={({ id, email }) => copyLink.mutate({ whose: id, of: email })}
          copying={copyLink.isPending ? Number(copyLink.variables.whose) : undefined}
        />
      )}
      {users?.length === 0 && <Empty>{`No one found for '${search}'.`}</Empty>}
      <PageFooter page={Math.min(address.page, pages)} pages={pages} onPage={address.setPage} />
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked ? questionOf(asked) : ''}
        action={asked?.is_active ? 'Deactivate' : 'Activate'}
        isBusy={change.isPending}
        onConfirm={() => asked && change.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function questionOf(user: ListedUser): string {
  if (!user.is_active) return `Are you sure you want to activate ${userName(user)}?`
  const then = user.invitation_accepted
    ? 'They will be signed out immediately.'
    : 'Their invitation link will stop working.'
  return `Are you sure you want to deactivate ${userName(user)}? ${then}`
}

/** Invites somebody who waits once more, in the role they were invited to; the link before ends. */
function useInviteAgain() {
  const client = useQueryClient()
  const idempotentRequest = useIdempotentRequest()
  const roles = useQuery(queryOf('getRoles')).data?.roles
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ email, role }: ListedUser) =>
      idempotentRequest('postInviteUser', {
        body: { email, role: roles?.find(({ name }) => name === role)?.id ?? '' },
      }),
    onSuccess: async ({ message }, { email }) => {
      if (message) toastDone(message, email)
      await client.invalidateQueries({ queryKey: ['getUsers'] })
    },
    onError: (error) => toastError(error.message),
  })
}

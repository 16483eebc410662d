import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { queryOf } from '../../http/queryOf.ts'
import { useAskOnce } from '../../http/useAskOnce.ts'
import type { ListedUser } from '../../views.ts'

/** Invites somebody who waits once more, in the role they were invited to; the link before ends. */
export function useInviteAgain() {
  const client = useQueryClient()
  const askOnce = useAskOnce()
  const roles = useQuery(queryOf<{ roles: { id: number; name: string }[] }>('getRoles')).data?.roles
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ email, role }: ListedUser) =>
      askOnce('postInviteUser', {
        body: { email, role: roles?.find(({ name }) => name === role)?.id ?? '' },
      }),
    onSuccess: async ({ message }) => {
      if (message) toastDone(message)
      await client.invalidateQueries({ queryKey: ['getUsers'] })
    },
    onError: (fault) => toastError(fault.message),
  })
}

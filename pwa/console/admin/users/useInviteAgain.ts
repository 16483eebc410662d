import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/views/account.ts'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { useIdempotentRequest } from '../../kit/http/useIdempotentRequest.ts'

/** Invites somebody who waits once more, in the role they were invited to; the link before ends. */
export function useInviteAgain() {
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { useIdempotentRequest } from '../../kit/http/idempotentRequest.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { request } from '../../kit/http/request.ts'

/** Whose rules: the organization's default ones, or those of one drive. */
export type RulesOf = { driveId: number } | 'default'

interface Said {
  message: string | undefined
}

/** A list of rules with what can be done to it; the server's message is said after each change. */
export function useRules(of: RulesOf) {
  const client = useQueryClient()
  const idempotentRequest = useIdempotentRequest()
  const query = useQuery(
    of === 'default' ? queryOf('getDefaultRules') : queryOf('getRules', { query: { drive_id: of.driveId } }),
  )
  const refresh = () =>
    client.invalidateQueries({ queryKey: [of === 'default' ? 'getDefaultRules' : 'getRules'] })
  const change = {
    networkMode: 'always' as const,
    onSuccess: ({ message }: Said) => {
      if (message) toastDone(message)
      return refresh()
    },
    onError: (error: Error) => toastError(error.message),
  }
  const add = useMutation({
    ...change,
    mutationFn: async (description: string): Promise<Said> =>
      said(
        await idempotentRequest('postRule', {
          body: { description, ...(of === 'default' ? { is_default: true } : { drive_id: of.driveId }) },
        }),
      ),
  })
  const update = useMutation({
    ...change,
    mutationFn: async ({ id, ...rule }: { id: number; description: string; was?: string }): Promise<Said> =>
      said(await request('putRule', { params: { id }, body: { id, ...rule } })),
  })
  const remove = useMutation({
    ...change,
    mutationFn: async (id: number): Promise<Said> => said(await request('deleteRule', { params: { id } })),
  })
  return { query, rules: query.data?.rules, add, update, remove }
}

const said = ({ message }: { message?: string }): Said => ({ message })

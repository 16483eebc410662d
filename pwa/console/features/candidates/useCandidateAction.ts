import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallName } from '#contract/paths.ts'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import type { AskOnce } from '../../http/askOnce.ts'
import { useAskOnce } from '../../http/useAskOnce.ts'

export interface Action {
  call: CallName
  params: Record<string, string | number>
  body?: unknown
  /** That of a form, whose key is kept with its draft. */
  askOnce?: AskOnce
}

/** Does something to one candidate, says what the server says, and reads anew what tells of candidates. */
export function useCandidateAction(onDone?: () => void) {
  const client = useQueryClient()
  const own = useAskOnce()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ call, params, body, askOnce = own }: Action) =>
      askOnce(call, { params, ...(call !== 'deleteCandidate' && { body: body ?? {} }) }),
    onSuccess: async ({ message }) => {
      if (message) toastDone(message)
      onDone?.()
      // Not the list alone: results, statistics and the report tell of the same test.
      await client.invalidateQueries()
    },
    onError: (fault) => {
      toastError(fault.message)
      // Mostly the row was behind: it shows how things stand, and offers what can be done.
      void client.invalidateQueries()
    },
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CandidateRow } from '#contract/views/admin.ts'
import type { Answer } from '#pwa/http/call.ts'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { type IdempotentRequest, useIdempotentRequest } from '../../kit/http/idempotentRequest.ts'

interface Action {
  run: (idempotentRequest: IdempotentRequest) => Promise<Answer<unknown>>
  /** Whom it is done to, where that is one. */
  of?: string
  /** That of a form, whose key is kept with its draft. */
  idempotentRequest?: IdempotentRequest
}

/** Does something to one candidate, says what the server says, and reads anew what tells of candidates. */
export function useCandidateAction(onDone?: () => void) {
  const client = useQueryClient()
  const own = useIdempotentRequest()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ run, idempotentRequest = own }: Action) => run(idempotentRequest),
    onSuccess: async ({ message }, { of }) => {
      if (message) toastDone(message, of)
      onDone?.()
      // Not the list alone: results, statistics and the report tell of the same test.
      await client.invalidateQueries()
    },
    onError: (error, { of }) => {
      toastError(error.message, of)
      // Mostly the row was behind: it shows how things stand, and offers what can be done.
      void client.invalidateQueries()
    },
  })
}

/** The person of whom something is said in passing: 'Ana Berg, ana@people.example', or the address alone. */
export const whom = ({
  first_name,
  last_name,
  email,
}: Pick<CandidateRow, 'first_name' | 'last_name' | 'email'>) =>
  [[first_name, last_name].filter(Boolean).join(' '), email].filter(Boolean).join(', ')

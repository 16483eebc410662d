import { useMutation } from '@tanstack/react-query'
import { CallError } from '#pwa/http/call.ts'
import { toaster } from '#pwa/ui/toaster.ts'
import { callInNobodysName } from '../../kit/http/call.ts'
import { sessionFrom } from '../../kit/session/session.ts'
import { startSession } from '../../kit/session/sessionStore.ts'

interface Given {
  email: string
  password: string
  remember_me?: boolean
}

/** Signs in; where it leads then is the guard's business. */
export function useSignIn() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (given: Given) => {
      const { data, headers } = await callInNobodysName('signIn', { body: given })
      const session = sessionFrom(headers, data)
      if (!session) throw new Error('The server answered no session. Try again.')
      startSession(session)
      // That nobody was signed in is over.
      toaster.dismiss()
    },
  })
}

export const isUnreached = (error: Error | null): boolean =>
  error instanceof CallError && error.kind !== 'refused'

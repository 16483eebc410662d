import { useMutation } from '@tanstack/react-query'
import { ask } from '../http/ask.ts'
import { queryClient } from '../http/queryClient.ts'
import { endSession } from '../session/sessionStore.ts'

/** Ends the session on the server where it can be reached, and on this device always; the guard then shows the login. */
export function useLogout() {
  return useMutation({
    networkMode: 'always',
    mutationFn: () => ask('signOut', { timeoutMs: 4_000 }).catch(() => null),
    onSettled: () => {
      endSession()
      queryClient.clear()
    },
  })
}

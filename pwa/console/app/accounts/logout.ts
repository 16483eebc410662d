import { useMutation } from '@tanstack/react-query'
import { request } from '../../kit/http/request.ts'
import { currentSession, endSession } from '../../kit/session/sessionStore.ts'

/** Ends the session on the server where it can be reached, and on this device always; the guard then shows the login. */
async function logout(): Promise<void> {
  await request('signOut', { timeoutMs: 4_000 }).catch(() => null)
  endSession()
}

/** The same after a while, for the session that stands now: a sign-in meanwhile stays. */
export function logoutAfter(ms: number): void {
  const token = currentSession()?.accessToken
  setTimeout(() => {
    if (token !== undefined && currentSession()?.accessToken === token) void logout()
  }, ms)
}

export const useLogout = () => useMutation({ networkMode: 'always', mutationFn: logout })

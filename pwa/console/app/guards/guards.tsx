import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { SessionView } from '#contract/views/account.ts'
import { useSession, useSessionState } from '../../kit/session/sessionStore.ts'
import { loginUrl, urls } from '../../urls.ts'

/** The page on which a role starts. */
export const homeOf = (role: SessionView['role']): string =>
  role === 'Admin' ? urls.home : urls.organizations

/** The page a person wanted before the login came between; the guards note it in the history entry. */
export function wantedUrl(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : null
}

/**
 * Without a session to the login, which leads back here unless one left on purpose; with another role to that role's
 * own start.
 */
export function RequireRole({ only }: { only: SessionView['role'] | 'any' }) {
  const { session, ended } = useSessionState()
  const { pathname, search, hash } = useLocation()
  if (!session) {
    const state = ended === 'left' ? null : { from: pathname + search + hash }
    return <Navigate to={loginUrl(ended === 'refused')} state={state} replace />
  }
  if (only !== 'any' && session.user.role !== only) return <Navigate to={homeOf(session.user.role)} replace />
  return <Outlet />
}

/** The login is for those who are not signed in; whoever is goes where they wanted to, or to their start. */
export function SignedOutOnly() {
  const session = useSession()
  const { state } = useLocation()
  if (session) return <Navigate to={wantedUrl(state) ?? homeOf(session.user.role)} replace />
  return <Outlet />
}

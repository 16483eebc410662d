import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { SessionView } from '#contract/views/account.ts'
import { useSession, useSessionState } from '../../kit/session/sessionStore.ts'
import { loginUrl } from '../../urls.ts'
import { homeOf, wantedUrl } from './home.ts'

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

import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../../kit/session/sessionStore.ts'
import { homeOf, wantedUrl } from './home.ts'

/** The login is for those who are not signed in; whoever is goes where they wanted to, or to their start. */
export function SignedOutOnly() {
  const session = useSession()
  const { state } = useLocation()
  if (session) return <Navigate to={wantedUrl(state) ?? homeOf(session.user.role)} replace />
  return <Outlet />
}

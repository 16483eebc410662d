import { useSyncExternalStore } from 'react'
import { queryClient } from '../http/queryClient.ts'
import type { SessionView } from '../views.ts'
import { clearSession, readSession, type Session, writeSession } from './session.ts'
import { sessionKeys } from './storageKeys.ts'

/** Who is signed in, for all tabs of this browser. */
interface State {
  session: Session | null
  /** How the last one ended: by Logout, or refused by the server, which the login then says. */
  ended: 'left' | 'refused' | null
}

const listeners = new Set<() => void>()
let state: State = { session: readSession(localStorage), ended: null }
/** Whose things this page may hold: also while nobody is signed in. */
let person = state.session?.user.id

/**
 * Without a session nothing fetched stays. For another person than the one before the whole page begins anew: nothing
 * that was read, typed or opened is there any more, whatever part of the page kept it.
 */
function change(next: State): void {
  const to = next.session?.user.id
  const isAnother = to !== undefined && person !== undefined && to !== person
  state = isAnother ? { session: null, ended: 'left' } : next
  if (state.session === null) queryClient.clear()
  else person = to
  for (const listener of listeners) listener()
  if (isAnother) location.replace('/')
}

/** As it stands for all tabs by now. */
const follow = (): void => change({ session: readSession(localStorage), ended: null })

/** Whether another tab has put no other session in its place, which this one may not have heard of yet. */
const stillStands = ({ accessToken }: Session): boolean =>
  localStorage.getItem(sessionKeys.accessToken) === accessToken

addEventListener('storage', ({ key }) => {
  if (key === null || key === sessionKeys.accessToken || key === sessionKeys.userDetails) follow()
})
addEventListener('pageshow', ({ persisted }) => {
  // Kept whole by the browser while another page stood there, and told of nothing meanwhile.
  if (persisted) follow()
})

export const currentSession = (): Session | null => state.session

export function startSession(session: Session): void {
  writeSession(localStorage, session)
  change({ session, ended: null })
}

/** What the server says of the person now. The address is part of every call's headers, so it changes with it. */
export function updateUser(facts: Partial<SessionView> & Pick<SessionView, 'id'>): void {
  const { session } = state
  if (!session || session.user.id !== facts.id || !stillStands(session)) return
  const user = { ...session.user, ...facts }
  if (JSON.stringify(user) !== JSON.stringify(session.user))
    startSession({ ...session, uid: user.email, user })
}

export function endSession(): void {
  clearSession(localStorage)
  change({ session: null, ended: 'left' })
}

/** After a 401. A newer session, of a sign-in meanwhile in another tab, stays. */
export function refuseSession(refused: Session): void {
  if (state.session?.accessToken !== refused.accessToken) return
  if (stillStands(refused)) {
    clearSession(localStorage)
    change({ session: null, ended: 'refused' })
  } else follow()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionState = (): State => useSyncExternalStore(subscribe, () => state)

/** Inside the guards there is one. */
export const useSession = (): Session | null => useSessionState().session

import { useSyncExternalStore } from 'react'
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

function change(next: State): void {
  state = next
  for (const listener of listeners) listener()
}

addEventListener('storage', (event) => {
  if (event.key !== null && event.key !== sessionKeys.accessToken && event.key !== sessionKeys.userDetails)
    return
  change({ session: readSession(localStorage), ended: null })
})

export const currentSession = (): Session | null => state.session

export function startSession(session: Session): void {
  writeSession(localStorage, session)
  change({ session, ended: null })
}

/** What the server says of the person now. The address is part of every call's headers, so it changes with it. */
export function updateUser(facts: Partial<SessionView> & Pick<SessionView, 'id'>): void {
  const { session } = state
  if (!session || session.user.id !== facts.id) return
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
  clearSession(localStorage)
  change({ session: null, ended: 'refused' })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionState = (): State => useSyncExternalStore(subscribe, () => state)

/** Inside the guards there is one. */
export const useSession = (): Session | null => useSessionState().session

import type { SessionView } from '#contract/views/account.ts'
import { createStore, useStore } from '#pwa/ui/store.ts'
import { queryClient } from '../cache/queryClient.ts'
import {
  clearStaffSession,
  readStaffSession,
  type Session,
  staffSessionKeys,
  writeStaffSession,
} from './session.ts'

/** Who is signed in, for all tabs of this browser. */
interface State {
  session: Session | null
  /** How the last one ended: by Logout, or refused by the server, which the login then says. */
  ended: 'left' | 'refused' | null
  /** Whose things this page may hold: also while nobody is signed in. */
  person: number | undefined
}

const store = createStore((): State => {
  const session = readStaffSession(localStorage)
  return { session, ended: null, person: session?.user.id }
})

/**
 * Without a session nothing fetched stays. For another person than the one before the whole page begins anew: nothing
 * that was read, typed or opened is there any more, whatever part of the page kept it.
 */
function change(session: Session | null, ended: State['ended'] = null): void {
  const { person } = store.get()
  const to = session?.user.id
  const isAnother = to !== undefined && person !== undefined && to !== person
  if (session === null || isAnother) queryClient.clear()
  store.set(isAnother ? { session: null, ended: 'left', person } : { session, ended, person: to ?? person })
  if (isAnother) location.replace('/')
}

/** As it stands for all tabs by now. */
const follow = (): void => change(readStaffSession(localStorage))

/** Whether another tab has put no other session in its place, which this one may not have heard of yet. */
const stillStands = ({ accessToken }: Session): boolean =>
  localStorage.getItem(staffSessionKeys.accessToken) === accessToken

/** Reads who is signed in, and from then on follows what other tabs make of it. Before the first render. */
export function followSession(): void {
  store.get()
  addEventListener('storage', ({ key }) => {
    if (key === null || key === staffSessionKeys.accessToken || key === staffSessionKeys.userDetails) follow()
  })
  addEventListener('pageshow', ({ persisted }) => {
    // Kept whole by the browser while another page stood there, and told of nothing meanwhile.
    if (persisted) follow()
  })
}

export const currentSession = (): Session | null => store.get().session

export function startSession(session: Session): void {
  writeStaffSession(localStorage, session)
  change(session)
}

/** Takes over what the server says of the person now. The uid in every call's headers changes with the email. */
export function updateSessionUser(facts: Partial<SessionView> & Pick<SessionView, 'id'>): void {
  const session = currentSession()
  if (!session || session.user.id !== facts.id || !stillStands(session)) return
  const user = { ...session.user, ...facts }
  if (JSON.stringify(user) !== JSON.stringify(session.user))
    startSession({ ...session, uid: user.email, user })
}

export function endSession(): void {
  clearStaffSession(localStorage)
  change(null, 'left')
}

/** After a 401. A newer session, of a sign-in meanwhile in another tab, stays. */
export function refuseSession(refused: Session): void {
  if (currentSession()?.accessToken !== refused.accessToken) return
  if (stillStands(refused)) {
    clearStaffSession(localStorage)
    change(null, 'refused')
  } else follow()
}

export const useSessionState = (): State => useStore(store)

/** Inside the guards there is one. */
export const useSession = (): Session | null => useSessionState().session

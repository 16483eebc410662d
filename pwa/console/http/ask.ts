import type { CallName } from '#contract/paths.ts'
import { type Answer, CallError, type CallInput, call } from '#pwa/http/call.ts'
import { headersOf } from '../session/session.ts'
import { currentSession, refuseSession } from '../session/sessionStore.ts'

/**
 * A call in the name of who is signed in. A 401 ends the session.
 * @throws CallError
 */
export async function ask<T>(name: CallName, input: CallInput = {}): Promise<Answer<T>> {
  const session = currentSession()
  try {
    return await call<T>(name, { ...input, headers: session ? headersOf(session) : {} })
  } catch (fault) {
    if (session && fault instanceof CallError && fault.status === 401) refuseSession(session)
    throw fault
  }
}

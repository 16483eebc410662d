import type { CallName } from '#contract/paths.ts'
import { type Answer, CallError, type CallInput } from '#pwa/http/call.ts'
import { headersOf } from '../session/session.ts'
import { currentSession, refuseSession } from '../session/sessionStore.ts'
import { call } from './call.ts'
import { noteFailure, noteReached } from './reach.ts'

/**
 * A call in the name of who is signed in. A 401 ends the session.
 * @throws CallError
 */
export async function ask<T>(name: CallName, input: CallInput = {}): Promise<Answer<T>> {
  const session = currentSession()
  try {
    const answer = await call<T>(name, {
      ...input,
      headers: { ...input.headers, ...(session && headersOf(session)) },
    })
    noteReached(true)
    return answer
  } catch (fault) {
    noteFailure(fault, input.signal)
    if (session && fault instanceof CallError && fault.status === 401) refuseSession(session)
    throw fault
  }
}

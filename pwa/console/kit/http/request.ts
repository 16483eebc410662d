import { paths } from '#contract/paths.ts'
import { type Answer, CallError, type CallInput, callAt, type Sent } from '#pwa/http/call.ts'
import type { AnswerOf, EndpointName, Given } from '#pwa/http/types.ts'
import { noteFailure, noteReached } from '../cache/reach.ts'
import { headersOf } from '../session/session.ts'
import { currentSession, refuseSession } from '../session/sessionStore.ts'

/**
 * A call of the console's pages, in nobody's name.
 * @throws CallError
 */
export const callInNobodysName = <N extends EndpointName>(
  name: N,
  ...[input]: Given<CallInput<N>>
): Promise<Answer<AnswerOf<N>>> => callAt(paths[name], input)

/** `ask` for one call alone: what whoever is handed it may do. */
export type RequestFor<N extends EndpointName> = (
  name: N,
  ...[input]: Given<CallInput<N>>
) => Promise<Answer<AnswerOf<N>>>

/**
 * A call in the name of who is signed in. A 401 ends the session.
 * @throws CallError
 */
export const request = <N extends EndpointName>(
  name: N,
  ...[input]: Given<CallInput<N>>
): Promise<Answer<AnswerOf<N>>> => requestAt(name, input)

/** The same for a call that is known by its name alone: nothing of what it takes or answers is held. */
export async function requestAt<T>(name: EndpointName, input: Sent = {}): Promise<Answer<T>> {
  const session = currentSession()
  try {
    const answer = await callAt<T>(paths[name], {
      ...input,
      headers: { ...input.headers, ...(session && headersOf(session)) },
    })
    noteReached(true)
    return answer
  } catch (error) {
    noteFailure(error, input.signal)
    if (session && error instanceof CallError && error.status === 401) refuseSession(session)
    throw error
  }
}

import { CallError } from '#pwa/http/call.ts'
import { createStore, useStore } from '#pwa/ui/store.ts'

/** Whether the server was reached last time: every call tells, and the browser where it knows. */

const reached = createStore(() => true)

export const noteReached = reached.set

/** Whether it is in reach although a call failed: a refusal came from it, and what stops a large call stops no other. */
export const isReachedBy = ({ kind, status }: Pick<CallError, 'kind' | 'status'>): boolean =>
  kind === 'refused' || status === 413

/** Notes what a failed call says of the server. */
export function noteFailure(error: unknown, signal: AbortSignal | undefined): void {
  if (signal?.aborted || !(error instanceof CallError)) return
  noteReached(isReachedBy(error))
}

/** Tells whenever the server is reached again after it was not. */
export const onBack = (tell: () => void): (() => void) => reached.subscribe(() => reached.get() && tell())

export const useIsReached = (): boolean => useStore(reached)

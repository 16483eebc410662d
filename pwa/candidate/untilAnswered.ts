import { backOff } from '#machines/sync/backoff.ts'
import { NoRoom } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import { isPartMissing } from '#pwa/http/partMissing.ts'

/**
 * Whether the obstacle is only there for now: the server out of reach, or taking nothing just now; a device without
 * room; a part of the page that did not come. Asked again it may well go. Any other refusal stays one.
 */
export const isPassing = (error: unknown): error is Error =>
  error instanceof NoRoom || isPartMissing(error) || (error instanceof CallError && isUnanswered(error))

const isUnanswered = (error: CallError): boolean =>
  error.kind !== 'refused' || error.status >= 500 || [408, 425, 429].includes(error.status)

export interface UnansweredCall {
  fault: Error
  /** On this page's clock; null while it is being asked. */
  nextTryAt: number | null
}

export interface Asking {
  /** At once, where it is not being asked already. */
  now: () => void
  end: () => void
}

/**
 * Asks until there is an answer of any kind: by itself, less and less often, at once when the network is back.
 * @param ask rejects with what stands in the way
 * @param tell what a person waits for; after a fault that passes alone
 * @param fail the answer is a refusal
 */
export function askUntilAnswered(
  ask: () => Promise<unknown>,
  tell: (waiting: UnansweredCall) => void,
  fail: (error: unknown) => void,
): Asking {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Error | null = null
  let failures = 0
  let isAsked = false
  let isOver = false
  const end = () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', now)
  }
  const put = (error: unknown) => {
    isAsked = false
    if (isOver) return
    if (!isPassing(error)) {
      end()
      return fail(error)
    }
    last = error
    const random = { number: Math.random, text: () => '' }
    const wait = backOff(failures++, random, error instanceof CallError ? error.retryAfterMs : null)
    timer = setTimeout(now, wait)
    tell({ fault: error, nextTryAt: Date.now() + wait })
  }
  const now = () => {
    if (isAsked || isOver) return
    isAsked = true
    clearTimeout(timer)
    if (last) tell({ fault: last, nextTryAt: null })
    ask().then(end, put)
  }
  addEventListener('online', now)
  now()
  return { now, end }
}

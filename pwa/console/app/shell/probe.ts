import { useEffect } from 'react'
import { CallError } from '#pwa/http/call.ts'
import { isReachedBy, noteReached } from '../../kit/cache/reach.ts'
import { request } from '../../kit/http/request.ts'

const PROBE_EVERY_MS = 5_000

/** Asks for something small that everybody may have, and says whether the server was reached; the call notes it too. */
export const probe = (): Promise<boolean> =>
  request('getSupport', { timeoutMs: PROBE_EVERY_MS }).then(
    () => true,
    (error) => error instanceof CallError && isReachedBy(error),
  )

/** Listens for what the browser knows, and asks again and again while the server is out of reach. */
export function useReachWatch(isReached: boolean): void {
  useEffect(() => {
    const onOffline = () => noteReached(false)
    const onOnline = () => void probe()
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }, [])
  useEffect(() => {
    if (isReached) return
    const timer = setInterval(() => void probe(), PROBE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isReached])
}

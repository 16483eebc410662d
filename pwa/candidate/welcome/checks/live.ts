import { candidateUrl } from '#contract/candidatePaths.ts'
import { away, type Finding, ready, slower } from './check.ts'

/** The server says its first word at once; what holds it back longer than this holds everything back. */
const WAIT_MS = 6_000

const without = (): Finding => slower('Blocked', 'Results come a few seconds later.')

/** A test on this device does not need the server for anything; one that is not there yet does. */
const outOfReach = (hasBegun: boolean): Finding =>
  hasBegun
    ? slower('Offline', 'A test begun in this browser continues without a connection.')
    : away('The server cannot be reached. Once your test has begun, it continues without a connection.')

/** Opens the attempt's event stream for a moment, with the invitation: some proxies let every call through but this. */
export async function checkLive(token: string, hasBegun: boolean, waitMs = WAIT_MS): Promise<Finding> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), waitMs)
  try {
    const response = await fetch(candidateUrl('getEvents'), {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: ended.signal,
      cache: 'no-store',
      credentials: 'omit',
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) return without()
    const { done } = await response.body.getReader().read()
    return done ? without() : ready('Connected.')
  } catch {
    // An answer that is held back is given up here; if there is no way to the server, the browser says so at once.
    return ended.signal.aborted ? without() : outOfReach(hasBegun)
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

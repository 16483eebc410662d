import { candidateUrl } from '#contract/candidatePaths.ts'
import { type Finding, ready, slower } from './check.ts'

/** The server says its first word at once; what holds it back longer than this holds everything back. */
const WAIT_MS = 6_000

const without = (): Finding =>
  slower(
    'Not through',
    'Something between here and the server holds it back. The test goes on by asking instead.',
  )

/** Opens the attempt's event stream for a moment, with the invitation: some proxies let every call through but this. */
export async function checkLive(token: string, waitMs = WAIT_MS): Promise<Finding> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), waitMs)
  const from = performance.now()
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
    return done ? without() : ready(`First word after ${Math.round(performance.now() - from)} ms.`)
  } catch {
    return without()
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'

/** The policy of a document that is none of our pages: it may do nothing. Pages replace it with their own policy. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Headers that every answer begins with; a handler may set its own in their place. The answers of calls are JSON that
 * no browser shows: for them the type alone is said to be meant.
 */
export function setSafeHeaders(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.setHeader('x-content-type-options', 'nosniff')
  if (incoming.url?.startsWith('/api/v1/')) return
  outgoing.setHeader('referrer-policy', 'no-referrer')
  outgoing.setHeader('cross-origin-resource-policy', 'same-origin')
  outgoing.setHeader('content-security-policy', NOTHING)
}

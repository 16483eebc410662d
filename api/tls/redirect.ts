import { createServer, type IncomingMessage, type Server } from 'node:http'

/** A page in the place of a redirect. */
export interface Explanation {
  headers: Record<string, string>
  body: string
}

/**
 * A plain server that sends everybody to the https address, page by page. A program that would send its secrets there
 * first gets no redirect but a refusal: it is set to the wrong address, and its owner should hear of it.
 * @param base of the https address, without a slash at its end
 * @param show a page that leads there in its place; not given: everybody is sent on at once. Callers are told to come back
 *   as long as it throws: this server runs in the process of the tests
 */
export function redirectServer(
  base: () => string,
  show?: (incoming: IncomingMessage, path: string) => Explanation,
): Server {
  return createServer((incoming, outgoing) => {
    incoming.resume()
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
    const path = incoming.url?.startsWith('/') ? incoming.url : '/'
    if (isRead && !path.startsWith('/api/')) {
      if (!show) {
        outgoing.writeHead(301, { location: `${base()}${path}`, 'cache-control': 'no-store' }).end()
        return
      }
      const { status, headers, body } = shown(() => show(incoming, path))
      outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
      return
    }
    const body = JSON.stringify({ message: `Use ${base()}.`, code: 'malformed', request_id: 'plain' })
    outgoing
      .writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
      .end(body)
  })
}

function shown(show: () => Explanation): Explanation & { status: number } {
  try {
    return { status: 200, ...show() }
  } catch {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' }
    return {
      status: 503,
      headers,
      body: 'The certificate of this server is being made. Try again in a minute.\n',
    }
  }
}

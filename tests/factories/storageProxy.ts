import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface StorageProxy {
  endpoint: string
  /** How often it was asked for each method until now. */
  counts: Record<string, number>
}

/**
 * Stands before object storage until the test ends.
 * @param refuses what is answered as not allowed; everything else is handed on
 */
export async function proxyBefore(
  endpoint: string,
  refuses: (method: string, path: string) => boolean = () => false,
): Promise<StorageProxy> {
  const counts: Record<string, number> = {}
  const { hostname, port } = new URL(endpoint)
  const server = createServer((asked, answer) => {
    const { method = '', url: path = '', headers } = asked
    counts[method] = (counts[method] ?? 0) + 1
    if (refuses(method, path)) {
      asked.resume()
      answer.writeHead(403, { 'content-type': 'application/xml' })
      answer.end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>')
      return
    }
    const handedOn = request({ hostname, port, method, path, headers }, (told) => {
      answer.writeHead(told.statusCode ?? 500, told.headers)
      told.pipe(answer)
    })
    asked.pipe(handedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One file as it was served. */
export interface Served {
  path: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface StandIn {
  base: string
  port: number
  /** An empty page of the address, on which nothing of the product runs. */
  blank: string
  close(): Promise<void>
}

const BLANK = '/blank'

/** In the server's place: answers with these files and an empty page, and is out of reach for everything else. */
export async function startStandIn(files: Served[], port = 0): Promise<StandIn> {
  const known = new Map(files.map((file) => [file.path, file]))
  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = known.get(pathname)
    if (file) response.writeHead(200, file.headers).end(file.body)
    else if (pathname === BLANK) response.writeHead(200, { 'content-type': 'text/html' }).end()
    else request.socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, resolve)
  })
  const taken = (http.address() as AddressInfo).port
  const base = `http://localhost:${taken}`
  return {
    base,
    port: taken,
    blank: base + BLANK,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '#contract/errors.ts'
import type { Certificate } from '../tls/certificate.ts'

/** How long a caller may take. Tests give shorter times. */
export interface ConnectionLimits {
  /** From a connection's opening, or a request's first byte, until its headers are there. */
  headersMs: number
  /** For a body, beside what its length allows. */
  bodyMs: number
  /** Every so many bytes of body add a second. */
  bytesPerSecond: number
  /** How long a connection may wait between two requests. */
  keepAliveMs: number
  /** How often the times above are looked at. */
  checkEveryMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  bytesPerSecond: 4_096,
  // Longer than proxies keep theirs, so that it is never this end that closes under a request.
  keepAliveMs: 75_000,
  checkEveryMs: 1_000,
}

const HEADERS_MAX_BYTES = 16_384
/** The last resort, above what the largest body may take: a package of 200 MB on a line of 1 Mbit/s. */
const REQUEST_MAX_MS = 1_800_000

interface Connection {
  incoming: IncomingMessage | null
  outgoing: ServerResponse | null
  bodyBegan: number
  /** Bytes of the connection when the body began. */
  bytesBefore: number
}

/**
 * An HTTP server that lets nobody hold a connection by being slow.
 *
 * Node counts its time for headers from the first byte of a request; between requests nothing is counted, and only the
 * keep-alive ends the connection. A connection that never sent anything counts from its opening, and is closed without
 * a word: browsers and proxies open connections ahead, and would take a 408 as the answer to their next request.
 * @param certificate of a server that speaks https by itself
 */
export function createLimitedServer(
  handle: RequestListener,
  limits: ConnectionLimits,
  certificate: Certificate | null = null,
): Server {
  const options = {
    maxHeaderSize: HEADERS_MAX_BYTES,
    headersTimeout: limits.headersMs,
    requestTimeout: Math.max(REQUEST_MAX_MS, limits.headersMs),
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  }
  const http = certificate
    ? createTlsServer({ ...options, ...certificate, handshakeTimeout: limits.headersMs })
    : createServer(options)
  const connections = new Map<Duplex, Connection>()
  /** As exact as the times are looked at. */
  let now = performance.now()
  http.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, { incoming: null, outgoing: null, bodyBegan: 0, bytesBefore: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const connection = connections.get(incoming.socket)
    if (connection) {
      connection.incoming = hasBody(incoming) ? incoming : null
      connection.outgoing = outgoing
      connection.bodyBegan = now
      // Asking the system costs: only where the length is not told.
      if (incoming.headers['content-length'] === undefined) connection.bytesBefore = incoming.socket.bytesRead
    }
    handle(incoming, outgoing)
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const connection = connections.get(socket)
    // Its TLS never came about: there is no way to say anything.
    if (certificate && !connection) return void socket.destroy()
    const answering = connection?.outgoing?.headersSent ?? false
    refuse(socket as Socket, error.code ?? '', answering)
  })
  const checking = setInterval(() => {
    now = performance.now()
    for (const [socket, connection] of connections) checkBody(socket as Socket, connection, now, limits)
  }, limits.checkEveryMs)
  checking.unref()
  http.once('close', () => clearInterval(checking))
  return http
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends a request whose body comes too slowly; lets go of what is over. */
function checkBody(socket: Socket, connection: Connection, now: number, limits: ConnectionLimits): void {
  const { incoming, outgoing } = connection
  if (outgoing?.writableFinished) connection.outgoing = null
  if (!incoming) return
  if (incoming.complete || incoming.destroyed) {
    connection.incoming = null
    return
  }
  const told = incoming.headers['content-length']
  const bytes = told === undefined ? socket.bytesRead - connection.bytesBefore : Number(told)
  const allowed = limits.bodyMs + (bytes / limits.bytesPerSecond) * 1_000
  if (now - connection.bodyBegan < allowed) return
  connection.incoming = null
  refuse(socket, TIMED_OUT, outgoing?.headersSent ?? false)
}

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT'
const answers: Record<string, { line: string; code: ErrorCode; message: string }> = {
  [TIMED_OUT]: {
    line: '408 Request Timeout',
    code: 'timeout',
    message: 'The request took too long to arrive. Try again.',
  },
  HPE_HEADER_OVERFLOW: {
    line: '431 Request Header Fields Too Large',
    code: 'headers_too_large',
    message: `The headers are larger than ${HEADERS_MAX_BYTES / 1024} KB.`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    line: '413 Payload Too Large',
    code: 'too_large',
    message: 'The extensions of a chunk are too large.',
  },
}
const noHttp = { line: '400 Bad Request', code: 'malformed', message: 'This is no HTTP request.' }
let count = 0

/** Says why where nothing has been said on this connection yet, and closes it. */
function refuse(socket: Socket, why: string, answering: boolean): void {
  const silent = why === 'ECONNRESET' || (why === TIMED_OUT && socket.bytesRead === 0)
  if (!socket.writable || answering || silent) {
    socket.destroy()
    return
  }
  const { line, code, message } = answers[why] ?? noHttp
  const request = `line-${(++count).toString(36)}`
  const body = JSON.stringify({ message, code, request_id: request })
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `x-request-id: ${request}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}

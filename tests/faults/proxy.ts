import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy that does to connections what networks do. The mode holds for connections that are open already, too.
 *
 * ok                  passes everything on
 * latency             every piece arrives `latencyMs` later, both ways; those behind it do not wait in line
 * refuse              nobody listens; open connections are reset
 * blackhole           takes everything, gives nothing, ends nothing
 * cut-after-request   the server gets the request and answers; the client gets a reset instead
 * cut-after-response  the client gets the answer, then a reset
 * truncate            the client gets half of the answer, then a reset
 * drip                the answer comes in pieces of a few bytes
 * portal              HTTP 200 with a page to sign in to the network
 * unavailable         HTTP 503 from something on the way
 */
export const faultModes = [
  'ok',
  'latency',
  'refuse',
  'blackhole',
  'cut-after-request',
  'cut-after-response',
  'truncate',
  'drip',
  'portal',
  'unavailable',
] as const
export type FaultMode = (typeof faultModes)[number]

export interface FaultOptions {
  /** Listens here; any free port when not given. */
  port?: number
  latencyMs?: number
  /** Bytes of a piece and milliseconds between pieces, dripping. */
  dripBytes?: number
  dripMs?: number
}

export interface FaultProxy {
  port: number
  readonly mode: FaultMode
  /** Resolves when the mode holds. */
  set(mode: FaultMode): Promise<void>
  /** Connections the proxy took, and those it cut. */
  readonly counts: { taken: number; cut: number }
  close(): Promise<void>
}

const portalPage = '<!doctype html><title>Welcome</title><h1>Sign in to our network</h1>'
const downPage = '<!doctype html><title>503</title><h1>Service Unavailable</h1>'
const page = (status: string, body: string, more = ''): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\n${more}connection: close\r\n\r\n${body}`

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

class Line implements FaultProxy {
  port = 0
  readonly counts = { taken: 0, cut: 0 }
  #mode: FaultMode = 'ok'
  readonly #target: { host: string; port: number }
  readonly #latencyMs: number
  readonly #dripBytes: number
  readonly #dripMs: number
  readonly #links = new Set<Link>()
  #server: Server | null = null

  constructor(target: { host: string; port: number }, options: FaultOptions) {
    this.#target = target
    this.#latencyMs = options.latencyMs ?? 200
    this.#dripBytes = options.dripBytes ?? 32
    this.#dripMs = options.dripMs ?? 5
  }

  get mode(): FaultMode {
    return this.#mode
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const server = createServer((client) => this.#take(client))
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        this.#server = server
        this.port = (server.address() as AddressInfo).port
        resolve()
      })
    })
  }

  #stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    for (const link of this.#links) link.cut()
    return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }

  async set(mode: FaultMode): Promise<void> {
    this.#mode = mode
    if (mode === 'refuse') await this.#stop()
    else if (!this.#server) await this.listen(this.port)
  }

  #take(client: Socket): void {
    this.counts.taken++
    const link = new Link(client, connect(this.#target), {
      mode: () => this.#mode,
      latencyMs: this.#latencyMs,
      dripBytes: this.#dripBytes,
      dripMs: this.#dripMs,
      wasCut: () => {
        this.counts.cut++
      },
    })
    this.#links.add(link)
    client.once('close', () => this.#links.delete(link))
  }

  async close(): Promise<void> {
    await this.#stop()
  }
}

interface Rules {
  mode: () => FaultMode
  latencyMs: number
  dripBytes: number
  dripMs: number
  wasCut: () => void
}

/** One connection of a client with its connection to the server. Pieces keep their order, however they are delayed. */
class Link {
  readonly #client: Socket
  readonly #server: Socket
  readonly #rules: Rules
  #up: Promise<void> = Promise.resolve()
  #down: Promise<void> = Promise.resolve()

  constructor(client: Socket, server: Socket, rules: Rules) {
    this.#client = client
    this.#server = server
    this.#rules = rules
    for (const socket of [client, server]) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
    }
    client.on('data', (piece: Buffer) => this.#fromClient(piece))
    server.on('data', (piece: Buffer) => this.#fromServer(piece))
    client.once('close', () => server.destroy())
    server.once('close', () => {
      void this.#down.then(() => {
        if (this.#rules.mode() !== 'blackhole') client.destroy()
      })
    })
  }

  cut(): void {
    this.#rules.wasCut()
    this.#client.resetAndDestroy()
    this.#server.destroy()
  }

  #fromClient(piece: Buffer): void {
    switch (this.#rules.mode()) {
      case 'blackhole':
        return
      case 'portal':
        this.#answer(page('200 OK', portalPage))
        return
      case 'unavailable':
        this.#answer(page('503 Service Unavailable', downPage, 'retry-after: 1\r\n'))
        return
      default: {
        const arrived = this.#onItsWay()
        this.#up = this.#up.then(() => arrived).then(() => write(this.#server, piece))
      }
    }
  }

  /** A long line holds many pieces at once: the way begins when a piece comes, not when the one before it has arrived. */
  #onItsWay(): Promise<void> | undefined {
    return this.#rules.mode() === 'latency' ? pause(this.#rules.latencyMs) : undefined
  }

  #answer(text: string): void {
    this.#server.destroy()
    this.#client.end(text)
  }

  #fromServer(piece: Buffer): void {
    switch (this.#rules.mode()) {
      case 'blackhole':
        return
      case 'cut-after-request':
        this.cut()
        return
      case 'cut-after-response':
        this.#down = this.#down.then(() => write(this.#client, piece)).then(() => this.cut())
        return
      case 'truncate':
        this.#down = this.#down
          .then(() => write(this.#client, piece.subarray(0, Math.ceil(piece.length / 2))))
          .then(() => this.cut())
        return
      case 'drip':
        this.#down = this.#down.then(() => this.#drip(piece))
        return
      default: {
        const arrived = this.#onItsWay()
        this.#down = this.#down.then(() => arrived).then(() => write(this.#client, piece))
      }
    }
  }

  async #drip(piece: Buffer): Promise<void> {
    const { dripBytes, dripMs } = this.#rules
    for (let at = 0; at < piece.length && !this.#client.destroyed; at += dripBytes) {
      await write(this.#client, piece.subarray(at, at + dripBytes))
      await pause(dripMs)
    }
  }
}

/** Resolves when the piece has been handed to the system, or the connection is gone. */
function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || socket.writableEnded) resolve()
    else socket.write(piece, () => resolve())
  })
}

/** Starts a proxy on this machine in front of a server. */
export async function startFaultProxy(
  target: { host: string; port: number },
  options: FaultOptions = {},
): Promise<FaultProxy> {
  const proxy = new Line(target, options)
  await proxy.listen(options.port ?? 0)
  return proxy
}

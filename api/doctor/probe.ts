import type { ServerResponse } from 'node:http'
import type { Hono, Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'
import { STREAM_HEADERS } from '../events/hub.ts'
import { clientAddress, isFromProxy, peerOf } from '../kit/address.ts'
import { alreadySent, incomingOf, outgoingOf } from '../middleware/request.ts'
import { Passes } from './pass.ts'

/**
 * The server's half of two questions that only its own doctor may ask, from wherever people reach it. To others there are
 * no such addresses.
 */

export const CALLER_PATH = '/doctor/caller'
export const STREAM_PATH = '/doctor/stream'

/** A request as it arrived here. */
export interface CallerSeen {
  /** The other end of the connection, and whether TRUSTED_PROXY names it. */
  peer: string
  is_trusted: boolean
  /** The address that limits would go by. */
  caller: string
  /** Headers as they arrived; null: none. */
  forwarded_for: string | null
  forwarded_proto: string | null
  /** Other headers by which a proxy shows itself. */
  signs: string[]
}

const SIGNS = ['via', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host']
/** Events of the stream, and the time between two of them in milliseconds. */
export const EVENTS = 3
export const BETWEEN_MS = 300

export function mountProbe(app: Hono, ctx: Context): void {
  const passes = new Passes(ctx.keys, ctx.now)
  const isDoctor = (c: HonoContext): boolean =>
    passes.take(/^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '')

  app.get(CALLER_PATH, (c, next) => {
    const incoming = incomingOf(c)
    if (!incoming || !isDoctor(c)) return next()
    const data: CallerSeen = {
      peer: peerOf(incoming),
      is_trusted: isFromProxy(ctx.config, incoming),
      caller: clientAddress(ctx.config, c),
      forwarded_for: c.req.header('x-forwarded-for') ?? null,
      forwarded_proto: c.req.header('x-forwarded-proto') ?? null,
      signs: SIGNS.filter((name) => c.req.header(name) !== undefined),
    }
    return c.json({ data })
  })

  app.get(STREAM_PATH, (c, next) => {
    const outgoing = outgoingOf(c)
    if (!outgoing || !isDoctor(c)) return next()
    stream(outgoing)
    return alreadySent
  })
}

/** As an event stream of a test is opened, and then a few events with time between them. */
function stream(outgoing: ServerResponse): void {
  outgoing.writeHead(200, STREAM_HEADERS)
  outgoing.write(': open\n\n')
  let sent = 0
  const timer = setInterval(() => {
    sent++
    outgoing.write(`event: probe\ndata: ${sent}\n\n`)
    if (sent < EVENTS) return
    clearInterval(timer)
    outgoing.end()
  }, BETWEEN_MS)
  outgoing.once('close', () => clearInterval(timer))
}

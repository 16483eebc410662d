import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { CallName } from '#contract/paths.ts'
import type { Context } from '../context.ts'
import { shedClass } from '../pressure/classes.ts'

/** A request's id, and what follows it: into the answer, into the log, and out of both again for whoever looks. */

type Bindings = Partial<HttpBindings> | undefined

/** Node's own request; undefined for an app called in process. */
export const incomingOf = (c: HonoContext): IncomingMessage | undefined =>
  (c.env as Bindings)?.incoming as IncomingMessage | undefined

/** Node's own answer, for what is written to it directly. */
export const outgoingOf = (c: HonoContext): ServerResponse | undefined =>
  (c.env as Bindings)?.outgoing as ServerResponse | undefined

/** The adapter leaves a response alone that was begun on the raw connection. */
export const alreadySent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })

export const requestId = (c: HonoContext): string => c.get('requestId') as string

/** Notes which call of the contract this request is: its address may hold a token, and is never logged. */
export const nameCall = (c: HonoContext, name: CallName): void => c.set('call' as never, name as never)

interface OfRequest {
  request: string
  ownLog?: Logger
}

/** Each server's context with a log that asks for the request: made once, as saves make many of those over it. */
const overServers = new WeakMap<object, object>()

function overServer(ctx: Pick<Context, 'log'>): object {
  let over = overServers.get(ctx)
  if (!over) {
    const { log } = ctx
    over = Object.create(ctx, {
      log: {
        get(this: OfRequest) {
          this.ownLog ??= log.child({ request: this.request })
          return this.ownLog
        },
      },
    }) as object
    overServers.set(ctx, over)
  }
  return over
}

/**
 * The same context for one request: each line of its log names the request. It is another object, so what is kept for a
 * server is kept under its database.
 */
export function withRequest<C extends Pick<Context, 'log'>>(ctx: C, request: string): C {
  const own = Object.create(overServer(ctx)) as C & OfRequest
  own.request = request
  return own
}

/** The same for a request of the framework. */
export const requestContext = (ctx: Context, c: HonoContext): Context => withRequest(ctx, requestId(c))

/** Counts an answer, and writes it into the log where that is wanted. */
export function noteAnswer(
  ctx: Pick<Context, 'log' | 'meters'>,
  answer: { request: string; method: string; call: CallName | null; status: number; ms: number },
): void {
  const { call, status, ms } = answer
  ctx.meters.answered({ class: classOf(call), status, ms })
  if (ctx.log.isLevelEnabled('info')) ctx.log.info({ ...answer, ms: Math.round(ms) }, 'answered')
}

const classOf = (call: CallName | null) =>
  call === null ? 'other' : call === 'postSync' ? 'sync' : (shedClass[call] ?? 'work')

/** Gives each request its id before anything else, and counts its answer behind everything. */
export const identify =
  (ctx: Context): MiddlewareHandler =>
  async (c, next) => {
    const began = performance.now()
    const request = ctx.requestIds.of(incomingOf(c))
    c.set('requestId', request)
    const outgoing = outgoingOf(c)
    outgoing?.setHeader('x-request-id', request)
    await next()
    // In process there is no connection that had it set already.
    if (!outgoing) c.res.headers.set('x-request-id', request)
    const call = (c.get('call') as CallName | undefined) ?? null
    noteAnswer(ctx, {
      request,
      method: c.req.method,
      call,
      status: c.res.status,
      ms: performance.now() - began,
    })
  }

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { isFromLoopback } from '../kit/address.ts'
import { DomainError } from '../kit/errors.ts'
import { incomingOf } from '../middleware/request.ts'
import { failure } from '../middleware/respond.ts'
import { processMetrics } from './process.ts'

/**
 * GET /metrics: figures for Prometheus, for whoever has the token. Without a token this machine alone may ask, and to others
 * there is no such address.
 */
export function mountMetrics(app: Hono, ctx: Context): void {
  app.get('/metrics', async (c, next) => {
    const incoming = incomingOf(c)
    const { metricsToken } = ctx.config
    if (metricsToken === null && !isFromHere(incoming)) return next()
    if (metricsToken !== null && !isSame(bearerOf(c.req.header('authorization')), metricsToken))
      return failure(
        ctx,
        c,
        new DomainError('unauthorized', 'This needs the token of HOLDFAST_METRICS_TOKEN.'),
      )
    const { registry } = ctx.meters
    const parts = await Promise.all([registry.metrics(), processMetrics().metrics()])
    return new Response(parts.join('\n'), {
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
    })
  })
}

/** A proxy on this machine calls from loopback too, and says for whom it asks in one of these. */
const OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

const isFromHere = (incoming: IncomingMessage | undefined): boolean =>
  incoming !== undefined &&
  isFromLoopback(incoming) &&
  OF_A_PROXY.every((name) => incoming.headers[name] === undefined)

const bearerOf = (authorization = ''): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))

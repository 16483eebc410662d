import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { isFromLoopback } from '../kit/address.ts'
import { DomainError } from '../kit/errors.ts'
import { failure } from '../middleware/respond.ts'
import { processMetrics } from './process.ts'

/** GET /metrics: figures for Prometheus, for whoever has the token, or for this machine alone. */
export function mountMetrics(app: Hono, ctx: Context): void {
  app.get('/metrics', async (c) => {
    const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming as IncomingMessage | undefined
    const refusal = refusalOf(ctx.config.metricsToken, incoming, c.req.header('authorization'))
    if (refusal) return failure(ctx, c, refusal)
    const { registry } = ctx.meters
    const parts = await Promise.all([registry.metrics(), processMetrics().metrics()])
    return new Response(parts.join('\n'), {
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
    })
  })
}

/** A proxy on this machine calls from loopback too, and says for whom it asks in one of these. */
const OF_A_PROXY = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

function refusalOf(
  token: string | null,
  incoming: IncomingMessage | undefined,
  authorization: string | undefined,
): DomainError | null {
  if (token !== null)
    return isSame(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '', token)
      ? null
      : new DomainError('unauthorized', 'This needs the token of HOLDFAST_METRICS_TOKEN.')
  const isDirect = incoming !== undefined && OF_A_PROXY.every((name) => incoming.headers[name] === undefined)
  return isDirect && isFromLoopback(incoming) ? null : new DomainError('not_found', 'There is no such call.')
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))

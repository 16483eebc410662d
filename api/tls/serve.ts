import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:https'
import type { Context } from '../context.ts'
import { listen } from '../middleware/listen.ts'
import { publicUrl } from '../services/invitations.ts'
import { takeRenewals } from './certificate.ts'
import { redirectServer } from './redirect.ts'

/**
 * The rest of speaking https by itself: renewed certificates are taken, and whoever comes by http is sent on.
 * @returns ends it
 * @throws Error in words where the port of the redirect cannot be used
 */
export async function serveTls(
  ctx: Pick<Context, 'config' | 'log'>,
  server: HttpServer | Server,
  port: number,
): Promise<() => void> {
  const { tls, redirectPort, host } = ctx.config
  if (!tls || !(server instanceof Server)) return () => {}
  const endRenewals = takeRenewals(server, tls, { log: ctx.log })
  if (redirectPort === null) return endRenewals
  const plain = redirectServer(() => publicUrl(ctx, port))
  await listen(plain, { host, port: redirectPort }, 'HTTP_REDIRECT_PORT')
  return () => {
    endRenewals()
    plain.close()
    plain.closeAllConnections()
  }
}

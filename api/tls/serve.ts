import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'node:https'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { listen } from '../middleware/listen.ts'
import { publicUrl } from '../services/invitations.ts'
import { type Certificate, readCertificate, takeRenewals } from './certificate.ts'
import { certifiedNames } from './names.ts'
import { isFor, keepOwnCertificate, readAuthority } from './ownCertificate.ts'
import { type Explanation, redirectServer } from './redirect.ts'
import { AUTHORITY_PATH, authorityHeaders, TRUST_PATH, trustPage, trustPageHeaders } from './trustPage.ts'

type Parts = Pick<Context, 'config' | 'log' | 'now'>

/** Addresses of the machine change without a word. */
const LOOK_EVERY_MS = 60_000

/**
 * The certificate to begin with; one of the installation's own authority is made first where it is missing.
 * @returns null for a server that speaks http
 * @throws Error in words where there is none that can be used
 */
export async function openTls(ctx: Parts): Promise<Certificate | null> {
  const { tls, ownAuthority } = ctx.config
  if (!tls) return null
  if (ownAuthority) await keepOwn(ctx, ownAuthority.folder)
  return readCertificate(tls)
}

/** Names that were told once are not told again as long as they stay the same. */
let toldLast = ''

async function keepOwn({ config, log, now }: Parts, folder: string): Promise<void> {
  const left = (await keepOwnCertificate(folder, certifiedNames(config), now())).join(', ')
  if (left && left !== toldLast)
    log.warn({ addresses: left }, 'the installation’s own authority may not vouch for these addresses')
  toldLast = left
}

/**
 * The rest of speaking https by itself: renewed certificates are taken, and whoever comes by http is sent on.
 * @returns ends it
 * @throws Error in words where the port of the redirect cannot be used
 */
export async function serveTls(
  ctx: Parts,
  server: HttpServer | Server,
  port: number,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<() => void> {
  const { tls, ownAuthority, redirectPort, host } = ctx.config
  if (!tls || !(server instanceof Server)) return () => {}
  const endRenewals = takeRenewals(server, tls, { log: ctx.log, everyMs: lookEveryMs })
  const keeping =
    ownAuthority &&
    setInterval(() => {
      keepOwn(ctx, ownAuthority.folder).catch((error: unknown) =>
        ctx.log.error({ error: formatErrorLine(error) }, 'the certificate could not be renewed'),
      )
    }, lookEveryMs).unref()
  const end = (): void => {
    endRenewals()
    if (keeping) clearInterval(keeping)
  }
  if (redirectPort === null) return end
  const base = (): string => publicUrl(ctx, port)
  const plain = redirectServer(base, ownAuthority ? (...asked) => explain(ctx, port, ...asked) : undefined)
  await listen(plain, { host, port: redirectPort }, 'HTTP_REDIRECT_PORT').catch((error: unknown) => {
    end()
    throw error
  })
  return () => {
    end()
    plain.close()
    plain.closeAllConnections()
  }
}

/** @throws where the folder's files are gone, or being made anew */
function explain(ctx: Parts, port: number, incoming: IncomingMessage, path: string): Explanation {
  const { pem, fingerprint, thumbprint } = readAuthority(ctx.config.ownAuthority?.folder ?? '')
  const [asked = '/'] = path.split('?', 1)
  if (asked === AUTHORITY_PATH) return { headers: authorityHeaders, body: pem }
  const base = addressFor(ctx, port, incoming.headers.host ?? '')
  // The page itself leads on to the product, and not to the same page again.
  const link = asked === TRUST_PATH ? `${base}/` : `${base}${path}`
  return { headers: trustPageHeaders, body: trustPage({ link, fingerprint, thumbprint }) }
}

/** By the name that somebody came by, if it is one of ours: localhost is their own machine. */
function addressFor({ config }: Parts, port: number, host: string): string {
  const base = publicUrl({ config }, port)
  if (config.publicUrl !== null || !config.tls || !URL.canParse(`https://${host}`)) return base
  const { hostname } = new URL(`https://${host}`)
  const name = hostname.replace(/^\[|\]$/g, '')
  const certificate = new X509Certificate(readFileSync(config.tls.certificate))
  return isFor(certificate, name) ? `https://${hostname}:${port}` : base
}

/** The authority and its page over https, for whoever went past the warning. */
export function mountTrust(app: Hono, { config }: Pick<Context, 'config'>): void {
  const { ownAuthority } = config
  if (!ownAuthority) return
  app.get(AUTHORITY_PATH, (c) => c.body(readAuthority(ownAuthority.folder).pem, 200, authorityHeaders))
  app.get(TRUST_PATH, (c) => {
    const { fingerprint, thumbprint } = readAuthority(ownAuthority.folder)
    return c.body(trustPage({ link: '/', fingerprint, thumbprint }), 200, trustPageHeaders)
  })
}

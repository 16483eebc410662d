import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Hono, Context as HonoContext } from 'hono'
import { urlOf } from '#contract/paths.ts'
import { isPagePath } from './pagePaths.ts'

/** The built pages, kept in memory with their compressed forms and an ETag each. */
interface Asset {
  body: Buffer
  br: Buffer | null
  gz: Buffer | null
  type: string
  etag: string
  immutable: boolean
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

/** The files of a folder by the path they are asked for. */
function filesOf(folder: string): Map<string, string> {
  const files = new Map<string, string>()
  const walk = (current: string): void => {
    for (const name of readdirSync(current)) {
      const path = join(current, name)
      if (statSync(path).isDirectory()) walk(path)
      else if (!/\.(br|gz|map)$/.test(name) && !name.startsWith('.'))
        files.set(`/${relative(folder, path).split(sep).join('/')}`, path)
    }
  }
  if (existsSync(folder)) walk(folder)
  return files
}

function readAsset(path: string): Asset {
  const body = readFileSync(path)
  const read = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : null)
  return {
    body,
    br: read('.br'),
    gz: read('.gz'),
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    immutable: path.includes(`${sep}assets${sep}`),
  }
}

const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
const NONCE = '__CSP_NONCE__'

/**
 * The policy of pages, for all that they may load and do. Style rules are added through style sheets' own interface
 * (the hash is the empty element that begins one); the editor's style elements carry the page's nonce, its positions
 * are style attributes.
 */
const pagePolicy = (nonce: string | null, chat: string | null): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src-elem 'self' ${EMPTY_STYLE}${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    `frame-src 'self'${chat === null ? '' : ` ${new URL(chat).origin}`}`,
    "worker-src 'self' blob:",
    // Text becomes part of a page, and an address a script, through these policies alone; the last one is the tour's.
    "require-trusted-types-for 'script'",
    'trusted-types dompurify holdfast mail default',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** A worker lives under the policy its own script came with: ours fetches from this server, and nothing else. */
const WORKER_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders: Record<string, string> = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'permissions-policy': 'camera=(self), fullscreen=(self), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * An invitation's page first asks for its drive. Told with the page, the browser fetches it beside the scripts and not
 * behind them.
 */
const aheadOf = (token: string): Record<string, string> => ({
  link: `<${urlOf('getDrive', { token })}>; rel=preload; as=fetch; crossorigin=anonymous`,
})

const invitationOf = (path: string): string | undefined => /^\/candidate\/overview\/([\w-]+)$/.exec(path)?.[1]

/**
 * Serves the built pages: files by name, /candidate/… as the candidate's entry, everything else as the console's. A
 * file of an earlier build, put aside by the build, is read when a page of that build asks for it.
 * @param chat the page of a support chat that pages may frame
 * @param wordsFor HTML that an invitation's page shows before its scripts run
 */
export function mountPages(
  app: Hono,
  folder: string,
  chat: string | null,
  wordsFor: (token: string, c: HonoContext) => Promise<string>,
): void {
  const assets = new Map([...filesOf(folder)].map(([path, file]) => [path, readAsset(file)]))
  const former = filesOf(join(folder, '../former'))
  app.get('*', async (c) => {
    const path = decodePath(c.req.path)
    const asset = assets.get(path)
    if (asset) return send(c, asset, chat)
    const replaced = former.get(path)
    if (replaced) return send(c, readAsset(replaced), chat)
    if (path.startsWith('/assets/') || path.startsWith('/api/')) return c.text('Not found', 404)
    const entry = assets.get(/^\/candidate(\/|$)/.test(path) ? '/candidate.html' : '/console.html')
    if (!entry) return c.text('The pages have not been built: run npm run build.', 503)
    const invitation = invitationOf(path)
    if (!isPagePath(path)) return withStatus(send(c, entry, chat), 404)
    if (invitation === undefined) return send(c, entry, chat)
    return sendWithNonce(entry, chat, {
      words: await wordsFor(invitation, c),
      headers: aheadOf(invitation),
    })
  })
}

const withStatus = ({ body, headers }: Response, status: number): Response =>
  new Response(body, { status, headers })

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const ROOT = '<div id="root">'

interface Invitation {
  /** HTML that stands in the page before its scripts run. */
  words: string
  headers: Record<string, string>
}

/** A page with a place for a nonce gets a fresh one each time, in its policy and in its text. */
function sendWithNonce(asset: Asset, chat: string | null, invitation: Invitation | null = null): Response {
  const nonce = randomBytes(16).toString('base64')
  const page = asset.body.toString('utf8').replaceAll(NONCE, nonce)
  // A function, so that no sign of somebody's text is read as a pattern of the replacement.
  return new Response(
    page.replace(ROOT, () => ROOT + (invitation?.words ?? '')),
    {
      headers: {
        'content-type': asset.type,
        'cache-control': invitation?.words ? 'private, no-cache' : 'no-cache',
        ...pageHeaders,
        ...invitation?.headers,
        'content-security-policy': pagePolicy(nonce, chat),
      },
    },
  )
}

function send(c: HonoContext, asset: Asset, chat: string | null): Response {
  if (asset.type.startsWith('text/html') && asset.body.includes(NONCE)) return sendWithNonce(asset, chat)
  const headers: Record<string, string> = {
    'content-type': asset.type,
    etag: asset.etag,
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(asset.type.startsWith('text/html') && {
      ...pageHeaders,
      'content-security-policy': pagePolicy(null, chat),
    }),
    ...(asset.type.startsWith('text/javascript') && { 'content-security-policy': WORKER_POLICY }),
  }
  if (c.req.header('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
  const accepted = c.req.header('accept-encoding') ?? ''
  if (asset.br && /\bbr\b/.test(accepted))
    return new Response(asset.br as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, 'content-encoding': 'br' },
    })
  if (asset.gz && /\bgzip\b/.test(accepted))
    return new Response(asset.gz as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, 'content-encoding': 'gzip' },
    })
  return new Response(asset.body as Uint8Array<ArrayBuffer>, { headers })
}

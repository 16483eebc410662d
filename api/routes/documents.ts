import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { failure } from '../middleware/respond.ts'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Half a megabyte in some tens of milliseconds, once; the last level takes a second. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

interface Document {
  etag: string
  plain: Uint8Array<ArrayBuffer>
  br: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer>
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

async function made(text: string): Promise<Document> {
  const plain = Buffer.from(text)
  const [br, gz] = await Promise.all([compress.br(plain, BROTLI), compress.gzip(plain)])
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { etag, plain: bytes(plain), br: bytes(br), gzip: bytes(gz) }
}

/** A page about the calls themselves: made when it is first asked for, and kept. Under pressure it waits like any reading. */
export function mountDocument(
  app: Hono,
  ctx: Context,
  path: string,
  type: string,
  write: () => string,
): void {
  let kept: Promise<Document> | null = null
  app.get(path, async (c) => {
    try {
      ctx.pressure.admit('reads')
      kept ??= made(write())
      const document = await kept
      const headers: Record<string, string> = {
        'content-type': type,
        etag: document.etag,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      }
      if (c.req.header('if-none-match') === document.etag) return new Response(null, { status: 304, headers })
      const accepted = c.req.header('accept-encoding') ?? ''
      const encoding = (['br', 'gzip'] as const).find((one) => accepted.split(/[,;\s]+/).includes(one))
      if (!encoding) return new Response(document.plain, { headers })
      return new Response(document[encoding], { headers: { ...headers, 'content-encoding': encoding } })
    } catch (error) {
      return failure(ctx, c, error)
    }
  })
}

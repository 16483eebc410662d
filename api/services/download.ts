import { Readable } from 'node:stream'

/** A download under a name of any script. */
export function download(
  name: string,
  content: Readable | Uint8Array,
  type = 'text/csv; charset=utf-8',
): Response {
  const ascii = name.replaceAll(/[^\x20-\x7e]/g, '_')
  const body =
    content instanceof Readable ? (Readable.toWeb(content) as ReadableStream) : new Uint8Array(content)
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** '20260115093000': the time in a file's name. */
export const fileStamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

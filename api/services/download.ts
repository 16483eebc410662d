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

/** 'Report_{drive}_{timestamp}.csv': the name as it is, without what no file system takes. */
export function fileName(
  prefix: 'Report' | 'Absent-candidates' | 'Evidence',
  of: string,
  now: number,
  ending: 'csv' | 'zip' = 'csv',
): string {
  // By whole signs: half of one cannot be told in a header.
  const name = [...of.replaceAll(/[\p{C}\\/:*?"<>|;]+/gu, ' ').trim()].slice(0, 100).join('')
  return `${prefix}_${name}_${fileStamp(now)}.${ending}`
}

import type { Context as HonoContext } from 'hono'
import { Refusal } from '../errors.ts'

/**
 * Reads a body of bytes, counted as they come.
 * @param tooLarge what is said of one that is larger than the limit
 * @throws Refusal too_large, malformed (no body)
 */
export async function readLimited(c: HonoContext, limit: number, tooLarge: string): Promise<Uint8Array> {
  const refusal = new Refusal('too_large', tooLarge)
  if (Number(c.req.header('content-length') ?? 0) > limit) throw refusal
  const body = c.req.raw.body
  if (!body) throw new Refusal('malformed', 'There is no picture in the request.')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw refusal
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

import type { Context as HonoContext } from 'hono'
import { Refusal } from '../errors.ts'

/**
 * Reads a body's bytes, counted as they come; nothing where there is no body.
 * @param tooLarge what is said of one that is larger than the limit
 * @throws Refusal too_large
 */
export async function readLimited(
  c: HonoContext,
  limit: number,
  tooLarge: string,
): Promise<Buffer<ArrayBuffer>> {
  const refuse = () => new Refusal('too_large', tooLarge)
  if (Number(c.req.header('content-length') ?? 0) > limit) throw refuse()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw refuse()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

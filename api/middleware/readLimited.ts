import type { Context as HonoContext } from 'hono'
import { Refusal } from '../errors.ts'

/**
 * A body that ends before its end: the caller is gone or the line broke, which is no fault of ours to be logged with its
 * stack. @throws Refusal
 */
export function brokenOff(fault: unknown): never {
  throw fault instanceof Refusal ? fault : new Refusal('malformed', 'The body broke off before its end.')
}

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
  const read = async (): Promise<void> => {
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > limit) throw refuse()
      chunks.push(chunk)
    }
  }
  await read().catch(brokenOff)
  return Buffer.concat(chunks)
}

import type { Context as HonoContext } from 'hono'
import { DomainError } from '../kit/errors.ts'

/**
 * A body that ends before its end: the caller is gone or the line broke, which is no fault of ours to be logged with its
 * stack. @throws DomainError
 */
export function brokenOff(error: unknown): never {
  throw error instanceof DomainError ? error : new DomainError('malformed', 'The body ended too early.')
}

/**
 * A body's bytes as they come, counted; none where there is no body.
 * @param tooLarge what is said of a body that is larger than the limit
 * @throws DomainError too_large; malformed: it broke off
 */
export async function* chunksOf(
  c: HonoContext,
  limit: number,
  tooLarge: string,
): AsyncGenerator<Uint8Array, void> {
  if (Number(c.req.header('content-length') ?? 0) > limit) throw new DomainError('too_large', tooLarge)
  let size = 0
  try {
    for await (const chunk of (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > limit) throw new DomainError('too_large', tooLarge)
      yield chunk
    }
  } catch (error) {
    brokenOff(error)
  }
}

/**
 * Reads a body's bytes whole.
 * @throws DomainError as `chunksOf`
 */
export async function readLimited(
  c: HonoContext,
  limit: number,
  tooLarge: string,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(c, limit, tooLarge)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

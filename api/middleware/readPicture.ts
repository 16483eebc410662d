import type { Context as HonoContext } from 'hono'
import { DomainError } from '../kit/errors.ts'
import { readLimited } from './readLimited.ts'

/**
 * Reads a body that is a picture.
 * @param tooLarge what is said of one that is larger than the limit
 * @throws DomainError too_large, malformed (no body)
 */
export async function readPicture(c: HonoContext, limit: number, tooLarge: string): Promise<Uint8Array> {
  const bytes = await readLimited(c, limit, tooLarge)
  if (!c.req.raw.body) throw new DomainError('malformed', 'There is no picture in the request.')
  return bytes
}

import type { Context as HonoContext } from 'hono'
import { JSON_MAX_BYTES, JSON_MAX_DEPTH } from '#contract/constants.ts'
import { Refusal } from '../errors.ts'

/**
 * Reads a JSON body within its limits. The declared length is checked first; without one, bytes are counted as they
 * come.
 * @throws Refusal unsupported_media_type, too_large, malformed
 */
export async function readJson(c: HonoContext, limit = JSON_MAX_BYTES): Promise<unknown> {
  const declared = c.req.header('content-length')
  // A call without any body says nothing: its schema decides whether that is enough.
  if (
    declared === '0' ||
    (declared === undefined && c.req.header('transfer-encoding') === undefined && !c.req.raw.body)
  )
    return {}
  const type = c.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new Refusal('unsupported_media_type', 'Send this as application/json.')
  if (c.req.header('content-encoding'))
    throw new Refusal('unsupported_media_type', 'Send the body uncompressed.')
  if (declared !== undefined && Number(declared) > limit) throw tooLarge(limit)
  const text = declared === undefined ? await readCounted(c, limit) : await c.req.text()
  if (text.length > limit) throw tooLarge(limit)
  return parseJson(text)
}

const tooLarge = (limit: number) =>
  new Refusal('too_large', `This is larger than ${Math.floor(limit / 1000)} KB.`)

async function readCounted(c: HonoContext, limit: number): Promise<string> {
  const body = c.req.raw.body
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** @throws Refusal malformed: no JSON, or nested deeper than anything here needs */
export function parseJson(text: string): unknown {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 92) i++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) {
      if (++depth > JSON_MAX_DEPTH) throw new Refusal('malformed', 'This JSON is nested too deep.')
    } else if (code === 125 || code === 93) depth--
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed', 'The body is not JSON.')
  }
}

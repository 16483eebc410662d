import type { Context as HonoContext } from 'hono'
import { JSON_MAX_BYTES, JSON_MAX_DEPTH } from '#contract/constants.ts'
import { Refusal } from '../errors.ts'
import { readLimited } from './readLimited.ts'

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
  const tooLarge = `This is larger than ${Math.floor(limit / 1000)} KB.`
  if (declared === undefined) return parseBytes(await readLimited(c, limit, tooLarge))
  if (Number(declared) > limit) throw new Refusal('too_large', tooLarge)
  // No more than what was declared comes, and the server has a quicker way for it than a stream.
  const text = await c.req.text()
  if (text.length > limit) throw new Refusal('too_large', tooLarge)
  return parseJson(text)
}

/** As the web's own `text()` reads: without a byte order mark. */
const utf8 = new TextDecoder()

/** @throws Refusal malformed */
export const parseBytes = (bytes: Uint8Array): unknown => parseJson(utf8.decode(bytes))

/** @throws Refusal malformed: no JSON, or nested deeper than anything here needs */
function parseJson(text: string): unknown {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 34) i = endOfString(text, i)
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

/** Where the string that begins at `from` ends; most of a body is strings, so they are not read letter by letter. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === 92) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

import type { Context as HonoContext } from 'hono'
import { JSON_MAX_BYTES, JSON_MAX_DEPTH, JSON_MAX_NAME, JSON_MAX_VALUES } from '#contract/constants.ts'
import { DomainError } from '../kit/errors.ts'
import { brokenOff, readLimited } from './readLimited.ts'

/**
 * Reads a JSON body within its limits. The declared length is checked first; without one, bytes are counted as they
 * come.
 * @throws DomainError unsupported_media_type, too_large, malformed
 */
export async function readJson(c: HonoContext, limit = JSON_MAX_BYTES): Promise<unknown> {
  const declared = c.req.header('content-length')
  // A call without any body says nothing: its schema decides whether that is enough.
  if (
    declared === '0' ||
    (declared === undefined && c.req.header('transfer-encoding') === undefined && !c.req.raw.body)
  )
    return {}
  const [type, ...parameters] = (c.req.header('content-type') ?? '').toLowerCase().split(';')
  if (type?.trim() !== 'application/json')
    throw new DomainError('unsupported_media_type', 'Send this as application/json.')
  if (parameters.some(isOtherCharset)) throw new DomainError('unsupported_media_type', 'Send this as UTF-8.')
  if (c.req.header('content-encoding'))
    throw new DomainError('unsupported_media_type', 'Send the body uncompressed.')
  const tooLarge = `This is larger than ${Math.floor(limit / 1000)} KB.`
  if (declared === undefined) return parseBytes(await readLimited(c, limit, tooLarge))
  if (Number(declared) > limit) throw new DomainError('too_large', tooLarge)
  // No more than what was declared comes, and the server has a quicker way for it than a stream.
  const bytes = new Uint8Array(await c.req.arrayBuffer().catch(brokenOff))
  if (bytes.length > limit) throw new DomainError('too_large', tooLarge)
  return parseBytes(bytes)
}

const isOtherCharset = (parameter: string): boolean => {
  const [name, value = ''] = parameter.split('=')
  return name?.trim() === 'charset' && !/^\s*"?utf-?8"?\s*$/.test(value)
}

/** Leaves a byte order mark where it stands, so that it is seen. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * @throws DomainError malformed: no JSON, nested deeper than anything here needs, more values or a longer name than any call
 * takes, or one key twice in an object
 */
export function parseBytes(bytes: Uint8Array): unknown {
  const text = utf8.decode(bytes)
  if (text.charCodeAt(0) === 0xfeff)
    throw new DomainError('malformed', 'The body begins with a byte order mark. Send UTF-8 without one.')
  const named = countNames(text)
  const value = parsed(text)
  // Readers differ in which of two they take, so that what was checked may not be what is meant.
  if (keysIn(value) !== named) throw new DomainError('malformed', 'The body contains a name twice.')
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('malformed', 'The body is not JSON.')
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.reduce((sum: number, one) => sum + keysIn(one), Array.isArray(value) ? 0 : inner.length)
}

/**
 * How many names its objects give, by their colons: nothing is parsed yet, and what is far too much never is.
 * @throws DomainError malformed: nested too deep, too many values, a name that is too long
 */
function countNames(text: string): number {
  let depth = 0
  let names = 0
  let values = 1
  let lastLength = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 34) {
      const end = endOfString(text, i)
      lastLength = end - i
      i = end
    } else if (code === 123 || code === 91) {
      if (++depth > JSON_MAX_DEPTH) throw new DomainError('malformed', 'This JSON is nested too deeply.')
      values++
    } else if (code === 125 || code === 93) depth--
    else if (code === 44) values++
    else if (code === 58) {
      names++
      if (lastLength > JSON_MAX_NAME) throw new DomainError('malformed', 'A name in this JSON is too long.')
    }
    if (values > JSON_MAX_VALUES)
      throw new DomainError(
        'malformed',
        `This JSON contains more than ${JSON_MAX_VALUES.toLocaleString('en')} values.`,
      )
  }
  return names
}

/** The end of the string that begins at `from`; most of a body is strings, so they are not read letter by letter. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === 92) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/** One Piston server: where it is and how many jobs it may have at once. */
export interface PistonEndpoint {
  /** Address without /api/v2, such as http://piston:2000. */
  url: string
  /** How many jobs it may run at once: the number of its cores. */
  slots: number
  headers?: Record<string, string>
}

/** The slots of a server whose entry names none: no machine is too small for them. */
export const DEFAULT_SLOTS = 2
/** Piston itself takes 64 at once unless told otherwise. */
export const MAX_SLOTS = 64

/**
 * Reads one entry of PISTON_URL: an address, behind it #slots= and a number where wanted. A name and a password in
 * the address become a header.
 * @returns null for what is none
 */
export function readEndpoint(text: string): PistonEndpoint | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const slots = slotsOf(url.hash)
  if (slots === null || url.search !== '' || !['http:', 'https:'].includes(url.protocol)) return null
  const credentials = credentialsOf(url)
  if (credentials === null) return null
  const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api\/v2$/, '')
  return { url: url.origin + path, slots, ...credentials }
}

function slotsOf(hash: string): number | null {
  if (hash === '') return DEFAULT_SLOTS
  const digits = /^#slots=(\d{1,3})$/.exec(hash)?.[1]
  const slots = Number(digits)
  return digits !== undefined && slots >= 1 && slots <= MAX_SLOTS ? slots : null
}

function credentialsOf({ username, password }: URL): Pick<PistonEndpoint, 'headers'> | null {
  if (username === '' && password === '') return {}
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { headers: { authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` } }
  } catch {
    // A per cent sign that is no escape.
    return null
  }
}

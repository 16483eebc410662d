import { domainToASCII } from 'node:url'

export interface Mailbox {
  name: string
  address: string
}

const LONGEST_ADDRESS = 254
const LONGEST_LOCAL = 64
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)*$/u
/** No blanks, no controls, nothing that separates or quotes addresses. */
const LOCAL = /^[^\s\p{C}<>()[\],;:\\"@]+$/u

/**
 * One address as it can be written to, or null where it is none. Letters of any script are allowed on both sides;
 * whoever sends turns the domain into its ASCII form.
 */
export function readAddress(text: string): string | null {
  const given = text.trim().normalize('NFC')
  const at = given.lastIndexOf('@')
  const [local, domain] = [given.slice(0, at), given.slice(at + 1)]
  if (at < 1 || given.length > LONGEST_ADDRESS || Buffer.byteLength(local) > LONGEST_LOCAL) return null
  if (!LOCAL.test(local) || !DOMAIN.test(domain) || domainToASCII(domain) === '') return null
  return given
}

/** `Name <address>` or an address alone, as MAIL_FROM has it. */
export function readMailbox(text: string): Mailbox | null {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim())
  const address = readAddress(named?.[2] ?? text)
  if (address === null) return null
  const name = onOneLine(named?.[1] ?? '').replace(/^"(.*)"$/, '$1')
  return { name, address }
}

/**
 * A text as one line that holds only what can be seen: line ends, controls and signs that turn the direction of writing
 * become blanks. Any text for a header or a line of a mail passes here, so that a name can neither begin a line nor
 * hide one.
 */
export function onOneLine(text: string, longest = 200): string {
  const seen = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const signs = [...seen]
  return signs.length <= longest ? seen : `${signs.slice(0, longest - 1).join('')}…`
}

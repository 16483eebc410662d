import type { Sha256 } from './ops.ts'

/**
 * Receipts: the server's word that it held a candidate's log up to some change. A candidate keeps one as a short code or as
 * a file; both say nothing of who they are.
 */

/** The facts a receipt speaks of. */
export interface ReceiptFacts {
  /** The attempt's public reference. */
  attempt_id: string
  lease_id: string
  /** How many changes the log had. */
  head_seq: number
  /** The last of them; the chain binds all before it. */
  head_hash: string
  /** Since when the server held it, ISO 8601 with milliseconds. */
  time: string
  server_epoch: number
}

/** A receipt as a candidate keeps it. */
export interface ReceiptFile extends ReceiptFacts {
  holdfast_receipt: 1
  /** base64url: an Ed25519 signature once the test had ended, before that a MAC which the server alone can check. */
  receipt: string
}

/** The text that is signed. */
export const receiptText = (r: ReceiptFacts): string =>
  [r.attempt_id, r.lease_id, r.head_seq, r.head_hash, Date.parse(r.time), r.server_epoch].join('|')

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The highest `count` × 5 bits of a number of `bits` bits, in base32. */
function inBase32(value: number, bits: number, count: number): string {
  let code = ''
  for (let n = 1; n <= count; n++) code += base32[Math.floor(value / 2 ** (bits - 5 * n)) % 32]
  return code
}

/** The first four characters of a code: the first 20 bits of the attempt's reference, so that its log can be found. */
export function receiptTag(attemptRef: string): string {
  let bits = 0
  for (let n = 0; n < 4; n++) bits = bits * 64 + Math.max(0, base64url.indexOf(attemptRef.charAt(n)))
  return inBase32(bits, 24, 4)
}

/** The three characters that every reference with this tag begins with; null where the text is no code. */
export function refPrefixOf(code: string): string | null {
  if (!/^[A-Z2-7]{12}$/.test(code)) return null
  let bits = 0
  for (const letter of code.slice(0, 4)) bits = bits * 32 + base32.indexOf(letter)
  return [2 ** 14, 2 ** 8, 2 ** 2].map((unit) => base64url[Math.floor(bits / unit) % 64]).join('')
}

/** The twelve characters a candidate can write down: where the attempt is found, and 40 bits of the receipt's SHA-256. */
export const receiptCode = (sha256: Sha256, attemptRef: string, receipt: string): string =>
  receiptTag(attemptRef) + inBase32(Number.parseInt(sha256(receipt).slice(0, 10), 16), 40, 8)

/** A code as people type it: blanks, hyphens and small letters are no difference. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

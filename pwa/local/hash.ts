import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Sha256 } from '#contract/ops.ts'

/** Synchronous on purpose: awaiting crypto.subtle inside a Dexie transaction ends the transaction. */
export const sha256: Sha256 = (text) => bytesToHex(digest(utf8ToBytes(text)))

export async function sha256OfBlob(blob: Blob): Promise<string> {
  return bytesToHex(digest(new Uint8Array(await blob.arrayBuffer())))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The candidate's receipt code: the first 12 base32 characters of the receipt's SHA-256. */
export function receiptCode(receipt: string): string {
  const bytes = digest(utf8ToBytes(receipt))
  let bits = 0
  let value = 0
  let code = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5 && code.length < 12) {
      code += alphabet[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= 255
  }
  return code
}

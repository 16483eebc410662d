import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Sha256 } from '#contract/ops.ts'

/** Synchronous on purpose: awaiting crypto.subtle inside a Dexie transaction ends the transaction. */
export const sha256OfText: Sha256 = (text) => bytesToHex(digest(utf8ToBytes(text)))

export async function sha256OfBlob(blob: Blob): Promise<string> {
  return bytesToHex(digest(new Uint8Array(await blob.arrayBuffer())))
}

import type { Op } from './ops.ts'

/**
 * The rescue file: what a device that finds no network any more holds of a test, encrypted to the server. Its candidate
 * sends it by whatever way there is, and an admin reads it in at the candidate's row.
 */

/** Bound into the encryption's key: a file of another version opens nothing. */
export const RESCUE_INFO = 'holdfast rescue file 1'
export const RESCUE_MAX_BYTES = 64_000_000

/** The file: ECDH on P-256 with a key of its own, HKDF-SHA-256 over RESCUE_INFO, AES-256-GCM. All base64. */
export interface RescueFile {
  holdfast_rescue: 1
  /** The file's own public key, uncompressed. */
  key: string
  iv: string
  /** RescueContent as JSON, then the cipher's tag. */
  data: string
}

export interface RescueContent {
  attempt_id: string
  /** On the device's clock, in milliseconds since 1970. */
  made_at: number
  /** Everything the device wrote, acknowledged or not, and what stood aside. */
  ops: Op[]
  receipts: string[]
}

/** The outcome of reading one in. */
export interface RescueResult {
  /** Changes in the file. */
  read: number
  /** The server had them. */
  known: number
  applied: number
  /** Applied past the end, or claimed to be older than they came: by the drive's policy they wait for a decision. */
  late: number
  /** Against the rules, as they would have been over the network. */
  rejected: number
  /** Set aside: another device had gone on. */
  aside: number
}

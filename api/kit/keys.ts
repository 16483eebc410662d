import {
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type ReceiptFacts, receiptText } from '#contract/receipt.ts'
import { writeWhole } from './wholeFile.ts'

/** SHA-256 of bytes, or of a text as UTF-8, lower-case hex. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)

/** Anchors kept as known; a device mostly quotes the newest. */
const KNOWN_ANCHORS = 20_000

/** 32 bytes are 43 characters; fewer would be a file that was cut. */
const keyFile = z.object({
  secret: z.string().min(43),
  receipt_private: z.string(),
  /** Server milliseconds: since when everything is sealed. It stands here because whoever has the database alone could take it back there. */
  sealed_since: z.int().positive().optional(),
})
type KeyFile = z.infer<typeof keyFile>

/**
 * The installation's secrets and what is made with them. No token stands anywhere in clear: both of an attempt's
 * tokens and those of account links are derived, and found by their hash.
 */
export class Keys {
  readonly #secret: KeyObject
  readonly #receiptKey: KeyObject
  readonly #publicKey: KeyObject
  /** Anchors made or checked here, each as attempt and anchor: those need no second check. */
  readonly #anchors = new Map<string, number>()
  readonly #rescue = createECDH('prime256v1')
  /** The file they were read from; null: no file holds them. */
  readonly #path: string | null
  #sealedSince: number | null
  /** Made by this start: nothing that was sealed before can be checked any more. */
  readonly areNew: boolean
  /** PEM of the key that proves the receipts of ended tests. */
  readonly receiptPublicKey: string
  /** SHA-256 of that key in its DER form, lower-case hex: short enough to be compared by eye. */
  readonly receiptKeyFingerprint: string

  constructor(file: KeyFile, path: string | null = null, areNew = false) {
    this.#path = path
    this.areNew = areNew
    this.#sealedSince = file.sealed_since ?? null
    this.#secret = createSecretKey(file.secret, 'base64url')
    this.#receiptKey = createPrivateKey(file.receipt_private)
    // Derived, so that a key file of any age opens what was encrypted to it. One number in 2³² is none of the curve.
    this.#rescue.setPrivateKey(this.#mac('rescue'))
    this.#publicKey = createPublicKey(this.#receiptKey)
    this.receiptPublicKey = this.#publicKey.export({ type: 'spki', format: 'pem' }).toString()
    this.receiptKeyFingerprint = fingerprintOf(this.#publicKey)
  }

  #mac(label: string, ...parts: (string | number)[]): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`${label}|${parts.join('|')}`)
      .digest()
  }

  invitationToken(attemptRef: string, generation: number): string {
    return this.#mac('invitation', attemptRef, generation).toString('base64url')
  }

  attemptToken(attemptRef: string, generation: number): string {
    return this.#mac('attempt', attemptRef, generation).toString('base64url')
  }

  /** The token of a one-time account link, derived from the random reference its row holds. */
  accountToken(kind: string, ref: string): string {
    return this.#mac('account', kind, ref).toString('base64url')
  }

  /** A proof of the server's time for one attempt: `{ms in base 36}.{mac}`. */
  anchor(attemptRef: string, serverMs: number): string {
    const anchor = this.#anchorOf(attemptRef, serverMs)
    this.#remember(attemptRef, anchor, serverMs)
    return anchor
  }

  #anchorOf(attemptRef: string, serverMs: number): string {
    return `${serverMs.toString(36)}.${this.#mac('anchor', attemptRef, serverMs).toString('base64url').slice(0, 22)}`
  }

  #remember(attemptRef: string, anchor: string, serverMs: number): void {
    if (this.#anchors.size >= KNOWN_ANCHORS) this.#anchors.clear()
    this.#anchors.set(`${attemptRef}|${anchor}`, serverMs)
  }

  /** The server time an anchor proves, or null where it is none of ours for this attempt. */
  readAnchor(attemptRef: string, anchor: string): number | null {
    const known = this.#anchors.get(`${attemptRef}|${anchor}`)
    if (known !== undefined) return known
    const ms = Number.parseInt(anchor.split('.', 1)[0] ?? '', 36)
    if (!Number.isSafeInteger(ms) || ms < 0) return null
    const expected = Buffer.from(this.#anchorOf(attemptRef, ms))
    const given = Buffer.from(anchor)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    this.#remember(attemptRef, anchor, ms)
    return ms
  }

  /** The server's proof that it held this head of a running test. */
  receipt(facts: ReceiptFacts): string {
    return this.#mac('receipt', receiptText(facts)).toString('base64url')
  }

  /** The same of a test that has ended: Ed25519, so that anybody can check it against the published key. */
  endReceipt(facts: ReceiptFacts): string {
    return sign(null, Buffer.from(receiptText(facts)), this.#receiptKey).toString('base64url')
  }

  /**
   * Signs an archive's manifest with the key of the receipts, so that a reader has one key to compare. Neither passes for the
   * other: a receipt's text begins with a reference, and a manifest with a brace.
   */
  signManifest(manifest: Uint8Array): Buffer {
    return sign(null, manifest, this.#receiptKey)
  }

  /** Who can check a receipt of these facts: everybody, or this server alone; null where it is none of ours. */
  readReceipt(facts: ReceiptFacts, receipt: string): 'anybody' | 'server' | null {
    const given = Buffer.from(receipt, 'base64url')
    if (given.toString('base64url') !== receipt) return null
    const text = Buffer.from(receiptText(facts))
    if (given.length === 64) return verify(null, text, this.#publicKey, given) ? 'anybody' : null
    const own = Buffer.from(this.receipt(facts), 'base64url')
    return given.length === own.length && timingSafeEqual(given, own) ? 'server' : null
  }

  /**
   * Continues the seal over rows that the server wrote, each bound to all before it. A person who can write the
   * database but does not have the keys cannot make one that fits.
   * @param before the seal up to the row before; '' for none
   */
  seal(what: 'log' | 'audit', before: string, row: readonly (string | number | null)[]): string {
    return this.#mac(`${what} seal`, before, JSON.stringify(row)).toString('base64url')
  }

  /** The weight of a row beside a log, in the sum that its attempt's seal is over (see services/rowSeals.ts). */
  rowWeight(row: string): bigint {
    return BigInt(`0x${this.#mac('row weight', row).toString('hex')}`)
  }

  /** Since when nothing may be without its seal, in server milliseconds; null: not everything is sealed yet. */
  get sealedSince(): number | null {
    return this.#sealedSince
  }

  /** Notes for good, in the key file, that everything is sealed. @throws where the file cannot be written */
  async noteSealed(since: number): Promise<void> {
    if (this.#path !== null) {
      // Through a link, to the file that is meant.
      const path = await realpath(this.#path)
      const file = keyFile.parse(JSON.parse(await readFile(path, 'utf8')))
      const { mode } = await stat(path)
      await writeWhole(path, JSON.stringify({ ...file, sealed_since: since }), mode & 0o777)
    }
    this.#sealedSince = since
  }

  /**
   * The key and nonce that seal a drive's package of these contents (the SHA-256 of both): they seal nothing else, so
   * that both may be told to many.
   */
  packageKey(digest: string): { key: Buffer; nonce: Buffer } {
    return {
      key: this.#mac('package key', digest),
      nonce: this.#mac('package nonce', digest).subarray(0, 12),
    }
  }

  /** The public key that rescue files are encrypted to: P-256, uncompressed, base64. */
  get rescueKey(): string {
    return this.#rescue.getPublicKey('base64')
  }

  /** The key that opens rescue files, for the thread that does. */
  get rescuePrivateKey(): Uint8Array {
    return this.#rescue.getPrivateKey()
  }

  /** Signs an address for uploads or pictures. */
  signature(label: string, ...parts: (string | number)[]): string {
    return this.#mac(label, ...parts).toString('base64url')
  }

  checkSignature(given: string, label: string, ...parts: (string | number)[]): boolean {
    const a = Buffer.from(given)
    const b = Buffer.from(this.signature(label, ...parts))
    return a.length === b.length && timingSafeEqual(a, b)
  }
}

/** Whether another installation signed a receipt of these facts. @param key its public key, PEM */
export function isSignedElsewhere(key: string, facts: ReceiptFacts, receipt: string): boolean {
  try {
    return verify(null, Buffer.from(receiptText(facts)), key, Buffer.from(receipt, 'base64url'))
  } catch {
    // The key is none any more.
    return false
  }
}

/** SHA-256 of a public key in its DER form, lower-case hex: short enough to be compared by eye. */
export const fingerprintOf = (key: KeyObject): string => sha256(key.export({ type: 'spki', format: 'der' }))

/**
 * Reads the data directory's keys.
 * @param mayMake makes them where there are none; only for whoever has the directory to itself
 * @throws Error in words where they cannot be read: nothing is written then, as every link and receipt hangs on them
 */
export async function loadKeys(dataDirectory: string, mayMake: boolean): Promise<Keys> {
  const path = join(dataDirectory, 'keys.json')
  const areNew = !existsSync(path) && mayMake
  if (areNew) await writeWhole(path, JSON.stringify(newKeyFile()))
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(path, `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`)
  }
  try {
    return new Keys(keyFile.parse(JSON.parse(text)), path, areNew)
  } catch {
    // Not the fault's own words: they could quote the secret.
    throw unreadable(path, text.trim() === '' ? 'it is empty' : 'it does not hold whole keys')
  }
}

const unreadable = (path: string, why: string): Error =>
  new Error(
    `The keys in ${path} cannot be used: ${why}. Links and receipts are made with them, so they are not replaced: put back the file from your backup. You may remove it only if nobody has been invited yet.`,
  )

/** Fresh keys that no file holds, for a database in memory. */
export function newKeyFile(): KeyFile {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    secret: randomBytes(32).toString('base64url'),
    receipt_private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

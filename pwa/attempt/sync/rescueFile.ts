import { RESCUE_INFO, RESCUE_MAX_BYTES, type RescueContent, type RescueFile } from '#contract/rescue.ts'
import { bytesOfBase64 } from '../../http/base64.ts'
import { findAttempt } from '../db/attempts.ts'
import { listOpsAfter } from '../db/ops.ts'
import { listAside } from '../db/quarantine.ts'
import type { LocalDatabase, OpRecord } from '../db/schema.ts'
import { wireForm } from './batch.ts'

/** Chunks of what String.fromCharCode takes at once. */
const CHUNK = 32_768
/** The bytes around the sealed text. */
const ENVELOPE_BYTES = 1_000

/**
 * Everything this device holds of a test's log, encrypted to the server: for whoever finds no network any more. Nobody
 * on the way can read or change it. If the file would be larger than the server takes, what the server has acknowledged
 * is left out.
 * @returns null where the rest alone is larger than that: nobody could read it in
 * @throws Error in words, where the page has no encryption (no https)
 */
export async function makeRescueFile(
  db: LocalDatabase,
  attemptId: string,
  mostBytes = RESCUE_MAX_BYTES,
): Promise<Blob | null> {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) throw new Error('This device holds nothing of this test any more.')
  if (!globalThis.crypto?.subtle)
    throw new Error('This page was not opened over https, so the file cannot be encrypted here.')
  const log = await listOpsAfter(db, attemptId, -1)
  const aside = await listAside(db, attemptId)
  const bytesOf = (ops: readonly OpRecord[]): Uint8Array<ArrayBuffer> => {
    const content: RescueContent = {
      attempt_id: attemptId,
      made_at: Date.now(),
      ops: ops.map(wireForm),
      receipts: [attempt.start_receipt, attempt.receipt],
    }
    return new TextEncoder().encode(JSON.stringify(content))
  }
  const fits = (bytes: Uint8Array): boolean => (bytes.length / 3) * 4 + ENVELOPE_BYTES <= mostBytes
  const all = [...aside, ...log]
  let bytes = bytesOf(all)
  if (!fits(bytes)) bytes = bytesOf(all.filter(({ acked_at }) => acked_at === null))
  if (!fits(bytes)) return null
  const file = await seal(attempt.view.rescue_key, bytes)
  return new Blob([JSON.stringify(file)], { type: 'application/json' })
}

async function seal(serverKey: string, text: Uint8Array<ArrayBuffer>): Promise<RescueFile> {
  const { subtle } = crypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const theirs = await subtle.importKey('raw', bytesOfBase64(serverKey), curve, false, [])
  const own = await subtle.generateKey(curve, true, ['deriveBits'])
  const shared = await subtle.deriveBits({ name: 'ECDH', public: theirs }, own.privateKey, 256)
  const secret = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const key = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(RESCUE_INFO) },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
  return {
    holdfast_rescue: 1,
    key: base64Of(new Uint8Array(await subtle.exportKey('raw', own.publicKey))),
    iv: base64Of(iv),
    data: base64Of(new Uint8Array(data)),
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(text)
}

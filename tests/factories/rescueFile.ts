import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Op } from '#contract/ops.ts'
import { RESCUE_INFO, type RescueContent, type RescueFile } from '#contract/rescue.ts'

/** A rescue file as a device makes it, for the server with this public key. */
export function rescueFileOf(
  serverKey: string,
  attempt_id: string,
  ops: readonly Op[],
): { name: string; content: string } {
  const content: RescueContent = { attempt_id, made_at: 0, ops: [...ops], receipts: [] }
  const own = createECDH('prime256v1')
  const key = own.generateKeys('base64')
  const shared = own.computeSecret(Buffer.from(serverKey, 'base64'))
  const secret = Buffer.from(hkdfSync('sha256', shared, new Uint8Array(), RESCUE_INFO, 32))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
  const file: RescueFile = {
    holdfast_rescue: 1,
    key,
    iv: iv.toString('base64'),
    data: sealed.toString('base64'),
  }
  return { name: 'rescue.json', content: JSON.stringify(file) }
}

import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { LOG_MOST_OPS, QUARANTINE_MAX_OPS } from '#contract/constants.ts'
import { RESCUE_INFO, type RescueContent } from '#contract/rescue.ts'
import { opSchema } from '#contract/syncSchemas.ts'
import { invalidAt } from '../kit/errors.ts'

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)
const envelope = z.object({ holdfast_rescue: z.literal(1), key: base64, iv: base64, data: base64 })
/** The most ops that log and quarantine of one test hold together. */
export const RESCUE_MAX_OPS = LOG_MOST_OPS + QUARANTINE_MAX_OPS
const content: z.ZodType<RescueContent> = z.object({
  attempt_id: z.string(),
  made_at: z.number(),
  ops: z.array(opSchema),
  receipts: z.array(z.string()),
})

const TAG_BYTES = 16

/**
 * Opens a rescue file: in a thread, because one of the largest takes as long as hundreds of requests.
 * @throws DomainError invalid: no rescue file, made for another server, or changed on its way
 */
export function openRescueFile(privateKey: Uint8Array, bytes: Uint8Array): RescueContent {
  const file = envelope.safeParse(jsonOf(Buffer.from(bytes).toString()))
  if (!file.success) throw refused('This is not a rescue file of a test.')
  const plain = jsonOf(decrypt(privateKey, file.data))
  // Before any of them is looked at.
  const { ops } = (plain ?? {}) as { ops?: unknown }
  if (Array.isArray(ops) && ops.length > RESCUE_MAX_OPS)
    throw refused('The rescue file contains more changes than any test has.')
  const parsed = content.safeParse(plain)
  if (!parsed.success) throw refused('The rescue file does not contain what it should.')
  return parsed.data
}

function decrypt(privateKey: Uint8Array, { key, iv, data }: z.infer<typeof envelope>): string {
  try {
    const own = createECDH('prime256v1')
    own.setPrivateKey(privateKey)
    const shared = own.computeSecret(Buffer.from(key, 'base64'))
    const secret = Buffer.from(hkdfSync('sha256', shared, new Uint8Array(), RESCUE_INFO, 32))
    const sealed = Buffer.from(data, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(iv, 'base64'))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    return decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)).toString() + decipher.final('utf8')
  } catch {
    throw refused('The rescue file cannot be opened: it was made for another server, or changed on the way.')
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const refused = (words: string) => invalidAt('file', words)

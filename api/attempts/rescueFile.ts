import { createDecipheriv, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { RESCUE_INFO, type RescueContent } from '#contract/rescue.ts'
import { opSchema } from '#contract/syncSchemas.ts'
import { invalidAt } from '../errors.ts'
import type { Keys } from '../keys.ts'

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)
const envelope = z.object({ holdfast_rescue: z.literal(1), key: base64, iv: base64, data: base64 })
const content: z.ZodType<RescueContent> = z.object({
  attempt_id: z.string(),
  made_at: z.number(),
  ops: z.array(opSchema),
  receipts: z.array(z.string()),
})

const TAG_BYTES = 16

/**
 * Opens a rescue file.
 * @throws Refusal invalid: no rescue file, made for another server, or changed on its way
 */
export function openRescueFile(keys: Keys, bytes: Uint8Array): RescueContent {
  const file = envelope.safeParse(jsonOf(Buffer.from(bytes).toString()))
  if (!file.success) throw refused('This is no rescue file of a test.')
  const parsed = content.safeParse(jsonOf(decrypt(keys, file.data)))
  if (!parsed.success) throw refused('The rescue file does not hold what it should.')
  return parsed.data
}

function decrypt(keys: Keys, { key, iv, data }: z.infer<typeof envelope>): string {
  try {
    const shared = keys.rescueSecret(Buffer.from(key, 'base64'))
    const secret = Buffer.from(hkdfSync('sha256', shared, new Uint8Array(), RESCUE_INFO, 32))
    const sealed = Buffer.from(data, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(iv, 'base64'))
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    return decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)).toString() + decipher.final('utf8')
  } catch {
    throw refused('The rescue file cannot be opened: it was made for another server, or changed on its way.')
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

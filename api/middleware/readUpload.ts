import type { Context as HonoContext } from 'hono'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Refusal } from '../errors.ts'
import { readLimited } from './readLimited.ts'

/** A file that came with a call. Its name is what the browser says and nothing is stored under it. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What multipart adds around a file: boundaries, headers, small fields. */
const AROUND_BYTES = 16_384

/**
 * Reads a multipart body with one file under `file` and text fields beside it; bytes are counted as they come.
 * @throws Refusal unsupported_media_type, too_large, malformed, invalid (no file)
 */
export async function readUpload(
  c: HonoContext,
  limit: number,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data;/i.test(type))
    throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.')
  const tooLarge = `The file is larger than ${Math.floor(limit / 1_000_000)} MB.`
  const bytes = await readLimited(c, limit + AROUND_BYTES, tooLarge)
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw new Refusal('malformed', 'The upload is broken. Send the file again.')
  })
  const fields: Record<string, string> = {}
  let file: File | null = null
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') fields[name] = value
    else if (name === 'file') file = value
  }
  if (!file)
    throw new Refusal('invalid', consoleTexts.chooseFile, { errors: { file: [consoleTexts.chooseFile] } })
  if (file.size > limit) throw new Refusal('too_large', tooLarge)
  return { fields, file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } }
}

import { consoleTexts } from '#contract/consoleTexts.ts'
import { IMAGE_MAX_BYTES } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import { REFUSED_AS_TOO_LARGE } from '#pwa/http/call.ts'
import { request } from '../http/request.ts'

/** The purpose of a picture: the server counts and names pictures apart by it. */
export type ImageAsk = 'problem' | 'question' | 'option'

/** Pictures uploaded by this page, by their address: that alone shows nothing, as pictures are read by signed addresses. */
const uploaded = new Map<string, string>()

const formats = ['image/png', 'image/jpeg']

/** The error of a file as a picture; undefined if there is none. */
export function imageError(file: File): string | undefined {
  const isNamed = /\.(jpe?g|png)$/i.test(file.name)
  if (!isNamed || (file.type !== '' && !formats.includes(file.type))) return consoleTexts.imageFormats
  if (file.size > IMAGE_MAX_BYTES) return `A picture can be at most ${IMAGE_MAX_BYTES / 1_000_000} MB`
  return undefined
}

/**
 * Puts a picture where it will lie.
 * @returns its address without the query, as forms name it
 * @throws Error in words where it did not arrive
 */
export async function uploadImage(whatFor: ImageAsk, file: File): Promise<string> {
  try {
    const { data } =
      whatFor === 'problem'
        ? await request('getProblemImageUrl')
        : await request('postQuestionImageUrl', { body: { image_for: whatFor } })
    const response = await fetch(data.url, {
      method: 'PUT',
      body: file,
      headers: { 'content-type': file.type || 'image/jpeg' },
      credentials: 'omit',
      signal: AbortSignal.timeout(60_000),
    })
    if (!response.ok) throw new Error(await reasonOf(response))
    const address = data.url.split('?', 1)[0] ?? data.url
    uploaded.set(address, URL.createObjectURL(file))
    return address
  } catch (error) {
    const why = error instanceof Error && error.message ? `: ${error.message}` : ''
    throw new Error(`${texts.imageUploadFailed}${why}`)
  }
}

async function reasonOf(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => null)
  const message = typeof said === 'object' && said !== null && 'message' in said ? said.message : null
  if (typeof message === 'string') return message
  return response.status === 413 ? REFUSED_AS_TOO_LARGE : ''
}

/** The address that shows a picture: signed by the server, or put there by this page; null if none does just now. */
export function shownAt(address: string | null): string | null {
  if (!address) return null
  return uploaded.get(address) ?? (address.includes('?') ? address : null)
}

import sharp from 'sharp'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { IMAGE_MAX_PIXELS } from '#contract/constants.ts'
import { DomainError } from '../kit/errors.ts'
import { Semaphore } from '../kit/semaphore.ts'
import { type PictureFormat, PNG_SIGN, pictureFormat } from './pictureFormat.ts'

/** Pictures of staff, made anew from their pixels: what else a file carried (places, scripts, other files) is gone. */

const broken = () => new DomainError('invalid', 'The picture is damaged or incomplete. Choose another file.')
const hasMore = () =>
  new DomainError(
    'invalid',
    'The file holds more than one picture. Save the picture again with an image program and choose that file.',
  )
const tooMany = () =>
  new DomainError('invalid', `A picture can have at most ${IMAGE_MAX_PIXELS / 1_000_000} million pixels.`)

/**
 * Walks a png's parts to its end.
 * @returns the first byte behind it; null where it is not complete
 * @throws DomainError invalid where it moves
 */
function endOfPng(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = PNG_SIGN.length
  while (at + 12 <= bytes.length) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'acTL') throw hasMore()
    at += 12 + view.getUint32(at)
    if (name === 'IEND') return at <= bytes.length ? at : null
  }
  return null
}

/** Markers within a scan that end nothing: a stuffed zero and restarts. */
const goesOn = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7)

/** Walks a jpeg's segments and scans to its end, as `endOfPng`. */
function endOfJpeg(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 2
  while (at + 4 <= bytes.length || bytes[at + 1] === 0xd9) {
    if (bytes[at] !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xd9) return at + 2
    if (marker === 0xff) {
      at += 1
      continue
    }
    at += 2 + view.getUint16(at + 2)
    if (marker !== 0xda) continue
    // The pixels: up to the next marker that ends the scan.
    while (at + 1 < bytes.length && !(bytes[at] === 0xff && !goesOn(view.getUint8(at + 1)))) at += 1
  }
  return null
}

/** Two at a time, one thread each: a picture of 25 million pixels takes 100 MB while it is decoded. */
sharp.cache(false)
sharp.concurrency(1)
const places = new Semaphore(2)

/**
 * Decodes a png or jpeg whole and writes it anew in its own format: upright, without what it carried beside its pixels.
 * @throws DomainError unsupported_media_type for any other file; invalid for one that is broken, too large, moving, or
 * followed by something else
 */
export async function reencode(bytes: Uint8Array): Promise<{ format: PictureFormat; bytes: Uint8Array }> {
  const format = pictureFormat(bytes)
  if (format === null) throw new DomainError('unsupported_media_type', consoleTexts.imageFormats)
  const end = format === 'png' ? endOfPng(bytes) : endOfJpeg(bytes)
  if (end === null) throw broken()
  if (bytes.subarray(end).some((byte) => byte !== 0)) throw hasMore()
  const release = await places.acquire()
  try {
    return { format, bytes: await decoded(bytes, format) }
  } finally {
    release()
  }
}

async function decoded(bytes: Uint8Array, format: PictureFormat): Promise<Uint8Array> {
  try {
    const head = await sharp(bytes, { limitInputPixels: false }).metadata()
    if ((head.width ?? 0) * (head.height ?? 0) > IMAGE_MAX_PIXELS) throw tooMany()
    if (head.format !== format) throw broken()
    const picture = sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'warning' })
      .autoOrient()
      .toColourspace('srgb')
    return await (format === 'png' ? picture.png() : picture.jpeg({ quality: 90 })).toBuffer()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw broken()
  }
}

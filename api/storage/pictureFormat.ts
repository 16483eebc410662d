/** The two forms of pictures there are here, told by their first bytes: names and declared types say nothing. */
export type PictureFormat = 'png' | 'jpeg'

export const PNG_SIGN = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
const JPEG_SIGN = [0xff, 0xd8, 0xff] as const
const begins = (bytes: Uint8Array, sign: readonly number[]): boolean =>
  sign.every((byte, i) => bytes[i] === byte)

/** null for anything that is neither. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | null =>
  begins(bytes, PNG_SIGN) ? 'png' : begins(bytes, JPEG_SIGN) ? 'jpeg' : null

/** The text of a file of any usual encoding, without its byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  if (encoding === 'windows-1252') return decodeWestern(bytes)
  return new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '')
}

/** What Windows-1252 has from 0x80 to 0x9f; everything else is the sign of the same number. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Node's own decoder takes this encoding for Latin-1 in some releases and loses the quotation marks. */
export const decodeWestern = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WESTERN[sign.charCodeAt(0) - 0x80] ?? sign)

/** A file without a mark is looked at this far. */
const LOOKED_AT = 4_000

/**
 * By the byte order mark where there is one. Without it: UTF-16 where every other byte is mostly zero, UTF-8 where all of
 * it is well formed, else what Windows programs of the west write.
 */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, LOOKED_AT)
  const zeros = [0, 0]
  for (const [i, byte] of head.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const many = head.length / 5
  if ((zeros[1] ?? 0) > many && zeros[0] === 0) return 'utf-16le'
  if ((zeros[0] ?? 0) > many && zeros[1] === 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

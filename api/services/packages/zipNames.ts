import { crc32 } from 'node:zlib'

/** Names of files in a zip, in whichever encoding the program that packed it wrote them. */

const UTF_8 = 1 << 11
/** 'Info-ZIP Unicode Path': the name in UTF-8 beside one that is not (APPNOTE, 4.6.9). */
const UNICODE_PATH = 0x7075

/** The upper half of code page 437, in which zips name files that say nothing else. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Many programs write UTF-8 without saying so. */
function decoded(bytes: Buffer, isUtf8: boolean): string {
  try {
    return utf8.decode(bytes)
  } catch {
    if (isUtf8) return bytes.toString('utf8')
    return bytes.toString('latin1').replace(/[\x80-\xff]/g, (sign) => DOS[sign.charCodeAt(0) - 0x80] ?? sign)
  }
}

/** The fields behind an entry's name, by their numbers. */
export function extraFields(extra: Buffer): ReadonlyMap<number, Buffer> {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

export function zipName(bytes: Buffer, flags: number, extra: ReadonlyMap<number, Buffer>): string {
  const field = extra.get(UNICODE_PATH)
  // A name that was changed since has another sum.
  if (field && field.length > 5 && field[0] === 1 && field.readUInt32LE(1) === crc32(bytes))
    return decoded(field.subarray(5), true)
  return decoded(bytes, (flags & UTF_8) !== 0)
}

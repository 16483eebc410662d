import { utf16Of } from '#contract/utf16.ts'
import { FileError } from './fileError.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How an encoding that was guessed is told. */
export const encodingLabels: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/**
 * The text of a file of any usual encoding, without its byte order mark.
 * @throws FileError where bytes are none of the encoding: nothing is replaced without a word
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding; isGuessed: boolean } {
  const { encoding, isGuessed } = encodingOf(bytes)
  return { text: textIn(encoding, bytes), encoding, isGuessed }
}

function textIn(encoding: Encoding, bytes: Uint8Array): string {
  if (encoding === 'windows-1252') return decodeWestern(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    if (encoding === 'utf-8') throw brokenUtf8(bytes)
    throw new FileError(
      'The file is UTF-16 and damaged: it contains an incomplete character. Save it again as UTF-8.',
    )
  }
}

/** The signs of Windows-1252 from 0x80 to 0x9f; everything else is the sign of the same number. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Node's own decoder takes this encoding for Latin-1 in some releases and loses the quotation marks. */
export const decodeWestern = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WESTERN[sign.charCodeAt(0) - 0x80] ?? sign)

/** UTF-16, UTF-8 where all of it is well formed or most of what is no ASCII is, else what Windows programs of the west write. */
export function encodingOf(bytes: Uint8Array): { encoding: Encoding; isGuessed: boolean } {
  const wide = utf16Of(bytes)
  if (wide) return wide
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', isGuessed: false }
  const { good, bad } = sequencesIn(bytes)
  if (bad.length === 0 || good > bad.length) return { encoding: 'utf-8', isGuessed: false }
  return { encoding: 'windows-1252', isGuessed: true }
}

/** How many bytes follow one that begins a sign in UTF-8; null: it begins none. */
function following(byte: number): number | null {
  if (byte >= 0xc2 && byte <= 0xdf) return 1
  if (byte >= 0xe0 && byte <= 0xef) return 2
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : null
}

/** Signs of several bytes that are well formed UTF-8, and the places of bytes that are not. */
function sequencesIn(bytes: Uint8Array): { good: number; bad: number[] } {
  const checked = new TextDecoder('utf-8', { fatal: true })
  let good = 0
  const bad: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      at += 1
      continue
    }
    const more = following(byte)
    try {
      if (more === null || at + more >= bytes.length) throw new TypeError('cut off')
      checked.decode(bytes.subarray(at, at + more + 1))
      good += 1
      at += more + 1
    } catch {
      bad.push(at)
      at += 1
    }
  }
  return { good, bad }
}

/** Names the first byte that is none of UTF-8 by its line and its place in it. */
function brokenUtf8(bytes: Uint8Array): FileError {
  const at = sequencesIn(bytes).bad[0] ?? 0
  const before = new TextDecoder().decode(bytes.subarray(0, at)).replace(/^\uFEFF/, '')
  const lines = before.split(/\r\n|\n|\r/)
  const column = [...(lines.at(-1) ?? '')].length + 1
  return new FileError(
    `The file is UTF-8, but the character in line ${lines.length.toLocaleString('en')}, column ${column} is damaged. Fix it, or save the file again as UTF-8.`,
  )
}

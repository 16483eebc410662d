/** A file without a mark is looked at this far: its first addresses or headings are Latin letters. */
const LOOKED_AT = 24

/**
 * The text of a CSV file as spreadsheets save it, without its byte order mark: UTF-16, UTF-8, or what Windows programs of
 * the west write. Addresses read alike in the last two, so what is none of them costs no more than the look of a name.
 */
export function textOfFile(bytes: Uint8Array): string {
  for (const encoding of [utf16Of(bytes), 'utf-8']) {
    try {
      if (encoding !== null) return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // It is another one.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** By its mark, else where every other byte of the beginning is zero. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = [...bytes.subarray(0, LOOKED_AT)]
  const zeros = (odd: number) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(1) > head.length / 3 && zeros(0) === 0) return 'utf-16le'
  if (zeros(0) > head.length / 3 && zeros(1) === 0) return 'utf-16be'
  return null
}

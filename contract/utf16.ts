/** A file without a mark is looked at this far: its header, whose names are Latin whatever stands below. */
const LOOKED_AT = 24

/** Whether a text file is UTF-16: by its byte order mark, else where every other byte of its beginning is zero. */
export function utf16Of(bytes: Uint8Array): { encoding: 'utf-16le' | 'utf-16be'; isGuessed: boolean } | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isGuessed: false }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isGuessed: false }
  const head = [...bytes.subarray(0, LOOKED_AT)]
  const zeros = (odd: number) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length
  const many = head.length / 3
  if (zeros(1) > many && zeros(0) === 0) return { encoding: 'utf-16le', isGuessed: true }
  if (zeros(0) > many && zeros(1) === 0) return { encoding: 'utf-16be', isGuessed: true }
  return null
}

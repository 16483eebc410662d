/** Numbers as WebAssembly writes them: seven bits a byte, the lowest first. */

export function readLeb(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at]
    if (byte === undefined || shift > 28) throw new Error('not a WebAssembly module: bad number')
    value |= (byte & 0x7f) << shift
    if ((byte & 0x80) === 0) return { value: value >>> 0, next: at + 1 }
  }
}

export function leb(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}

/** A number that is not negative, where a signed one is expected: the highest bit of the last byte is the sign. */
export function signedLeb(value: number): number[] {
  const bytes = leb(value)
  const last = bytes.at(-1) ?? 0
  return last < 0x40 ? bytes : [...bytes.slice(0, -1), last | 0x80, 0]
}

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

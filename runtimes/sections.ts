import { leb, readLeb } from './leb.ts'

/** The parts of a WebAssembly module, as far as the engines change them. */

export interface WasmSection {
  id: number
  body: Uint8Array
}

const HEADER_BYTES = 8

/** Each section of a module, in its order. */
export function* sectionsOf(bytes: Uint8Array): Generator<WasmSection> {
  for (let at = HEADER_BYTES; at < bytes.length; ) {
    const id = bytes[at] ?? 0
    const size = readLeb(bytes, at + 1)
    at = size.next + size.value
    yield { id, body: bytes.subarray(size.next, at) }
  }
}

/** A section as a module holds it: its id and its length first. */
export function section(id: number, body: Uint8Array): Uint8Array[] {
  return [new Uint8Array([id, ...leb(body.length)]), body]
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}

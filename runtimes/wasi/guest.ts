import type { WasmMemory } from '../webassembly.ts'

const decoder = new TextDecoder()

/** Reads and writes the instance's memory; it makes new views after the memory has grown. */
export class Guest {
  private readonly memory: WasmMemory
  private cachedView: DataView
  private cachedBytes: Uint8Array

  constructor(memory: WasmMemory) {
    this.memory = memory
    this.cachedView = new DataView(memory.buffer)
    this.cachedBytes = new Uint8Array(memory.buffer)
  }

  view(): DataView {
    if (this.cachedView.buffer !== this.memory.buffer) this.cachedView = new DataView(this.memory.buffer)
    return this.cachedView
  }

  bytes(offset: number, length: number): Uint8Array {
    if (this.cachedBytes.buffer !== this.memory.buffer) this.cachedBytes = new Uint8Array(this.memory.buffer)
    return this.cachedBytes.subarray(offset >>> 0, (offset >>> 0) + (length >>> 0))
  }

  text(offset: number, length: number): string {
    return decoder.decode(this.bytes(offset, length))
  }

  setU32(offset: number, value: number): void {
    this.view().setUint32(offset >>> 0, value, true)
  }

  setU64(offset: number, value: bigint): void {
    this.view().setBigUint64(offset >>> 0, value, true)
  }

  /** The buffers of a scatter/gather list. */
  vectors(offset: number, count: number): Uint8Array[] {
    const view = this.view()
    return Array.from({ length: count }, (_, index) => {
      const at = (offset >>> 0) + index * 8
      return this.bytes(view.getUint32(at, true), view.getUint32(at + 4, true))
    })
  }
}

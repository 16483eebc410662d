/**
 * The part of the WebAssembly API that the engines use. The compiler's ES library does not describe it, and the
 * DOM library does not belong in code that also runs in Node, so its few types stand here.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

export type WasmModule = object

export interface WasmInstance {
  readonly exports: Record<string, unknown>
}

export type WasmImports = Record<string, Record<string, unknown>>

interface WasmApi {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule>
  instantiate(module: WasmModule, imports: WasmImports): Promise<WasmInstance>
  Module: { imports(module: WasmModule): { name: string }[] }
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory
}

// The global exists in every browser and in Node; only its type is unknown here.
const api = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly

export const PAGE_BYTES = 65536

/** Compiles a module's bytes. Rejects when they are not a valid module. */
export function compileWasm(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule> {
  return api.compile(bytes)
}

/** The names of all that a module asks of its host. */
export function importsOf(module: WasmModule): string[] {
  return api.Module.imports(module).map(({ name }) => name)
}

/** A fresh instance of a compiled module. */
export function instantiateWasm(module: WasmModule, imports: WasmImports): Promise<WasmInstance> {
  return api.instantiate(module, imports)
}

/**
 * A memory that can never grow past `maximumBytes` (rounded down to pages, but at least `initialPages`).
 * `denied()` tells whether the engine has asked for more than that.
 */
export function boundedMemory(initialPages: number, maximumBytes: number): BoundedMemory {
  const maximum = Math.min(65536, Math.max(initialPages, Math.floor(maximumBytes / PAGE_BYTES)))
  const memory = new api.Memory({ initial: initialPages, maximum })
  const grow = memory.grow.bind(memory)
  let denied = false
  memory.grow = (pages) => {
    try {
      return grow(pages)
    } catch (error) {
      denied = true
      throw error
    }
  }
  return { memory, denied: () => denied }
}

export interface BoundedMemory {
  memory: WasmMemory
  denied(): boolean
}

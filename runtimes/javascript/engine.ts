import ModuleLoader from '@jitl/quickjs-wasmfile-release-sync/emscripten-module'
import { QuickJSFFI } from '@jitl/quickjs-wasmfile-release-sync/ffi'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import type { WasmMemory, WasmModule } from '../webassembly.ts'

/** Pages that the QuickJS build asks for at its start: 16 MiB. */
export const QUICKJS_INITIAL_PAGES = 256

// Written out instead of the package's own variant, whose dynamic imports a one-file bundle cannot carry.
const variant = {
  type: 'sync' as const,
  importFFI: async () => QuickJSFFI,
  importModuleLoader: async () => ModuleLoader,
}

// It is a WebAssembly.Memory; our type for it only leaves out what we do not use.
type MemoryOption = NonNullable<Parameters<typeof newVariant>[1]['wasmMemory']>

/** A fresh QuickJS with nothing shared but the compiled code. */
export function newEngine(module: WasmModule, memory: WasmMemory): Promise<QuickJSWASMModule> {
  return newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmModule: module,
      wasmMemory: memory as MemoryOption,
      emscriptenModule: {
        // The engine's own complaints (an abort, say) must not reach the host's console.
        print: () => {},
        printErr: () => {},
        // Else the path of this installation lies in the engine's memory, and moves all that comes behind it.
        thisProgram: './this.program',
      } as object,
    }),
  )
}

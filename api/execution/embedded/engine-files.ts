import { createRequire } from 'node:module'
import { ENGINES, LANGUAGES } from '#runtimes/languages.ts'
import type { EngineFiles } from './protocol.ts'

/** Finds the WebAssembly files of the engines in the installed packages. Throws when one is missing. */
export function findEngineFiles(): EngineFiles {
  const { resolve } = createRequire(import.meta.url)
  return LANGUAGES.flatMap(({ id }) => ENGINES[id].files.map((file) => resolve(file)))
}

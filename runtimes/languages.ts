/** The languages of the embedded engine: fixed facts, one row a language. */
export interface EngineLanguage {
  id: 'javascript' | 'python'
  name: string
  /** Version of the engine, as a candidate may look it up. */
  version: string
  engine: string
  /** Name of the source file in error messages. */
  fileName: string
  aliases: readonly string[]
}

export const ENGINE_LANGUAGES: readonly EngineLanguage[] = [
  {
    id: 'javascript',
    name: 'JavaScript',
    version: '2025.9.13',
    engine: 'quickjs-wasm-0.32.0',
    fileName: 'main.js',
    aliases: ['js', 'quickjs'],
  },
  {
    id: 'python',
    name: 'Python',
    version: '3.12.0',
    engine: 'cpython-wasi-3.12.0',
    fileName: 'main.py',
    aliases: ['py', 'python3'],
  },
]

/** The row of a language id, or undefined for a language this engine does not have. */
export function engineLanguage(id: string): EngineLanguage | undefined {
  return ENGINE_LANGUAGES.find((language) => language.id === id)
}

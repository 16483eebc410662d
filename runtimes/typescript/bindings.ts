import type { WasmImports, WasmMemory } from '../webassembly.ts'

/**
 * The host's side of the interface that wasm-bindgen gives a Rust program: values of JavaScript are known there by the number of
 * their place in a table. Only the calls by which options go in and results come out are made; any other one traps.
 */

/** The functions that the program offers its host. */
export interface BoundExports {
  __wbindgen_export_0(error: number): void
  /** malloc and realloc. */
  __wbindgen_export_2(bytes: number, align: number): number
  __wbindgen_add_to_stack_pointer(bytes: number): number
  transformSync(result: number, source: number, options: number): void
}

/** Values that stand in every table; a program counts on their places. */
const RESERVED = 128
const CONSTANTS = [undefined, null, true, false]

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

type Call = (...given: number[]) => unknown
type Fields = Record<PropertyKey, unknown>

/** Values of one instance, by their numbers. */
class Values {
  readonly #all: unknown[] = [...new Array(RESERVED).fill(undefined), ...CONSTANTS]
  readonly #free: number[] = []

  get(at: number): unknown {
    return this.#all[at]
  }

  put(value: unknown): number {
    const at = this.#free.pop() ?? this.#all.length
    this.#all[at] = value
    return at
  }

  take(at: number): unknown {
    const value = this.#all[at]
    if (at < RESERVED + CONSTANTS.length) return value
    this.#all[at] = undefined
    this.#free.push(at)
    return value
  }
}

/**
 * @param memory the memory that the instance is made with
 * @param exports its functions, once it is there
 */
export function bindings(memory: WasmMemory, exports: () => BoundExports) {
  const values = new Values()
  const { get, put, take } = {
    get: (at = 0) => values.get(at),
    put: (value: unknown) => values.put(value),
    take: (at = 0) => values.take(at),
  }
  const view = () => new DataView(memory.buffer)
  const bytesAt = (at = 0, length = 0) => new Uint8Array(memory.buffer, at >>> 0, length)
  const textAt = (at?: number, length?: number) => decoder.decode(bytesAt(at, length))
  const fieldsOf = (at?: number) => get(at) as Fields

  /** Writes where and how long a text is; nothing where there is none. */
  function writeText(to: number, text: unknown): void {
    const bytes = encoder.encode(typeof text === 'string' ? text : '')
    const at = typeof text === 'string' ? exports().__wbindgen_export_2(bytes.length, 1) >>> 0 : 0
    bytesAt(at, bytes.length).set(bytes)
    view().setInt32(to + 4, bytes.length, true)
    view().setInt32(to, at, true)
  }

  /** By the names that wasm-bindgen gives them; a name of a method of JavaScript's has a hash behind it. */
  const calls: Readonly<Record<string, Call>> = {
    __wbindgen_is_undefined: (at) => get(at) === undefined,
    __wbindgen_is_string: (at) => typeof get(at) === 'string',
    __wbindgen_is_bigint: (at) => typeof get(at) === 'bigint',
    __wbindgen_is_function: (at) => typeof get(at) === 'function',
    __wbindgen_is_object: (at) => typeof get(at) === 'object' && get(at) !== null,
    __wbindgen_is_falsy: (at) => !get(at),
    __wbindgen_in: (name, at) => (get(name) as string) in fieldsOf(at),
    __wbindgen_jsval_eq: (a, b) => get(a) === get(b),
    // Asked of nothing but undefined and null, which are the same to it.
    __wbindgen_jsval_loose_eq: (a, b) => (get(a) ?? null) === (get(b) ?? null),
    __wbindgen_boolean_get: (at) => {
      const value = get(at)
      return typeof value === 'boolean' ? Number(value) : 2
    },
    __wbindgen_number_get: (to = 0, at) => {
      const value = get(at)
      view().setFloat64(to + 8, typeof value === 'number' ? value : 0, true)
      view().setInt32(to, Number(typeof value === 'number'), true)
    },
    __wbindgen_string_get: (to = 0, at) => writeText(to, get(at)),
    __wbindgen_debug_string: (to = 0, at) => writeText(to, String(get(at))),
    __wbindgen_number_new: (value) => put(value),
    __wbindgen_string_new: (at, length) => put(textAt(at, length)),
    __wbindgen_error_new: (at, length) => put(new Error(textAt(at, length))),
    __wbindgen_object_clone_ref: (at) => put(get(at)),
    __wbindgen_object_drop_ref: (at) => void take(at),
    __wbindgen_throw: (at, length) => {
      throw new Error(textAt(at, length))
    },
    __wbg_new_405e22f390576ce2: () => put({}),
    __wbg_new_78feb108b6472713: () => put([]),
    __wbg_getwithrefkey_1dc361bd10053bfe: (at, name) => put(fieldsOf(at)[get(name) as string]),
    __wbg_get_67b2ba62fc30de12: (at, name) => put(fieldsOf(at)[get(name) as string]),
    __wbg_entries_3265d4158b33e5dc: (at) => put(Object.entries(fieldsOf(at))),
    __wbg_get_b9b93047fe3cf45b: (at, index = 0) => put((get(at) as unknown[])[index >>> 0]),
    __wbg_length_e2d2a49132c1b256: (at) => (get(at) as unknown[]).length,
    __wbg_isArray_a1eab7e0d067391b: (at) => Array.isArray(get(at)),
    __wbg_isSafeInteger_343e2beeeece1bb0: (at) => Number.isSafeInteger(get(at)),
    __wbg_iterator_9a24c88df860dc65: () => put(Symbol.iterator),
    __wbg_instanceof_Map_f3469ce2244d2430: () => false,
    __wbg_instanceof_Uint8Array_17156bcf118086a9: () => false,
    __wbg_instanceof_ArrayBuffer_e14585432e3737fc: () => false,
    __wbg_toString_5285597960676b7b: (at) => put(String(get(at))),
    __wbg_set_37837023f3d740e8: (at, index = 0, value) => {
      ;(get(at) as unknown[])[index >>> 0] = take(value)
    },
    __wbg_set_3f1d0b984ed272ed: (at, name, value) => {
      fieldsOf(at)[take(name) as string] = take(value)
    },
  }
  return { calls: { __wbindgen_placeholder__: calls } satisfies WasmImports, put, take, view }
}

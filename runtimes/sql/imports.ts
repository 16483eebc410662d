import type { WasmImports, WasmMemory } from '../webassembly.ts'

/**
 * The few functions of a host that SQLite needs beside a memory: clocks, and more room. It asks for files too, and is told that
 * there are none: a database is in memory, and nothing else can be opened.
 */

/** Errors as Emscripten's C library numbers them. */
const NO_SUCH_FILE = -44
const BAD_DESCRIPTOR = 8
const PAGE_BYTES = 65_536

type Call = (...given: number[]) => number | bigint | undefined

/** Fields of C's struct tm; UTC is the only zone. */
function writeTime(view: DataView, seconds: number, to: number): void {
  const time = new Date(seconds * 1000)
  const dayOfYear = (time.getTime() - Date.UTC(time.getUTCFullYear())) / 86_400_000
  const fields = [
    time.getUTCSeconds(),
    time.getUTCMinutes(),
    time.getUTCHours(),
    time.getUTCDate(),
    time.getUTCMonth(),
    time.getUTCFullYear() - 1900,
    time.getUTCDay(),
    Math.floor(dayOfYear),
    0,
    0,
  ]
  for (const [n, field] of fields.entries()) view.setInt32(to + 4 * n, field, true)
}

function give(words: string): never {
  const error = new Error(words)
  error.name = 'RuntimeError'
  throw error
}

/** @param names all that the module asks for */
export function sqliteImports(memory: WasmMemory, names: readonly string[]): WasmImports {
  const view = () => new DataView(memory.buffer)
  const offered: Readonly<Record<string, Call>> = {
    emscripten_date_now: () => Date.now(),
    emscripten_get_now: () => performance.now(),
    emscripten_get_heap_max: () => 0xffff_0000,
    emscripten_resize_heap(bytes = 0) {
      try {
        memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES))
        return 1
      } catch {
        return 0
      }
    },
    clock_time_get(_clock, _precision, to = 0) {
      view().setBigInt64(to, BigInt(Math.round(Date.now() * 1e6)), true)
      return 0
    },
    environ_get: () => 0,
    environ_sizes_get(count = 0, bytes = 0) {
      view().setInt32(count, 0, true)
      view().setInt32(bytes, 0, true)
      return 0
    },
    _tzset_js: () => undefined,
    _localtime_js(seconds = 0, to = 0) {
      writeTime(view(), Number(seconds), to)
      return undefined
    },
    __syscall_geteuid32: () => 0,
    warnLegacyFunction: () => undefined,
    _abort_js: () => give('SQLite gave up'),
    __assert_fail: () => give('SQLite gave up'),
    __handle_stack_overflow() {
      throw new RangeError('stack overflow')
    },
    fd_close: () => BAD_DESCRIPTOR,
    fd_fdstat_get: () => BAD_DESCRIPTOR,
    fd_read: () => BAD_DESCRIPTOR,
    fd_seek: () => BAD_DESCRIPTOR,
    fd_sync: () => BAD_DESCRIPTOR,
    fd_write: () => BAD_DESCRIPTOR,
  }
  const all = Object.fromEntries(names.map((name) => [name, offered[name] ?? (() => NO_SUCH_FILE)]))
  return { env: { ...all, memory }, wasi_snapshot_preview1: all }
}

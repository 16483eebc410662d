import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { OutputSink } from '../output.ts'

/** How a run was ended from the host's side; undefined while it goes on. */
export type ForcedEnding = { kind: 'exit'; code: number } | { kind: 'output_limit' } | { kind: 'time_limit' }

export interface RunState {
  stdin: Uint8Array
  stdout: OutputSink
  stderr: OutputSink
  ending: ForcedEnding | undefined
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer
}

/** The only functions through which a program reaches its host: output, input, clock, exit and UTF-8 decoding. */
export function hostFunctions(context: QuickJSContext, state: RunState): QuickJSHandle {
  const host = context.newObject()
  let escaped = false

  const define = (name: string, run: (...args: QuickJSHandle[]) => QuickJSHandle) => {
    context.newFunction(name, run).consume((handle) => context.setProp(host, name, handle))
  }
  const yes = (value: boolean) => (value ? context.true : context.false)

  /** False tells the program to wait for the interrupt that ends it: nothing it can catch. */
  const accept = (fd: QuickJSHandle, bytes: Uint8Array): QuickJSHandle => {
    if (state.ending !== undefined) return context.false
    const sink = context.getNumber(fd) === 2 ? state.stderr : state.stdout
    if (sink.write(bytes)) return context.true
    state.ending = { kind: 'output_limit' }
    return context.false
  }

  define('write', (fd, text) => accept(fd, encoder.encode(text === undefined ? '' : context.getString(text))))
  define('writeBytes', (fd, buffer) =>
    buffer === undefined
      ? context.true
      : context.getArrayBuffer(buffer).consume(({ value }) => accept(fd, value)),
  )
  define('stdin', () => context.newArrayBuffer(exactBuffer(state.stdin)))
  define('now', () => context.newNumber(performance.timeOrigin + performance.now()))
  define('decode', (buffer) => {
    const text = context.getArrayBuffer(buffer).consume(({ value }) => decoder.decode(value))
    // The engine takes text up to the first NUL, so text with one travels as JSON.
    escaped = text.includes('\0')
    return context.newString(escaped ? JSON.stringify(text) : text)
  })
  define('escaped', () => yes(escaped))
  define('exit', (code) => {
    state.ending ??= { kind: 'exit', code: context.getNumber(code) & 255 }
    return context.undefined
  })
  return host
}

import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core'
import type { ErrorSink, OutputSink } from '../output.ts'
import { PARTS } from './prelude/parts.ts'

/** How a run was ended from the host's side; undefined while it goes on. */
export type ForcedEnding = { kind: 'exit'; code: number } | { kind: 'output_limit' } | { kind: 'time_limit' }

export interface RunState {
  stdin: Uint8Array
  stdout: OutputSink
  stderr: ErrorSink
  ending: ForcedEnding | undefined
  /** How long the program may still wait. */
  idleMs: number
  /** A module was asked for its first import. */
  wasRead: boolean
}

const encoder = new TextEncoder()
/** Bytes that are decoded at once: what the host makes of them is outside of the program's memory. */
const DECODED_AT_ONCE = 65_536

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer
}

/** The only functions through which a program reaches its host: output, input, clock, exit, UTF-8 decoding and the prelude's parts. */
export function hostFunctions(context: QuickJSContext, state: RunState): QuickJSHandle {
  const host = context.newObject()
  const decoder = new TextDecoder()
  let escaped = false
  // Longer output is over its limit, however few bytes a character takes.
  const longest = Math.max(state.stdout.limit, state.stderr.limit) + 1

  const define = (name: string, run: (...args: QuickJSHandle[]) => QuickJSHandle) => {
    context.newFunction(name, run).consume((handle) => context.setProp(host, name, handle))
  }
  const yes = (value: boolean) => (value ? context.true : context.false)

  /** False tells the program to wait for the interrupt that ends it: nothing it can catch. */
  const accept = (fd: QuickJSHandle, bytes: Uint8Array): QuickJSHandle => {
    if (state.ending !== undefined) return context.false
    if (context.getNumber(fd) === 2) {
      // Too much of it is cut off: what a program says beside its output is not judged.
      state.stderr.write(bytes)
      return context.true
    }
    if (state.stdout.write(bytes)) return context.true
    state.ending = { kind: 'output_limit' }
    return context.false
  }
  const lengthOf = (text: QuickJSHandle): number => context.getProp(text, 'length').consume(context.getNumber)

  define('write', (fd, text) => {
    // The prelude has cut it, unless the program took its tools away.
    const isCut = text !== undefined && lengthOf(text) <= longest
    return accept(fd, isCut ? encoder.encode(context.getString(text)) : new Uint8Array(longest))
  })
  define('writeBytes', (fd, buffer) =>
    buffer === undefined
      ? context.true
      : context.getArrayBuffer(buffer).consume(({ value }) => accept(fd, value)),
  )
  define('stdin', () => context.newArrayBuffer(exactBuffer(state.stdin)))
  define('waited', (milliseconds) => {
    state.idleMs -= context.getNumber(milliseconds)
    if (state.idleMs < 0) state.ending ??= { kind: 'time_limit' }
    return yes(state.ending === undefined)
  })
  define('now', () => context.newNumber(performance.timeOrigin + performance.now()))
  define('decode', (buffer, more) => {
    const stream = context.dump(more) === true
    const text = context
      .getArrayBuffer(buffer)
      .consume(({ value }) => decoder.decode(value.subarray(0, DECODED_AT_ONCE), { stream }))
    // The engine takes text up to the first NUL, so text with one travels as JSON.
    escaped = text.includes('\0')
    return context.newString(escaped ? JSON.stringify(text) : text)
  })
  define('escaped', () => yes(escaped))
  define('exit', (code) => {
    state.ending ??= { kind: 'exit', code: context.getNumber(code) & 255 }
    return context.undefined
  })
  define('promise', (promise) => {
    const state = context.getPromiseState(promise)
    const settled =
      state.type === 'fulfilled' ? state.value : state.type === 'rejected' ? state.error : context.undefined
    const told = context.newArray()
    context.newString(state.type).consume((type) => context.setProp(told, 0, type))
    settled.consume((value) => context.setProp(told, 1, value))
    return told
  })
  define('part', (name) => {
    const part = PARTS[context.getString(name)] ?? ''
    // It is named as the prelude is, whose lines are left out where a program's errors tell their way.
    return context.unwrapResult(context.evalCode(part, 'prelude.js'))
  })
  context.newNumber(DECODED_AT_ONCE).consume((piece) => context.setProp(host, 'piece', piece))
  context.newNumber(longest).consume((most) => context.setProp(host, 'longest', most))
  return host
}

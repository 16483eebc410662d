import { importMemory } from '../memoryImport.ts'
import { boundedMemory, compileWasm, importsOf, instantiateWasm } from '../webassembly.ts'
import { type BoundExports, bindings } from './bindings.ts'

/** A program as JavaScript. */
interface Stripped {
  code: string
  /** The way back to the places of its source, as JSON; not there where they are the same. */
  map?: string
}

/** A program that cannot be read. */
interface Refused {
  refusal: string
}

/** Reading the program took more memory than it may have. */
interface OutOfMemory {
  isOutOfMemory: true
}

export type Stripper = (source: string, memoryBytes: number) => Promise<Stripped | Refused | OutOfMemory>

/** The words of swc for a place in a program; lines count from 1, columns from 0. */
export interface StripFault {
  code?: string
  message?: string
  snippet?: string
  startLine?: number
  startColumn?: number
}

/** Parts of TypeScript that are more than types: a program that has them is written anew. */
const NOT_TYPES = 'UnsupportedSyntax'

const BASE64 = /Buffer\.from\('([A-Za-z0-9+/=]{1000,})', 'base64'\)/

/**
 * The WebAssembly of @swc/wasm-typescript: as it is, or as its package has it, inside of a script.
 * @throws Error where it is neither
 */
export function stripperWasm(file: Uint8Array): Uint8Array<ArrayBuffer> {
  if (file[0] === 0) return new Uint8Array(file)
  const text = new TextDecoder('latin1').decode(file)
  const inside = BASE64.exec(text)?.[1]
  if (inside === undefined) throw new Error('there is no WebAssembly in the file of the engine of TypeScript')
  const binary = atob(inside)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** All that is known where it gives up without a word of its own. */
const TOO_DEEP = 'The program is nested too deeply to be read'

/** A refusal in words: the place, the line with a mark below, and what is wrong there. */
export function formatFault({ message = TOO_DEEP, ...fault }: StripFault): string {
  const { startLine, startColumn, snippet = '' } = fault
  if (startLine === undefined || startColumn === undefined) return `main.ts: ${message}.\n`
  const lines = snippet.trimEnd().split('\n').slice(-2)
  const shown = lines.length === 2 && lines[1]?.includes('^') ? `${lines.join('\n')}\n` : ''
  return `main.ts:${startLine}:${startColumn + 1}\n${shown}SyntaxError: ${message.replace(/\.$/, '')}.\n`
}

function refuseCall(name: string): never {
  throw new Error(`the engine of TypeScript asks for what is not offered: ${name}`)
}

/**
 * Takes the types out of programs. Each program gets an instance of its own, in a memory of its own size: what one leaves
 * behind, or breaks, meets no other.
 */
export async function createStripper(file: Uint8Array): Promise<Stripper> {
  const { bytes, initialPages } = importMemory(stripperWasm(file))
  const module = await compileWasm(bytes)
  const names = importsOf(module)

  return async (source, memoryBytes) => {
    const { memory } = boundedMemory(initialPages, memoryBytes)
    let exports: BoundExports | undefined
    const bound = bindings(memory, () => {
      if (exports === undefined) throw new Error('the engine of TypeScript is not there yet')
      return exports
    })
    const missing = names.map((name) => [name, () => refuseCall(name)])
    const instance = await instantiateWasm(module, {
      __wbindgen_placeholder__: { ...Object.fromEntries(missing), ...bound.calls.__wbindgen_placeholder__ },
      env: { memory },
    })
    exports = instance.exports as unknown as BoundExports
    const { transformSync, __wbindgen_add_to_stack_pointer: move } = exports

    function transform(mode: 'strip-only' | 'transform'): Stripped | { fault: StripFault } {
      const options = { mode, module: true, filename: 'main.ts', sourceMap: mode === 'transform' }
      const result = move(-16)
      transformSync(result, bound.put(source), bound.put(options))
      const [value = 0, error = 0, isError] = [0, 4, 8].map((at) => bound.view().getInt32(result + at, true))
      move(16)
      return isError ? { fault: bound.take(error) as StripFault } : (bound.take(value) as Stripped)
    }
    try {
      const stripped = transform('strip-only')
      const made =
        'fault' in stripped && stripped.fault.code === NOT_TYPES ? transform('transform') : stripped
      return 'fault' in made ? { refusal: formatFault(made.fault) } : made
    } catch (error) {
      // It asks for room in its own code, so only the size of its memory tells that it got none; it doubles what it has.
      const isFull = memory.buffer.byteLength > memoryBytes / 2
      if (isFull && error instanceof Error && error.name === 'RuntimeError') return { isOutOfMemory: true }
      // Its own stack is full, or it gave up: the program is too much for it.
      if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
        return { refusal: formatFault({}) }
      throw error
    }
  }
}

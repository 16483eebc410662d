import { ErrorSink, OutputLimitReached, OutputSink } from '../output.ts'
import type { LanguageRuntime, RunRequest, RunResult, RuntimeHost } from '../port.ts'
import { isUnreadable } from '../syntax.ts'
import { ProgramExit } from '../wasi/abi.ts'
import { inputStream, outputStream } from '../wasi/descriptors.ts'
import { Vfs } from '../wasi/vfs.ts'
import { wasiImports } from '../wasi/wasi.ts'
import { boundedMemory, instantiateWasm, PAGE_BYTES } from '../webassembly.ts'
import { ASYNCIO_FILE, ASYNCIO_SOURCE } from './asyncio.ts'
import { type PreparedModule, preparePython } from './module.ts'

const decoder = new TextDecoder()
/** The code that a process leaves when it ends by abort(). */
const ABORT_CODE = 134

type Ending = { code: number } | { outputLimit: true } | { trap: string }

async function start(prepared: PreparedModule, request: RunRequest, sinks: Sinks, host: RuntimeHost) {
  const vfs = new Vfs(request.limits.fileBytes)
  vfs.createDirectory(vfs.root, 'tmp')
  const files = { 'main.py': request.source, [ASYNCIO_FILE]: ASYNCIO_SOURCE }
  for (const [name, source] of Object.entries(files)) {
    const file = vfs.createFile(vfs.root, name)
    if (file !== undefined) vfs.write(file, 0, new TextEncoder().encode(source))
  }
  const { memory } = boundedMemory(prepared.initialPages, request.limits.memoryBytes)
  const imports = wasiImports({
    memory,
    // -B: no cache files; -S and -I would also skip what a candidate's own Python does at its start.
    args: ['python', '-B', '/main.py'],
    streams: [
      inputStream(request.stdin),
      outputStream((bytes) => {
        if (!sinks.stdout.write(bytes)) throw new OutputLimitReached()
      }),
      // Too much of it is cut off: what a program says beside its output is not judged.
      outputStream((bytes) => void sinks.stderr.write(bytes)),
    ],
    vfs,
    host,
  })
  const instance = await instantiateWasm(prepared.module, {
    wasi_snapshot_preview1: imports,
    env: { memory },
  })
  const main = instance.exports._start
  if (typeof main !== 'function') throw new Error('python.wasm has no start function')
  return { memory, main: main as () => void }
}

interface Sinks {
  stdout: OutputSink
  stderr: ErrorSink
}

function runToEnd(main: () => void): Ending {
  try {
    main()
    return { code: 0 }
  } catch (error) {
    if (error instanceof ProgramExit) return { code: error.code }
    if (error instanceof OutputLimitReached) return { outputLimit: true }
    // A trap or a native stack overflow is the program's doing; anything else is a fault of this engine.
    const trapped = error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
    if (trapped) return { trap: error.message }
    throw error
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? ''
}

function judge(
  ending: Ending,
  stderr: Uint8Array,
  full: boolean,
): Pick<RunResult, 'outcome' | 'exitCode' | 'message'> {
  if ('outputLimit' in ending) return { outcome: 'output_limit', exitCode: null }
  if ('trap' in ending) {
    return { outcome: full ? 'memory_limit' : 'runtime_error', exitCode: ABORT_CODE, message: ending.trap }
  }
  if (ending.code === 0) return { outcome: 'ok', exitCode: 0 }
  const said = decoder.decode(stderr)
  if (isUnreadable('python', said)) return { outcome: 'compile_error', exitCode: ending.code }
  // The interpreter reports a refused allocation only as an exception. A program can raise it by itself, which
  // gains it nothing: either way it has failed.
  const exhausted = full || lastLine(said) === 'MemoryError'
  return { outcome: exhausted ? 'memory_limit' : 'runtime_error', exitCode: ending.code }
}

/**
 * Python 3.12 as a WASI module. `wasm` are the bytes of python.wasm. It cannot interrupt itself: the host kills
 * the process or worker when processor or wall time is used up. A program that it cannot read is a
 * compile error, though Python has no such stage.
 */
export async function createPythonRuntime(
  [wasm]: readonly Uint8Array[],
  host: RuntimeHost,
): Promise<LanguageRuntime> {
  if (!wasm) throw new Error('Python takes a file')
  const prepared = await preparePython(wasm)
  return {
    id: 'python',
    async run(request) {
      const sinks = {
        stdout: new OutputSink(request.limits.stdoutBytes),
        stderr: new ErrorSink(request.limits.stderrBytes),
      }
      const { memory, main } = await start(prepared, request, sinks, host)
      const ending = runToEnd(main)
      if ('trap' in ending) sinks.stderr.write(new TextEncoder().encode(`Fatal error: ${ending.trap}\n`))
      const stderr = sinks.stderr.bytes()
      const full = memory.buffer.byteLength > request.limits.memoryBytes - PAGE_BYTES
      return {
        ...judge(ending, stderr, full),
        stdout: sinks.stdout.bytes(),
        stderr,
        stdoutTruncated: sinks.stdout.truncated,
        stderrTruncated: sinks.stderr.truncated,
        memoryBytes: memory.buffer.byteLength,
      }
    },
  }
}

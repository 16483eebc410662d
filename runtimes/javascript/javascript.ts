import type { QuickJSContext } from 'quickjs-emscripten-core'
import { ErrorSink, OutputSink } from '../output.ts'
import type { LanguageRuntime, RunRequest, RunResult, RuntimeHost } from '../port.ts'
import { type BoundedMemory, boundedMemory, compileWasm, type WasmModule } from '../webassembly.ts'
import { newEngine, QUICKJS_INITIAL_PAGES } from './engine.ts'
import { hostFunctions, type RunState } from './host-functions.ts'
import { withNodeMessages } from './messages.ts'
import { type PreludeApi, runProgram, startPrelude } from './program.ts'
import { FIRST_IMPORT } from './source.ts'

type Verdict = Pick<RunResult, 'outcome' | 'exitCode' | 'message'>

/** Whether the engine threw it because its own code cannot go on: an abort, a trap, a full native stack. */
function isEngineStop(error: unknown): error is Error {
  return error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError')
}

function forcedVerdict(state: RunState): Verdict | undefined {
  const { ending } = state
  if (ending === undefined) return undefined
  if (ending.kind !== 'exit') return { outcome: ending.kind, exitCode: null }
  return { outcome: ending.code === 0 ? 'ok' : 'runtime_error', exitCode: ending.code }
}

function judge(context: QuickJSContext, api: PreludeApi, request: RunRequest, state: RunState): Verdict {
  const { completion, exitCode } = runProgram(
    context,
    api,
    request.source,
    () => state.ending !== undefined,
    () => state.wasRead,
  )
  const forced = forcedVerdict(state)
  if (forced !== undefined) return forced
  if (completion === 'compile_error') return { outcome: 'compile_error', exitCode }
  return { outcome: exitCode === 0 ? 'ok' : 'runtime_error', exitCode }
}

function stopped(state: RunState, error: Error): Verdict {
  const forced = forcedVerdict(state)
  if (forced !== undefined) return forced
  const message = error instanceof RangeError ? 'stack overflow' : error.message
  state.stderr.write(new TextEncoder().encode(`Fatal error: ${message}\n`))
  return { outcome: 'runtime_error', exitCode: 134, message }
}

async function runOnce(
  module: WasmModule,
  bounded: BoundedMemory,
  request: RunRequest,
  state: RunState,
  host: RuntimeHost,
): Promise<Verdict> {
  // Its own start is a program's too, as it is for whoever watches from outside.
  const started = host.cpuNowMs()
  const engine = await newEngine(module, bounded.memory)
  try {
    const runtime = engine.newRuntime()
    runtime.setMaxStackSize(host.stackBytes)
    const context = runtime.newContext()
    const api = startPrelude(context, hostFunctions(context, state))
    runtime.setModuleLoader((name) => {
      if (name === FIRST_IMPORT) {
        state.wasRead = true
        return ' '
      }
      const source = context.newString(name).consume((text) => api('moduleSource', text))
      const text = source.error === undefined ? context.getString(source.value) : ''
      return text === '' ? { error: new Error(`Cannot find module '${name}'`) } : text
    })
    runtime.setInterruptHandler(() => {
      if (host.cpuNowMs() - started > request.limits.cpuMs) state.ending ??= { kind: 'time_limit' }
      return state.ending !== undefined
    })
    return judge(context, api, request, state)
  } catch (error) {
    if (isEngineStop(error)) return stopped(state, error)
    // The prelude itself found no room.
    if (bounded.denied()) return { outcome: 'memory_limit', exitCode: null }
    throw error
  }
}

/**
 * JavaScript (ES2023) in QuickJS. `wasm` are the bytes of its module. Programs read standard input through
 * `require('fs').readFileSync(0, 'utf8')`, `require('readline')`, `process.stdin` or `readline()`, and write with
 * `console.log`, `process.stdout.write` or `print`. Timers run on a virtual clock. A SyntaxError is a compile error.
 */
export async function createJavaScriptRuntime(
  [wasm]: readonly Uint8Array<ArrayBuffer>[],
  host: RuntimeHost,
): Promise<LanguageRuntime> {
  if (!wasm) throw new Error('JavaScript takes a file')
  const module = await compileWasm(withNodeMessages(wasm))
  return {
    id: 'javascript',
    async run(request) {
      const state: RunState = {
        stdin: request.stdin,
        stdout: new OutputSink(request.limits.stdoutBytes),
        stderr: new ErrorSink(request.limits.stderrBytes),
        ending: undefined,
        idleMs: request.limits.idleMs,
        wasRead: false,
      }
      const bounded = boundedMemory(QUICKJS_INITIAL_PAGES, request.limits.memoryBytes)
      const verdict = await runOnce(module, bounded, request, state, host)
      const failed = verdict.outcome === 'runtime_error' || verdict.outcome === 'compile_error'
      return {
        ...verdict,
        outcome: failed && bounded.denied() ? 'memory_limit' : verdict.outcome,
        stdout: state.stdout.bytes(),
        stderr: state.stderr.bytes(),
        stdoutTruncated: state.stdout.truncated,
        stderrTruncated: state.stderr.truncated,
        memoryBytes: bounded.memory.buffer.byteLength,
      }
    },
  }
}

/** Entry of the Web Worker that runs programs on the device. The page throws it away when a program takes too long. */
import { createJavaScriptRuntime } from '#runtimes/javascript/javascript.ts'
import type { LanguageRuntime, RunLimits, RuntimeHost } from '#runtimes/port.ts'
import { createPythonRuntime } from '#runtimes/python/python.ts'
import type { FromRunner, ToRunner } from './protocol.ts'

/** A worker's stack is about 1 MB and cannot be made larger. */
const STACK_BYTES = 256 * 1024
/** For a file in the cache it is long; without it a line that answers nothing would be waited for. */
const FETCH_MS = 20_000

const WARM_UP_LIMITS: RunLimits = {
  cpuMs: 60_000,
  idleMs: 60_000,
  memoryBytes: 256 * 1024 * 1024,
  stdoutBytes: 1024,
  stderrBytes: 1024,
  fileBytes: 1024 * 1024,
}

const host: RuntimeHost = {
  // A browser tells no processor time; a worker that only computes takes as much as passes.
  cpuNowMs: () => performance.now(),
  // Waiting without work needs shared memory, which pages get only when they are isolated from all others.
  sleep(milliseconds) {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  },
  stackBytes: STACK_BYTES,
}

const create = { javascript: createJavaScriptRuntime, python: createPythonRuntime }
let runtime: LanguageRuntime | undefined

async function load({ language, file }: Extract<ToRunner, { type: 'load' }>): Promise<FromRunner> {
  const answer = await fetch(file, { signal: AbortSignal.timeout(FETCH_MS) })
  if (!answer.ok) throw new Error(`the engine's file answered ${answer.status}`)
  runtime = await create[language](new Uint8Array(await answer.arrayBuffer()), host)
  // The first run compiles the engine's own code; no candidate's program should pay for that.
  await runtime.run({ source: 'print(1)', stdin: new Uint8Array(), limits: WARM_UP_LIMITS })
  return { type: 'ready' }
}

async function run({ source, stdin, limits }: Extract<ToRunner, { type: 'run' }>): Promise<FromRunner> {
  if (!runtime) throw new Error('no engine was loaded')
  const started = performance.now()
  const result = await runtime.run({ source, stdin, limits })
  return { type: 'result', result, ms: performance.now() - started }
}

addEventListener('message', ({ data }: MessageEvent<ToRunner>) => {
  const done = data.type === 'load' ? load(data) : run(data)
  done
    .catch((error: unknown): FromRunner => ({ type: 'fault', message: String(error) }))
    .then((answer) => postMessage(answer))
})
